import { sql } from 'kysely'
import type { WrittenRow } from '#kit/contract/event.ts'
import { onward, systemGrant, type Grant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Changes, type Resources, type Stored, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import { removeRow, updateRow } from '#kit/server/data/store/store.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import type { measure } from '#areas/measures/contract/measure.ts'
import { everyMeasure, plan, unplan } from '#areas/measures/server/index.ts'
import { openDeduction, releaseDeduction, reopenDeduction } from '#areas/scores/server/index.ts'
import { actionFinished, actionImported, actionReopened, actionStarted } from '#areas/actions/contract/events.ts'
import type { RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import type { remediation } from '#areas/actions/contract/remediation.ts'
import { isOpen } from '#areas/actions/contract/remediation-work.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { fromMeasure } from './origin.ts'
import { actionOpen } from './facts.ts'

/** What follows from an action by rule is done even where the person who caused it could not do it by hand; the audit names that person. */
const ruleGrant = (tx: Tx): Grant => systemGrant('what follows from an action', tx.who)

const statusOf = (row: Stored | undefined) => row?.status as RemediationStatus | undefined

/** What a write of an action does to its measures and their deductions, and whom it tells. */
export async function afterRemediation(context: WrittenContext<typeof remediation>): Promise<void> {
  const { tx, resources, before, after, changes } = context
  if (!after) return
  const [from, to] = [statusOf(before), statusOf(after) as RemediationStatus]
  const changed = from !== to
  const reopened = changed && from !== undefined && !isOpen(from) && isOpen(to)
  const cancelled = changed && to === 'CANCELLED'

  if (after.type === 'BUILD') {
    if (isOpen(to) && (!before || reopened || changes.measures !== undefined || changes.measure !== undefined)) await planMeasures(context)
    if (cancelled && before) await abandon(tx, resources, after.id, await measuresOf(tx, after.id))
  }
  if (after.type === 'UPGRADE') await keepDeduction(context, { reopened, cancelled })

  if (!before && context.action === 'import' && isOpen(to) && after.measure_id === null && after.source === null && after.program_id !== null)
    await tx.emit(actionImported, after.id, { program: after.program_id })
  if (changed && (to === 'FINISHED' || after.defect === 'GONE')) await tx.emit(actionFinished, after.id)
  if (reopened) await tx.emit(actionReopened, after.id)
  if (before && changed && to === 'ONGOING') await tx.emit(actionStarted, after.id)
}

/** The measures that an implementation action implements. */
export async function measuresOf(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.run(sql<{
    id: number
  }>`select measure_id as id from remediation where customer_id = ${tx.customerId} and id = ${id} and measure_id is not null
    union select target_id from remediation__measures where customer_id = ${tx.customerId} and owner_id = ${id} order by 1`)
  return rows.map((row) => row.id)
}

/** An open implementation action makes «not implemented, planned» of its measures; one that is implemented stays so when its action is reopened. */
async function planMeasures({ tx, grant, resources, before, after }: WrittenContext<typeof remediation>): Promise<void> {
  for (const id of await measuresOf(tx, after?.id ?? 0)) {
    const measure = await tx.first(
      sql<{
        status: string
        decision: string | null
      }>`select m.status, m.decision from ${everyMeasure(tx.customerId)} m where m.id = ${id}`,
    )
    if (measure?.decision === 'PLANNED' || (before && measure?.status === 'IMPLEMENTED')) continue
    await plan(tx, onward(grant, resourceOf(resources, 'measure').def, 'update'), resources, id)
  }
}

/** Measures that no open action is to implement any more are to be handled again. */
async function abandon(tx: Tx, resources: Resources, id: number, measures: readonly number[]): Promise<void> {
  for (const measure of measures) if (!(await isBeingBuilt(tx, measure, id))) await unplan(tx, ruleGrant(tx), resources, measure)
}

/** Its review was closed without effect: what it was to implement and no other open action is to, is to be handled again. */
export const abandonMeasures = (tx: Tx, resources: Resources, id: number, measures: readonly number[]): Promise<void> => abandon(tx, resources, id, measures)

/** Before an action goes: measures that it alone was to implement are to be handled again. */
export async function onRemoving(tx: Tx, event: DomainEvent<WrittenRow<typeof remediation>>, resources: Resources): Promise<void> {
  const { before } = event.payload
  if (before.type === 'BUILD' && isOpen(before.status)) await abandon(tx, resources, event.id, await measuresOf(tx, event.id))
}

/** Whether another open action is to implement the measure. */
async function isBeingBuilt(tx: Tx, measure: number, besides: number): Promise<boolean> {
  const other =
    await tx.first(sql`select 1 from remediation r where r.customer_id = ${tx.customerId} and r.id <> ${besides} and r.type = 'BUILD' and ${actionOpen(rowRef('r'))}
    and (r.measure_id = ${measure} or exists (select 1 from remediation__measures l where l.customer_id = r.customer_id and l.owner_id = r.id and l.target_id = ${measure})) limit 1`)
  return other !== undefined
}

interface Turn {
  readonly reopened: boolean
  readonly cancelled: boolean
}

/** Open with the action until its review is closed, and lost for good when the defect is accepted (decisions, Scores 1). */
async function keepDeduction({ tx, resources, before, after, changes }: WrittenContext<typeof remediation>, { reopened, cancelled }: Turn): Promise<void> {
  if (!after) return
  const [measure, points] = [after.measure_id as number, Number(after.impact)]
  if (!before || (isOpen(after.status) && changes.impact !== undefined && changes.impact !== before.impact))
    await openDeduction(tx, { remediation: after.id, measure, points })
  if (cancelled && after.defect === 'ACCEPTED') {
    await releaseDeduction(tx, after.id)
    await shiftBase(tx, resources, { measure, by: -points, reason: after.status_reason ?? after.identifier })
  }
  if (reopened) {
    if (before?.defect === 'ACCEPTED') await shiftBase(tx, resources, { measure, by: points, reason: after.identifier })
    await reopenDeduction(tx, after.id)
  }
}

async function shiftBase(tx: Tx, resources: Resources, o: { measure: number; by: number; reason: string }): Promise<void> {
  const row = await tx.first(sql<{ base: number }>`select m.base_efficiency as base from ${everyMeasure(tx.customerId)} m where m.id = ${o.measure}`)
  if (!row) return
  const base = Math.min(100, Math.max(0, row.base + o.by))
  await updateRow(
    tx,
    ruleGrant(tx),
    resourceOf(resources, 'measure'),
    resources,
    o.measure,
    { base_efficiency: base, efficiency_reason: o.reason.slice(0, 500) },
    { action: 'defect' },
  )
}

/**
 * The actions of a measure that was reset: those that implement another measure too, or only concern this one from another perimeter, are unlinked;
 * the others go, their versions staying in history. Of a measure that was not implemented only the implementation actions go (MEA-09, MEA-10).
 */
export async function onMeasureReset(tx: Tx, event: DomainEvent<WrittenRow<typeof measure>>, resources: Resources): Promise<void> {
  const { before } = event.payload
  const actions = resourceOf(resources, 'remediation')
  const grant = ruleGrant(tx)
  const unlink = (id: number, changes: Changes) => updateRow(tx, grant, actions, resources, id, changes, { action: 'unlink' })
  const tied = await tx.run(sql<{
    id: number
    type: string
    measure_id: number | null
    perimeter_id: number | null
    others: number[]
  }>`select r.id, r.type, r.measure_id, r.perimeter_id,
      array(select l.target_id from remediation__measures l where l.customer_id = r.customer_id and l.owner_id = r.id and l.target_id <> ${event.id} order by 1) as others
    from remediation r where r.customer_id = ${tx.customerId} and (r.measure_id = ${event.id}
      or exists (select 1 from remediation__measures l where l.customer_id = r.customer_id and l.owner_id = r.id and l.target_id = ${event.id})) order by r.id`)
  for (const { id, type, measure_id, perimeter_id, others } of tied) {
    const serves = measure_id === event.id ? others : [measure_id, ...others]
    if (serves.length > 0) await unlink(id, { measure: serves[0], measures: serves.slice(1), ...fromMeasure(serves[0] ?? null) })
    else if (before.status !== 'IMPLEMENTED' && type !== 'BUILD') continue
    else if (perimeter_id !== before.perimeter_id) await unlink(id, { measure: null })
    else {
      await releaseDeduction(tx, id)
      await removeRow(tx, grant, actions, resources, id, undefined, 'reset')
    }
  }
}
