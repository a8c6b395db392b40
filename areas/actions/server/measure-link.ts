import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { WriteContext } from '#kit/server/data/resource.ts'
import { currentEfficiency } from '#areas/measures/server/index.ts'
import { isOpen, type RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import { statusChange, willBe, type Refuse } from './lifecycle.ts'

interface Linked {
  readonly status: string
  readonly perimeter_id: number
  readonly serves: boolean
}

/** What an action does to a measure: implements it, improves it, or only concerns it (ACT-02, ACT-07 … ACT-09). */
export async function guardMeasureLink(context: WriteContext, refuse: Refuse): Promise<void> {
  const { before, changes } = context
  const type = willBe(context, 'type')
  const measure = willBe(context, 'measure', 'measure_id') as number | null
  if (before !== undefined) {
    if (changes.type !== undefined && changes.type !== before.type) refuse('type', 'actions.errors.type_fixed')
    if (before.type !== 'SIMPLE' && changes.measure !== undefined && measure !== before.measure_id)
      refuse('measure', 'actions.errors.measure_fixed')
  } else if (type !== 'SIMPLE') Object.assign(changes, { source: type, source_id: measure })
  if (type !== 'SIMPLE' && measure === null) refuse('measure', 'actions.errors.measure_needed')
  if (type !== 'BUILD' && Array.isArray(changes.measures) && changes.measures.length > 0)
    refuse('measures', 'actions.errors.measures_build_only')
  if (measure !== null && Array.isArray(changes.measures) && changes.measures.includes(measure))
    refuse('measures', 'kit.errors.duplicate')
  guardDefect(context, refuse, type)

  const touched = before === undefined || changes.measure !== undefined || changes.perimeter !== undefined
  if (measure !== null && touched) await guardPlace(context, refuse, { measure, type })
  if (type === 'UPGRADE') await guardImpact(context, refuse, measure)
  else if ((changes.impact ?? null) !== null) refuse('impact', 'actions.errors.impact_upgrade_only')
}

/** An action stands where its measure does, or where the measure serves when it only concerns it. */
async function guardPlace(
  context: WriteContext,
  refuse: Refuse,
  { measure, type }: { measure: number; type: unknown },
): Promise<void> {
  const { tx, before, changes } = context
  const found =
    await tx.first(sql<Linked>`select m.status, m.perimeter_id, exists (select 1 from measure_beneficiary b where b.customer_id = m.customer_id
      and b.measure_id = m.id and b.perimeter_id = ${willBe(context, 'perimeter', 'perimeter_id')}) as serves
    from measure m where m.customer_id = ${tx.customerId} and m.id = ${measure}`)
  // A measure that does not exist is refused with the other references.
  if (!found) return
  if (before === undefined) {
    changes.perimeter ??= found.perimeter_id
    if (type === 'BUILD' && found.status === 'IMPLEMENTED') refuse('measure', 'actions.errors.already_implemented')
    if (type === 'UPGRADE' && found.status !== 'IMPLEMENTED') refuse('measure', 'actions.errors.not_implemented_yet')
  }
  if (willBe(context, 'perimeter', 'perimeter_id') !== found.perimeter_id && !(type === 'SIMPLE' && found.serves))
    refuse('perimeter', 'actions.errors.measure_perimeter')
}

/** Cancelling an improvement action says what becomes of the defect; reopening forgets it. */
function guardDefect(context: WriteContext, refuse: Refuse, type: unknown): void {
  const { changes, action } = context
  const { from, to } = statusChange(context)
  if (type === 'UPGRADE' && to === 'CANCELLED') {
    if (from !== to && !changes.defect) refuse('defect', 'actions.errors.defect_needed')
    if (from === to && changes.defect !== undefined) refuse('defect', 'actions.errors.defect_fixed')
  } else if (from !== to && from === 'CANCELLED') changes.defect = null
  else if ((changes.defect ?? null) !== null && action !== 'bulk_undo') refuse('defect', 'actions.errors.defect_upgrade_only')
}

/** The impact is what is at stake: never more than what is left of the measure (ACT-08). */
async function guardImpact(context: WriteContext, refuse: Refuse, measure: number | null): Promise<void> {
  const { tx, before, changes } = context
  if (willBe(context, 'impact') === null) return refuse('impact', 'kit.errors.mandatory')
  if (measure === null || (before !== undefined && (changes.impact === undefined || changes.impact === before.impact))) return
  if (before !== undefined && !isOpen(before.status as RemediationStatus))
    return refuse('impact', 'actions.errors.impact_open_only')
  const own = before === undefined ? 0 : Number(before.impact ?? 0)
  if (Number(changes.impact) > (await currentEfficiency(tx, measure)) + own) refuse('impact', 'actions.errors.impact_too_big')
}

/** An improvement action tells why its measure's efficiency was lowered, and when it was not any more: it cannot be deleted (decisions, Scores 1). */
export function refuseImprovement({ before, action }: WriteContext): void {
  if (action !== 'reset' && before?.type === 'UPGRADE') throw new AppError('IN_USE', 'actions.errors.upgrade_delete')
}
