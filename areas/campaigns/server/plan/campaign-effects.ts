import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { removeRows } from '#kit/server/data/store/remove-rows.ts'
import { resourceOf, type Resources, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { isDraft, isRunning, type campaign } from '#areas/campaigns/contract/campaign.ts'
import { beginStanding, joinPerimeters, scopeOf, type CampaignRow } from '#areas/campaigns/server/scope.ts'
import { feedJobName, noteFeeds } from './feed.ts'
import { readinessOf } from './readiness.ts'

export const inviteJobName = 'campaign.invite'

/** Whoever is asked from now on is written to, and what metrics know is answered, both in the background. */
export function enqueueAsked(tx: Tx, { id, questionnaire_id: questionnaire }: CampaignRow): void {
  tx.enqueue({ name: inviteJobName, data: { campaign_id: id }, key: String(id) })
  if (questionnaire !== null) tx.enqueue({ name: feedJobName, data: { campaign_id: id }, key: String(id) })
}

const evaluationGrant = (tx: Tx) => systemGrant('evaluations that a campaign asks for', tx.who)

/** What follows from a campaign as it is now: whom it asks, until when, and what its start begins. */
export async function followCampaign({ tx, resources, before, after, changes }: WrittenContext<typeof campaign>): Promise<void> {
  if (!after) return before?.questionnaire_id ? noteFeeds(tx, before.id, null) : undefined
  const scope = ['scope', 'perimeters', 'tag', 'policy'] as const
  if (isDraft(after.status) && (!before || scope.some((name) => changes[name] !== undefined))) await followScope(tx, resources, after)
  if (isRunning(after.status) && before && changes.perimeters !== undefined) await widen(tx, resources, after)
  if (before && before.limit_date_evaluation !== after.limit_date_evaluation) await moveDueDates(tx, resources, after)
  const moved = before?.status !== after.status
  if (moved && after.status === 'FINISHED') await endGivenBack(tx, resources, after)
  if (moved && (after.status === 'READY' || (after.status === 'TO_BE_PLANNED' && before?.status === 'INIT'))) await assertComplete(tx, after)
  if (moved && isRunning(after.status) && isDraft(before?.status)) await begin(tx, resources, after)
  if (moved && after.status === 'STARTED' && before?.status === 'METRIC_ENTRY') {
    await joinPerimeters(tx, resources, after, await scopeOf(tx, after))
    enqueueAsked(tx, after)
  }
  if (moved && (after.questionnaire_id !== null || before?.questionnaire_id)) await noteFeeds(tx, after.id, after.status)
}

const askedRows = (tx: Tx, id: number) =>
  tx.run(
    sql<{ id: number; perimeter_id: number }>`select id, perimeter_id from evaluation where customer_id = ${tx.customerId} and campaign_id = ${id} order by id`,
  )

/** Takes all evaluations of a campaign away that has never started. */
export async function removeAsked(tx: Tx, resources: Resources, id: number): Promise<void> {
  const rows = await askedRows(tx, id)
  await removeRows(
    tx,
    evaluationGrant(tx),
    resourceOf(resources, 'evaluation'),
    resources,
    rows.map((row) => row.id),
  )
}

/** Before its start a campaign asks whom its scope names today, no more and no less; who evaluates the others stays. */
export async function followScope(tx: Tx, resources: Resources, row: CampaignRow): Promise<void> {
  const wanted = new Set(await scopeOf(tx, row))
  const gone = (await askedRows(tx, row.id)).filter(({ perimeter_id: perimeter }) => !wanted.has(perimeter))
  await removeRows(
    tx,
    evaluationGrant(tx),
    resourceOf(resources, 'evaluation'),
    resources,
    gone.map(({ id }) => id),
  )
  await joinPerimeters(tx, resources, row, [...wanted])
}

/** While it runs, perimeters only join. */
async function widen(tx: Tx, resources: Resources, row: CampaignRow): Promise<void> {
  const wanted = await scopeOf(tx, row)
  const lost = (await askedRows(tx, row.id)).some(({ perimeter_id: perimeter }) => !wanted.includes(perimeter))
  if (lost) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: { perimeters: [{ key: 'campaigns.plan.errors.only_join' }] } })
  if ((await joinPerimeters(tx, resources, row, wanted)) > 0) enqueueAsked(tx, row)
}

/** Evaluations that have no day of their own are due when the campaign says. */
async function moveDueDates(tx: Tx, resources: Resources, row: CampaignRow): Promise<void> {
  const rows = await tx.run(sql<{ id: number }>`select id from evaluation
    where customer_id = ${tx.customerId} and campaign_id = ${row.id} and limit_date is null and due_date is distinct from ${row.limit_date_evaluation}::date order by id`)
  await updateRows(
    tx,
    evaluationGrant(tx),
    resourceOf(resources, 'evaluation'),
    resources,
    rows.map(({ id }) => ({ id, changes: { due_date: row.limit_date_evaluation } })),
    { action: 'extend' },
  )
}

/** Throws what a campaign still lacks; one that is to be planned may lack its dates. What a program lays out, it answers for. */
export async function assertComplete(tx: Tx, row: CampaignRow): Promise<void> {
  if (tx.who.memberId === null) return
  const { lines } = await readinessOf(tx, row)
  const missing = lines.filter(({ key, state }) => state === 'MISSING' && (row.status !== 'TO_BE_PLANNED' || key !== 'dates'))
  if (missing.length > 0)
    throw new AppError('INVALID', 'kit.errors.check_inputs', {
      fields: { status: missing.map(({ key, count }) => ({ key: `campaigns.plan.missing.${key}`, values: { count } })) },
    })
}

/** An end is an end for all: what was given back after an earlier one is not answered after this one. */
async function endGivenBack(tx: Tx, resources: Resources, row: CampaignRow): Promise<void> {
  const rows = await tx.run(
    sql<{ id: number }>`select id from evaluation where customer_id = ${tx.customerId} and campaign_id = ${row.id} and given_back order by id`,
  )
  await updateRows(
    tx,
    evaluationGrant(tx),
    resourceOf(resources, 'evaluation'),
    resources,
    rows.map(({ id }) => ({ id, changes: { given_back: false } })),
    { action: 'close' },
  )
}

/** What is asked of each perimeter is settled on the day; who evaluates is written to in the background. */
async function begin(tx: Tx, resources: Resources, row: CampaignRow): Promise<void> {
  await followScope(tx, resources, row)
  const rows = await askedRows(tx, row.id)
  await beginStanding(
    tx,
    row,
    rows.map(({ id }) => id),
  )
  enqueueAsked(tx, row)
}
