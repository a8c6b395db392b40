import { sql, type RawBuilder } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import type { ChangesOf, StoredOf, WriteContext, WriteVerb, WrittenContext } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { guardQuota, type QuotaCount } from '#areas/tenancy/server/index.ts'
import type { perimeter, PerimeterType } from '#areas/organisation/contract/perimeter.ts'

interface Place {
  readonly type: PerimeterType
  readonly archived: boolean
  readonly below_self: boolean
}

/** One change of the tree at a time: what stands where, and how many there may be, follows from many rows. */
export function treeTurn(verb: WriteVerb, changes: ChangesOf<typeof perimeter>): string | null {
  return verb !== 'update' || touchesTree(changes) ? 'perimeter tree' : null
}

const touchesTree = (changes: ChangesOf<typeof perimeter>) => ['parent', 'type', 'archived'].some((key) => key in changes)

/** Keeps the tree a tree: one root, no cycle, nothing internal below what is not, quotas respected. */
export async function guardTree({ tx, verb, before, changes }: WriteContext<typeof perimeter>): Promise<void> {
  if (verb === 'delete') {
    if (before?.parent_id === null) throw new AppError('IN_USE', 'organisation.errors.root_needed')
    return
  }
  if (verb !== 'create' && !touchesTree(changes)) return
  const isRoot = before !== undefined && before.parent_id === null
  if (isRoot && ((changes.parent ?? null) !== null || changes.archived === true || (changes.type ?? 'INTERNAL') !== 'INTERNAL'))
    throw invalidField('parent', 'organisation.errors.root_needed')
  const parent = changes.parent === undefined ? (before?.parent_id ?? null) : changes.parent
  if (parent === null) {
    if (!isRoot && (await hasRoot(tx))) throw invalidField('parent', 'organisation.errors.parent_needed')
  } else await guardPlace(tx, before, changes, parent)
  if (changes.archived === true && before?.archived !== true) await refuseActiveChildren(tx, before)
  await guardQuotas(tx, before, changes)
}

const hasRoot = async (tx: Tx) => (await tx.first(sql`select 1 from perimeter where customer_id = ${tx.customerId} and parent_id is null`)) !== undefined

async function guardPlace(tx: Tx, before: StoredOf<typeof perimeter> | undefined, changes: ChangesOf<typeof perimeter>, parent: number): Promise<void> {
  const place = await tx.first(sql<Place>`select p.type, p.archived,
      exists (select 1 from perimeter_closure c where c.customer_id = p.customer_id and c.ancestor_id = ${before?.id ?? 0} and c.descendant_id = p.id) as below_self
    from perimeter p where p.customer_id = ${tx.customerId} and p.id = ${parent}`)
  // A parent that does not exist is refused with the other references.
  if (!place) return
  if (place.below_self) throw invalidField('parent', 'organisation.errors.cycle')
  if (place.archived && !(changes.archived ?? before?.archived ?? false)) throw invalidField('parent', 'organisation.errors.archived_parent')
  const type = (changes.type ?? before?.type) as PerimeterType
  const field = changes.parent === undefined ? 'type' : 'parent'
  if (type === 'INTERNAL' && place.type !== 'INTERNAL') throw invalidField(field, 'organisation.errors.internal_below')
  if (type !== 'INTERNAL' && before !== undefined) {
    const internal = await tx.first(sql`select 1 from perimeter where customer_id = ${tx.customerId} and parent_id = ${before.id} and type = 'INTERNAL'`)
    if (internal) throw invalidField('type', 'organisation.errors.internal_below')
  }
}

async function refuseActiveChildren(tx: Tx, before: StoredOf<typeof perimeter> | undefined): Promise<void> {
  if (!before) return
  const active = await tx.first(sql`select 1 from perimeter where customer_id = ${tx.customerId} and parent_id = ${before.id} and not archived limit 1`)
  if (active) throw invalidField('archived', 'organisation.errors.active_children')
}

const isCounted = (column: (name: string) => RawBuilder<unknown>) => sql<boolean>`(${column('type')} = 'INTERNAL' and not ${column('archived')})`
/** Only internal perimeters count; applications and providers are unlimited (QTA-03, QTA-04). */
export const perimeterQuotas: readonly [internal: QuotaCount, all: QuotaCount] = [
  { name: 'internal_perimeters', entity: 'perimeter', counts: isCounted, refused: 'organisation.errors.internal_quota' },
  { name: 'perimeters', entity: 'perimeter', counts: isCounted, refused: 'organisation.errors.perimeter_quota' },
]

/** Refuses one perimeter too many. */
async function guardQuotas(tx: Tx, before: StoredOf<typeof perimeter> | undefined, changes: ChangesOf<typeof perimeter>): Promise<void> {
  const counted = (type: unknown, archived: unknown) => type === 'INTERNAL' && archived !== true
  const was = before !== undefined && counted(before.type, before.archived)
  if (was || !counted(changes.type ?? before?.type, changes.archived ?? before?.archived)) return
  for (const quota of perimeterQuotas) await guardQuota(tx, quota, 1)
}

/** Keeps the closure in step: what lies below what, at any depth, each perimeter below itself at depth 0. */
export async function keepClosure({ tx, before, after }: WrittenContext<typeof perimeter>): Promise<void> {
  if (!after || before?.parent_id === after.parent_id) return
  const { customerId } = tx
  // Both go out in one flight: the others wait for as long as this takes.
  const cut = before
    ? tx.run(sql`delete from perimeter_closure c using perimeter_closure below
      where c.customer_id = ${customerId} and below.customer_id = ${customerId} and below.ancestor_id = ${after.id} and c.descendant_id = below.descendant_id
        and not exists (select 1 from perimeter_closure own where own.customer_id = ${customerId} and own.ancestor_id = ${after.id} and own.descendant_id = c.ancestor_id)`)
    : tx.run(sql`insert into perimeter_closure (customer_id, ancestor_id, descendant_id, depth) values (${customerId}, ${after.id}, ${after.id}, 0)`)
  const joined = tx.run(sql`insert into perimeter_closure (customer_id, ancestor_id, descendant_id, depth)
    select ${customerId}, above.ancestor_id, below.descendant_id, above.depth + below.depth + 1
    from perimeter_closure above, perimeter_closure below
    where above.customer_id = ${customerId} and above.descendant_id = ${after.parent_id}
      and below.customer_id = ${customerId} and below.ancestor_id = ${after.id}`)
  await Promise.all([cut, joined])
  if (!before && tx.who.perimeterIds.includes(after.parent_id as number)) tx.widenReach(after.id)
}
