import { sql } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import type { StoredOf } from '#kit/contract/entity.ts'
import { storedOneOf } from '#kit/contract/one-of.ts'
import { onward, type Grant } from '#kit/server/access/authorize.ts'
import { byPilots } from '#kit/server/access/row-rule.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { settleAsked } from '#kit/server/data/people/notify.ts'
import { resourceOf, type Changes, type Resources, type WriteContext, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateLocked } from '#kit/server/data/store/update-rows.ts'
import { statusChange } from '#kit/server/data/work/work-guard.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import { abandonMeasures, actionFinished, everyAction, measuresOf } from '#areas/actions/server/index.ts'
import { implement } from '#areas/measures/server/index.ts'
import { releaseDeduction, reopenDeduction } from '#areas/scores/server/index.ts'
import { closedStates } from '#kit/contract/work-item.ts'
import { exemptionWork } from '#areas/exemptions/contract/exemption-work.ts'
import { gapWork } from '#areas/gaps/contract/gap-work.ts'
import { incidentWork } from '#areas/incidents/contract/incident-work.ts'
import { review } from '#areas/reviews/contract/review.ts'
import { reviewWork } from '#areas/reviews/contract/review-work.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'

type Review = StoredOf<typeof review>
type Context = Pick<WriteContext<typeof review>, 'tx' | 'grant' | 'resources'>

/** What closing makes of what a review is about, and in which statuses, which its lifecycle says, it is over already: nothing is done to it then (REV-15 … REV-17). */
export const endings = {
  INCIDENT: { entity: 'incident', over: closedStates(incidentWork), to: { status: 'CLOSED', close_reason: 'RESOLVED' } },
  GAP: { entity: 'gap', over: closedStates(gapWork), to: { status: 'CLOSE', resolution_status: 'RESOLVED' } },
  PROJECT: { entity: 'isp_project', over: ['CLOSED'], to: { dev_step: 'CLOSE' } },
  EXEMPTION: { entity: 'exemption', over: closedStates(exemptionWork), to: { status: 'CLOSED', close_reason: 'REMEDIED' } },
} as const satisfies Readonly<Record<string, { entity: string; over: readonly string[]; to: Changes }>>

export const endingOf = (type: unknown) => (typeof type === 'string' && Object.hasOwn(endings, type) ? endings[type as keyof typeof endings] : undefined)
export const targetOf = (row: Review) => storedOneOf('target', review.fields.target, row)

/** What is refused about a review beside what its lifecycle refuses: why it is without effect is said, and one of a kind is open at a time. */
export async function guardReview(context: GuardContext<typeof review>): Promise<void> {
  const { tx, grant, before, changes, refuse } = context
  if (before === undefined) return
  const { from, to } = statusChange(reviewWork, context)
  const moved = from !== to
  if (!moved && changes.without_effect !== undefined && changes.without_effect !== before.without_effect)
    refuse('without_effect', 'reviews.errors.with_closing')
  if (moved && to === 'CLOSED') {
    if (changes.without_effect === true && (changes.comment ?? '').trim() === '') refuse('comment', 'reviews.errors.reason_needed')
    Object.assign(changes, { without_effect: changes.without_effect ?? false, manager: grant.who.memberId, timestamp: tx.now.toISOString() })
  }
  if (moved && to === 'OPEN') {
    Object.assign(changes, { without_effect: false, manager: null, timestamp: null, comment: null })
    const why = await whyNotOpen(tx, before)
    if (why) throw new AppError('CONFLICT', why)
  }
}

/** Another one was opened since for the same, or its action is being worked on again: what that comes to is a review of its own. */
async function whyNotOpen(tx: Tx, row: Review): Promise<string | null> {
  const found = await tx.first(sql<{
    other: boolean
    gone: boolean
    ended: boolean | null
  }>`select exists (select 1 from review o where o.customer_id = r.customer_id and o.id <> r.id and o.status = 'OPEN'
      and o.source = r.source and o.target_type is not distinct from r.target_type and coalesce(o.occasion, 'VERSION') = coalesce(r.occasion, 'VERSION') and (o.target_type is distinct from 'UPGRADE' or o.remediation_id is not distinct from r.remediation_id)
      and (o.target_measure_id, o.target_incident_id, o.target_gap_id, o.target_exemption_id, o.target_member_id, o.target_policy_id, o.target_program_id, o.target_auth_config_id, o.target_risk_id, o.target_isp_project_id, o.target_evaluation_id, o.target_customer_connector_id)
        is not distinct from (r.target_measure_id, r.target_incident_id, r.target_gap_id, r.target_exemption_id, r.target_member_id, r.target_policy_id, r.target_program_id, r.target_auth_config_id, r.target_risk_id, r.target_isp_project_id, r.target_evaluation_id, r.target_customer_connector_id)) as other,
      num_nonnulls(r.target_measure_id, r.target_incident_id, r.target_gap_id, r.target_exemption_id, r.target_member_id, r.target_policy_id, r.target_program_id,
        r.target_auth_config_id, r.target_risk_id, r.target_isp_project_id, r.target_evaluation_id, r.target_customer_connector_id) = 0 as gone,
      (select ${actionFinished(rowRef('a'))} or a.defect is not distinct from 'GONE' from ${everyAction(tx.customerId)} a where a.id = r.remediation_id) as ended
    from review r where r.customer_id = ${tx.customerId} and r.id = ${row.id}`)
  if (found?.gone || (row.source === 'REMEDIATION' && row.remediation_id === null)) return 'reviews.errors.gone'
  if (found?.other) return 'reviews.errors.other_open'
  return row.source === 'REMEDIATION' && found?.ended !== true ? 'reviews.errors.action_open' : null
}

