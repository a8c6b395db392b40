import { invalidField } from '#kit/contract/errors.ts'
import { resourceOf, type ChangesOf, type WriteContext, type WrittenContext, type WriteVerb } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, removeRow, updateRow } from '#kit/server/data/store/store.ts'
import { isEuid, isLei } from '#areas/suppliers/contract/codes.ts'
import { nextEvaluation } from '#areas/suppliers/contract/settings.ts'
import type { supplier } from '#areas/suppliers/contract/supplier.ts'
import { guardChain } from './chain.ts'
import { refuse, wrongCountries } from './iso.ts'
import { lead } from './mirror.ts'
import { monthsOf } from './settings.ts'

/** What several suppliers or perimeters decide together is decided by one transaction at a time: the tree, and who works for whom. */
export function supplierTurn(verb: WriteVerb, changes: ChangesOf<typeof supplier>): string | null {
  return verb !== 'update' || 'parent' in changes || 'subcontractors' in changes ? 'perimeter tree' : null
}

/** A supplier is what its fields say together; a new one makes its perimeter, whose rules decide whether it may. */
export async function guardSupplier(context: WriteContext<typeof supplier>): Promise<void> {
  const { tx, verb, before, changes } = context
  if (verb === 'delete') return
  guardCodes(context)
  if (changes.subcontractors) await guardChain(tx, before?.id, changes.subcontractors)
  sayHow(context)
  await planEvaluation(context)
  if (!before && changes.perimeter === undefined) changes.perimeter = await makePerimeter(context)
}

/** A code says of which kind it is, and is one of that kind; countries are those of ISO 3166. */
function guardCodes({ before, changes }: WriteContext<typeof supplier>): void {
  const wrong = codes.flatMap(([type, code]): [string, string][] => {
    if (changes[type] === undefined && changes[code] === undefined) return []
    const kind = changes[type] === undefined ? before?.[type] : changes[type]
    const value = changes[code] === undefined ? before?.[code] : changes[code]
    if (value && !kind) return [[type, 'suppliers.errors.code_type_needed']]
    if (value && kind === 'LEI' && !isLei(value)) return [[code, 'suppliers.errors.lei']]
    return value && kind === 'EUID' && !isEuid(value) ? [[code, 'suppliers.errors.euid']] : []
  })
  wrong.push(...wrongCountries(changes, ['country', 'parent_country']))
  refuse(wrong)
}
const codes = [
  ['code_type', 'code'],
  ['additional_code_type', 'additional_code'],
  ['parent_code_type', 'parent_code'],
] as const

/** A criticality that somebody says by hand has its reason, and a reason its criticality (RSK-06); one from answers has their day. */
function sayHow({ before, changes, action }: WriteContext<typeof supplier>): void {
  const is = changes.criticality === undefined ? (before?.criticality ?? null) : changes.criticality
  if (is === null && changes.criticality_reason) throw invalidField('criticality', 'suppliers.errors.criticality_needed')
  if (changes.criticality === null) changes.criticality_reason ??= null
  if (changes.criticality === undefined || changes.criticality === (before?.criticality ?? null)) return
  if (action === 'classify') return
  changes.classified_on = null
  const reason = changes.criticality_reason === undefined ? before?.criticality_reason : changes.criticality_reason
  if (changes.criticality !== null && before?.classified_on && !reason) throw invalidField('criticality_reason', 'suppliers.errors.reason_needed')
}

/** The next evaluation follows from the last one and from how critical the supplier is, unless its day is said. */
async function planEvaluation({ tx, before, changes }: WriteContext<typeof supplier>): Promise<void> {
  const status = changes.status ?? before?.status
  if (status === 'ENDED') {
    if (before?.next_evaluation || changes.next_evaluation) changes.next_evaluation = null
    return
  }
  const now = <K extends 'criticality' | 'last_evaluation' | 'next_evaluation'>(name: K) =>
    changes[name] === undefined ? (before?.[name] ?? null) : changes[name]
  if (changes.next_evaluation !== undefined && changes.next_evaluation !== (before?.next_evaluation ?? null)) return
  const moved = now('criticality') !== (before?.criticality ?? null) || now('last_evaluation') !== (before?.last_evaluation ?? null)
  if (!moved) return
  changes.next_evaluation = nextEvaluation(now('criticality'), now('last_evaluation'), tx.today, await monthsOf(tx))
}

async function makePerimeter({ tx, resources, changes }: WriteContext<typeof supplier>): Promise<number> {
  const resource = resourceOf(resources, 'perimeter')
  const { name_en, name_fr, parent, manager } = changes
  const given = { name_en, name_fr, parent, manager, type: 'PROVIDER' }
  const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  let made: number | undefined
  await lead(tx, async () => {
    made = (await createRow(tx, authorizeVerb(tx, resource, 'create'), resource, resources, input)).id
  })
  if (made === undefined) throw new Error('A supplier is made without its perimeter')
  return made
}

/** The perimeter is called and stands as its supplier, and goes with it. */
export async function keepPerimeter({ tx, resources, before, after, verb }: WrittenContext<typeof supplier>): Promise<void> {
  const perimeter = (after ?? before)?.perimeter_id
  if (verb === 'create' || perimeter === null || perimeter === undefined) return
  const resource = resourceOf(resources, 'perimeter')
  if (!after) return lead(tx, () => removeRow(tx, authorizeVerb(tx, resource, 'delete'), resource, resources, perimeter))
  const moved = { ...(after.parent_id !== before?.parent_id && { parent: after.parent_id }) }
  const named = after.name_en !== before?.name_en || after.name_fr !== before?.name_fr ? { name_en: after.name_en, name_fr: after.name_fr } : {}
  const changes = { ...moved, ...named }
  if (Object.keys(changes).length === 0) return
  await lead(tx, () => updateRow(tx, authorizeVerb(tx, resource, 'update'), resource, resources, perimeter, changes))
}
