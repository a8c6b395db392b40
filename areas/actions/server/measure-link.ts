import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Refuse } from '#kit/server/data/store/refusals.ts'
import { resourceOf, type WriteContext } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { currentEfficiency, everyMeasure, lockMeasures, measureServes } from '#areas/measures/server/index.ts'
import type { remediation } from '#areas/actions/contract/remediation.ts'
import { isOpen } from '#areas/actions/contract/remediation-work.ts'
import { fromMeasure, guardSource, sourceOf } from './origin.ts'
import { statusChange, willBe } from './planning.ts'

interface Linked {
  readonly status: string
  readonly perimeter_id: number
  readonly serves: boolean
}

/**
 * Holds the measures that an action acts upon until its write is over, after the action itself and in the order of their ids: whether another action
 * implements them too, and how much of them is left, stays what it was found to be.
 */
export async function holdMeasures(context: WriteContext<typeof remediation>): Promise<void> {
  const { tx, verb, before, changes } = context
  const acts = verb !== 'update' || (['type', 'measure', 'measures', 'status', 'impact'] as const).some((field) => changes[field] !== undefined)
  if (!acts || willBe(context, 'type') === 'SIMPLE') return
  const named = [before?.measure_id, changes.measure, ...(Array.isArray(changes.measures) ? (changes.measures as unknown[]) : [])].filter(
    (id) => typeof id === 'number',
  )
  await lockMeasures(
    tx,
    (measure) => sql`(${measure('id')} = any(${named}::bigint[])
      or ${measure('id')} = any(array(select l.target_id from remediation__measures l where l.customer_id = ${tx.customerId} and l.owner_id = ${before?.id ?? 0})))`,
  )
}

/** Holds the actions of a measure before the measure itself, as whoever writes one of them does: some are to go. */
export async function holdActions(tx: Tx, measure: number): Promise<void> {
  await tx.run(sql`select 1 from remediation r where r.customer_id = ${tx.customerId} and (r.measure_id = ${measure}
    or r.id = any(array(select l.owner_id from remediation__measures l where l.customer_id = ${tx.customerId} and l.target_id = ${measure}))) order by r.id for update of r`)
}

/** What an action does to a measure: implements it, improves it, or only concerns it (ACT-02, ACT-07 … ACT-09). */
export async function guardMeasureLink(context: WriteContext<typeof remediation>, refuse: Refuse): Promise<void> {
  const { before, changes } = context
  guardSource(context, refuse)
  const type = willBe(context, 'type')
  const measure = willBe(context, 'measure', 'measure_id') as number | null
  if (before !== undefined) {
    if (changes.type !== undefined && changes.type !== before.type) refuse('type', 'actions.errors.type_fixed')
    if (before.type !== 'SIMPLE' && changes.measure !== undefined && measure !== before.measure_id) refuse('measure', 'actions.errors.measure_fixed')
  } else if (changes.source_object) Object.assign(changes, { source: sourceOf(changes.source_object), source_id: changes.source_object.id })
  else if (type !== 'SIMPLE') Object.assign(changes, { source: type, ...fromMeasure(measure) })
  if (type !== 'SIMPLE' && measure === null) refuse('measure', 'actions.errors.measure_needed')
  if (type !== 'BUILD' && Array.isArray(changes.measures) && changes.measures.length > 0) refuse('measures', 'actions.errors.measures_build_only')
  if (measure !== null && Array.isArray(changes.measures) && changes.measures.includes(measure)) refuse('measures', 'kit.errors.duplicate')
  guardDefect(context, refuse, type)

  await guardTies(context, refuse, { type, measure })
  const touched = before === undefined || changes.measure !== undefined || changes.perimeter !== undefined
  if (measure !== null && touched) await guardPlace(context, refuse, { measure, type })
  if (type === 'UPGRADE') await guardImpact(context, refuse, measure)
  else if ((changes.impact ?? null) !== null) refuse('impact', 'actions.errors.impact_upgrade_only')
}

/**
 * Finishing, cancelling and reopening act on the measures that an action implements or improves, whoever does it: so whoever ties a measure to it
 * is somebody who may write that measure.
 */
async function guardTies(
  { tx, grant, resources, before, changes }: WriteContext<typeof remediation>,
  refuse: Refuse,
  { type, measure }: { type: unknown; measure: number | null },
): Promise<void> {
  if (type === 'SIMPLE') return
  const tied: Readonly<Record<string, readonly number[]>> = {
    measure: measure !== null && (before === undefined || changes.measure !== undefined) ? [measure] : [],
    measures: Array.isArray(changes.measures) ? changes.measures : [],
  }
  const m = rowRef('m')
  const writable = asSql(resourceOf(resources, 'measure').rules.update(m, grant.who))
  for (const [field, ids] of Object.entries(tied)) {
    if (ids.length === 0) continue
    const foreign = await tx.first(sql`select 1 from ${everyMeasure(tx.customerId)} m where m.id = any(${ids}::bigint[]) and not ${writable}
        and not exists (select 1 from remediation__measures l where l.customer_id = m.customer_id and l.owner_id = ${before?.id ?? 0} and l.target_id = m.id) limit 1`)
    if (foreign) refuse(field, 'measures.errors.no_edit')
  }
}

/** An action stands where its measure does, or where the measure serves when it only concerns it. */
async function guardPlace(context: WriteContext<typeof remediation>, refuse: Refuse, { measure, type }: { measure: number; type: unknown }): Promise<void> {
  const { tx, before, changes } = context
  const found =
    await tx.first(sql<Linked>`select m.status, m.perimeter_id, ${measureServes(rowRef('m'), willBe(context, 'perimeter', 'perimeter_id'))} as serves
    from ${everyMeasure(tx.customerId)} m where m.id = ${measure}`)
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

/** Cancelling an improvement action says what becomes of the defect; any other has none. */
function guardDefect(context: WriteContext<typeof remediation>, refuse: Refuse, type: unknown): void {
  const { changes, action } = context
  const { from, to } = statusChange(context)
  if (type === 'UPGRADE' && to === 'CANCELLED') {
    if (from !== to && !changes.defect) refuse('defect', 'actions.errors.defect_needed')
    if (from === to && changes.defect !== undefined) refuse('defect', 'actions.errors.defect_fixed')
  } else if (to === 'CANCELLED' && (changes.defect ?? null) !== null && action !== 'bulk_undo') refuse('defect', 'actions.errors.defect_upgrade_only')
}

/** The impact is what is at stake: never more than what is left of the measure (ACT-08). */
async function guardImpact(context: WriteContext<typeof remediation>, refuse: Refuse, measure: number | null): Promise<void> {
  const { tx, before, changes } = context
  if (willBe(context, 'impact') === null) return refuse('impact', 'kit.errors.mandatory')
  if (measure === null || (before !== undefined && (changes.impact === undefined || changes.impact === before.impact))) return
  if (before !== undefined && !isOpen(before.status)) return refuse('impact', 'actions.errors.impact_open_only')
  const own = before === undefined ? 0 : (before.impact ?? 0)
  if (Number(changes.impact) > (await currentEfficiency(tx, measure)) + own) refuse('impact', 'actions.errors.impact_too_big')
}

/** An improvement action tells why its measure's efficiency was lowered, and when it was not any more: it cannot be deleted (decisions, Scores 1). */
export function refuseImprovement({ before, action }: WriteContext<typeof remediation>): void {
  if (action !== 'reset' && before?.type === 'UPGRADE') throw new AppError('IN_USE', 'actions.errors.upgrade_delete')
}
