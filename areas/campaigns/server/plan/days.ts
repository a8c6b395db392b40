import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { oneByOne } from '#kit/server/jobs/one-by-one.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import { isDraft, isRunning, type CampaignStatus } from '#areas/campaigns/contract/campaign.ts'
import { joinPerimeters, scopeOf, type CampaignRow } from '#areas/campaigns/server/scope.ts'
import { enqueueAsked, followScope } from './campaign-effects.ts'

export const remindJobName = 'campaign.remind'

/** Where a campaign should be on a day, by its dates; it goes there in as many steps as days were missed. */
export function statusOn(row: CampaignRow, today: string): CampaignStatus | null {
  const status = row.status as CampaignStatus
  const { date_start: start, metric_entry_date: metrics, end_date: end, limit_date_evaluation: limit } = row
  const last = end ?? limit
  if (isRunning(status) && last !== null && last < today) return 'FINISHED'
  if ((status === 'READY' || status === 'METRIC_ENTRY') && start !== null && start <= today) return 'STARTED'
  if (status === 'READY' && row.questionnaire_id !== null && metrics !== null && metrics <= today) return 'METRIC_ENTRY'
  return null
}

/** What the audit calls each way that a day brings. */
const moves: Partial<Record<CampaignStatus, string>> = { METRIC_ENTRY: 'begin_metrics', STARTED: 'start', FINISHED: 'close' }

/** Brings one campaign to where its dates say; held, so that of two servers the second finds it done. */
export async function settle(tx: Tx, resources: Resources, id: number): Promise<void> {
  const campaigns = resourceOf(resources, 'campaign')
  const grant = systemGrant('evaluations that a campaign asks for', tx.who)
  for (;;) {
    const row = await tx.first(sql<CampaignRow>`select c.* from campaign c where c.customer_id = ${tx.customerId} and c.id = ${id} for no key update`)
    if (!row) return
    const next = statusOn(row, tx.today)
    if (next === null) return follow(tx, resources, row)
    await updateRow(tx, grant, campaigns, resources, id, { status: next }, { action: moves[next] ?? 'start' })
  }
}

/** Drafts ask whom their scope names; what runs takes in who comes, where it was planned so (CMP-03). */
async function follow(tx: Tx, resources: Resources, row: CampaignRow): Promise<void> {
  if (isDraft(row.status)) return followScope(tx, resources, row)
  if (!isRunning(row.status) || !row.auto_join) return
  if ((await joinPerimeters(tx, resources, row, await scopeOf(tx, row))) > 0) enqueueAsked(tx, row)
}

/**
 * Campaigns whose day has come start and end after midnight where the organisation is; after an outage those that were missed. One that cannot be brought there holds
 * no other up: the job fails at the end, naming each, and so is tried again.
 */
export const daysJob: LongJob = {
  name: 'campaign.days',
  schedule: '5 0 * * *',
  runLong: async ({ apart, resources }) => {
    const ids = await apart((tx) =>
      tx.run(sql<{ id: number }>`select id from campaign where customer_id = ${tx.customerId} and status <> 'FINISHED' order by id`),
    )
    await oneByOne(
      ids.map(({ id }) => id),
      'Campaigns that could not be brought to their day',
      (id) => apart((tx) => settle(tx, resources, id)),
    )
  },
}

/** A start that somebody asks for today: many perimeters hold nobody up. */
export const startJob: LongJob = {
  name: 'campaign.start',
  runLong: ({ apart, resources, data }) => apart((tx) => settle(tx, resources, Number((data as { campaign_id?: unknown }).campaign_id))),
}