/** Whose reviews wait in their inbox (REV-31); contributors look at what became of their own actions from there. */

/** What closing and reopening do, in the very transaction; what somebody may not write by hand they do not write by a review. */
export async function afterReview(context: WrittenContext<typeof review>): Promise<void> {
  const { tx, before, after, grant } = context
  if (!after || before?.status === after.status) return
  const cause = `asked:review:${after.id}`
  if (!before) return tx.tell({ kind: 'to_approve', entity: 'review', id: after.id, whom: byPilots, cause })
  if (after.status === 'CLOSED') await settleAsked(tx, cause)
  if (after.status === 'OPEN') return reopen(context, after)
  if (after.without_effect) return grant.work === undefined ? leave(context, after) : undefined
  await apply(context, after)
}

async function apply({ tx, grant, resources }: Context, row: Review): Promise<void> {
  const target = targetOf(row)
  if (!target) return
  const ending = endingOf(row.target_type)
  if (ending) {
    const resource = resourceOf(resources, ending.entity)
    const may = onward(grant, resource.def, 'update')
    const held = await lockRow(tx, may, resource, resources, target.id, 'update')
    if (!ending.over.some((status) => status === held.status))
      await updateRow(tx, may, resource, resources, target.id, { ...ending.to, ...('dev_step' in ending.to && { step_since: tx.today }) }, { action: 'review' })
    return
  }
  if (row.target_type === 'UPGRADE') {
    await holdMeasure(tx, grant, resources, target.id)
    if (row.remediation_id !== null) await releaseDeduction(tx, row.remediation_id)
  }
  if (row.target_type === 'BUILD') {
    const held = await holdMeasure(tx, grant, resources, target.id)
    const on = await doneOn(tx, row.remediation_id)
    if (held.status !== 'IMPLEMENTED')
      await implement(tx, onward(grant, resourceOf(resources, 'measure').def, 'update'), resources, target.id, on ? { on } : {})
  }
}

interface Implementing {
  readonly implemented_on?: string | undefined
  readonly manager?: number | null | undefined
  readonly comment?: string | undefined
  readonly version?: number | undefined
}

/** What the fork dialog says of the measure, and the end of its review, in one transaction (REV-20). */
export async function implementAndClose({ tx, grant, resources }: Context, id: number, values: Implementing): Promise<void> {
  const reviews = resourceOf(resources, 'review')
  const before = (await lockRow(tx, grant, reviews, resources, id, 'update', values.version)) as Review
  const target = targetOf(before)
  if (before.target_type !== 'BUILD' || before.status !== 'OPEN' || !target) throw new AppError('CONFLICT', 'reviews.errors.not_to_implement')
  if (values.implemented_on !== undefined && values.implemented_on > tx.today) throw invalidField('implemented_on', 'kit.errors.date_future')
  const held = await holdMeasure(tx, grant, resources, target.id)
  const on = values.implemented_on ?? (await doneOn(tx, before.remediation_id))
  const may = onward(grant, resourceOf(resources, 'measure').def, 'update')
  if (held.status !== 'IMPLEMENTED')
    await implement(tx, may, resources, target.id, { ...(on && { on }), ...(values.manager !== undefined && { manager: values.manager }) })
  await updateLocked(
    tx,
    grant,
    reviews,
    resources,
    [{ before, input: { status: 'CLOSED', ...(values.comment !== undefined && { comment: values.comment }) } }],
    {},
  )
}

const holdMeasure = (tx: Tx, grant: Grant, resources: Resources, id: number) => {
  const measures = resourceOf(resources, 'measure')
  return lockRow(tx, onward(grant, measures.def, 'update'), measures, resources, id, 'update')
}

async function doneOn(tx: Tx, action: number | null): Promise<string | null> {
  const row = await tx.first(sql<{ done_date: string | null }>`select a.done_date from ${everyAction(tx.customerId)} a where a.id = ${action}`)
  return row?.done_date ?? null
}

/** Without effect the target stays as it is; a measure that is planned by no action any more is to be handled again. */
async function leave({ tx, grant, resources }: Context, row: Review): Promise<void> {
  const target = targetOf(row)
  if (row.target_type !== 'BUILD' || !target || row.remediation_id === null) return
  await holdMeasure(tx, grant, resources, target.id)
  const served = await measuresOf(tx, row.remediation_id)
  await abandonMeasures(
    tx,
    resources,
    row.remediation_id,
    served.filter((id) => id === target.id),
  )
}

/** Opening again undoes nothing of the target, but what an improvement action takes off its measure counts again (decisions, Scores 1). */
async function reopen({ tx, grant, resources }: Context, row: Review): Promise<void> {
  const target = targetOf(row)
  if (row.target_type !== 'UPGRADE' || !target || row.remediation_id === null) return
  await holdMeasure(tx, grant, resources, target.id)
  await reopenDeduction(tx, row.remediation_id)
}
