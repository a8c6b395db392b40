import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { projectEnds } from '#areas/campaigns/server/decide/validation.ts'
import { keepSubmissions } from '#areas/campaigns/server/answer/submit.ts'

/**
 * The project is closed: of its campaigns that run, evaluations that are fully answered are submitted and all others are ignored, then the campaigns end (PRJ-11, CMP-29).
 * The campaigns are held first, and then the evaluations with how they stand, so that nobody answers meanwhile.
 */
export async function endForProject(tx: Tx, resources: Resources, project: number): Promise<void> {
  const running = await tx.run(sql<{ id: number; status: string }>`select id, status from campaign
    where customer_id = ${tx.customerId} and project_id = ${project} and status in ('METRIC_ENTRY', 'STARTED') order by id for no key update`)
  if (running.length === 0) return
  const grant = systemGrant('evaluations that a campaign asks for', tx.who)
  const found = await tx.run(sql<{ id: number; campaign: number; whole: boolean }>`select e.id, e.campaign_id as campaign,
      st.asked > 0 and st.answered >= st.asked and e.status <> 'NOT_STARTED' as whole
    from evaluation e join evaluation_standing st on st.customer_id = e.customer_id and st.evaluation_id = e.id
    where e.customer_id = ${tx.customerId} and e.campaign_id = any(${running.map(({ id }) => id)}::bigint[]) and e.status in ('NOT_STARTED', 'STARTED', 'REJECTED')
    order by e.id for no key update of e, st`)
  // Where only numbers are entered yet, nothing can be whole.
  const started = new Set(running.filter(({ status }) => status === 'STARTED').map(({ id }) => id))
  const [whole, others] = [
    found.filter((one) => one.whole && started.has(one.campaign)).map(({ id }) => id),
    found.filter((one) => !one.whole || !started.has(one.campaign)).map(({ id }) => id),
  ]
  const evaluations = resourceOf(resources, 'evaluation')
  const submitted = { status: 'WAITING_VALIDATION', submitted_at: tx.now.toISOString(), submitted_by: tx.who.memberId }
  await updateRows(
    tx,
    grant,
    evaluations,
    resources,
    whole.map((id) => ({ id, changes: { ...submitted } })),
    { action: projectEnds },
  )
  await keepSubmissions(tx, whole)
  await updateRows(
    tx,
    grant,
    evaluations,
    resources,
    others.map((id) => ({ id, changes: { status: 'IGNORED' } })),
    { action: projectEnds },
  )
  await updateRows(
    tx,
    grant,
    resourceOf(resources, 'campaign'),
    resources,
    running.map(({ id }) => ({ id, changes: { status: 'FINISHED' } })),
    { action: projectEnds },
  )
}
