import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { feedJobName } from '#areas/campaigns/server/plan/feed.ts'
import { beginStanding, type CampaignRow } from '#areas/campaigns/server/scope.ts'

/**
 * Takes the answers of an evaluation away, which stand in their history as they were; what came of them stays: actions, proofs, and what was submitted (CMP-10).
 * Whoever answers at the same moment waits for it, and finds the evaluation as it is at its start.
 */
export async function removeAnswers(tx: Tx, evaluation: number): Promise<void> {
  await tx.run(sql`update evaluation_standing set answered = 0, score = null, parts = '{}', accumulators = '{}', revision = revision + 1, answered_at = null
    where customer_id = ${tx.customerId} and evaluation_id = ${evaluation}`)
  const columns = sql.raw(
    'customer_id, id, version, valid_from, evaluation_id, control_id, element_id, item, level, value, na, justification, comment, worth, complete, hidden, suggested, answered_by_id, answered_at',
  )
  await tx.run(sql`with gone as (delete from evaluation_answer where customer_id = ${tx.customerId} and evaluation_id = ${evaluation} returning *)
    insert into evaluation_answer_history (${columns}, valid_to) select ${columns}, moment() from gone`)
  const campaign = await tx.first(sql<CampaignRow>`select c.* from campaign c join evaluation e on e.customer_id = c.customer_id and e.campaign_id = c.id
    where e.customer_id = ${tx.customerId} and e.id = ${evaluation}`)
  if (!campaign) return
  await beginStanding(tx, campaign, [evaluation])
  if (campaign.questionnaire_id !== null) tx.enqueue({ name: feedJobName, data: { campaign_id: campaign.id }, key: String(campaign.id) })
}
