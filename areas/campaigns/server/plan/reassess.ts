import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import type { Resources, WrittenContext } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { oneByOne } from '#kit/server/jobs/one-by-one.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import type { campaign } from '#areas/campaigns/contract/campaign.ts'
import { lockEvaluation } from '#areas/campaigns/server/answer/head.ts'
import { evaluationState } from '#areas/campaigns/server/answer/evaluation-state.ts'
import { storeAnswers } from '#areas/campaigns/server/answer/store-answers.ts'

const jobName = 'campaign.judge'
/** What of a campaign says when an answer is complete. */
const rules = ['comment_required', 'proofs', 'na_allowed', 'remediation_enabled'] as const

/** Where a campaign asks otherwise from now on, what was answered is judged anew in the background; what was handed over stays as it was. */
export function judgeWhereRulesChange({ tx, before, after }: WrittenContext<typeof campaign>): void {
  if (before && after && rules.some((name) => before[name] !== after[name]))
    tx.enqueue({ name: jobName, data: { campaign_id: after.id }, key: String(after.id) })
}

/** Evaluations that can still be answered, with something answered. */
const answered = (tx: Tx, id: number) =>
  tx.run(sql<{
    id: number
  }>`select e.id from evaluation e where e.customer_id = ${tx.customerId} and e.campaign_id = ${id} and e.status in ('NOT_STARTED', 'STARTED', 'REJECTED')
    and exists (select 1 from evaluation_answer a where a.customer_id = e.customer_id and a.evaluation_id = e.id) order by e.id`)

/** How far one evaluation is by the rules of now; held, so that nobody answers meanwhile. */
async function judgeOne(tx: Tx, resources: Resources, id: number): Promise<void> {
  await lockEvaluation(tx, id)
  await storeAnswers(tx, await evaluationState(tx, systemGrant('evaluations that a campaign asks for', tx.who), resources, id), [])
}

/** Each evaluation for itself; run again, it finds the same. */
export const judgeJob: LongJob = {
  name: jobName,
  runLong: async ({ apart, resources, data }) => {
    const campaign = Number((data as { campaign_id?: unknown }).campaign_id)
    const found = await apart((tx) => answered(tx, campaign))
    await oneByOne(
      found.map(({ id }) => id),
      'Evaluations that could not be judged by the new rules',
      (id) => apart((tx) => judgeOne(tx, resources, id)),
    )
  },
}
