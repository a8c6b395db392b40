import { everyQuestionnaire } from '#areas/questionnaires/server/index.ts'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ReadinessKey, ReadinessLine } from '#areas/campaigns/contract/plan-calls.ts'
import type { CampaignRow } from '#areas/campaigns/server/scope.ts'
import { everyPolicy, policyAppliedAt } from '#areas/policies/server/index.ts'

interface Found {
  readonly content: boolean
  readonly scaled: boolean
  readonly perimeters: number
  readonly nobody: number
  readonly unvalidated: number
  readonly not_applied: number
}

export interface Readiness {
  /** Nothing is missing. */
  readonly complete: boolean
  /** Nothing but dates is missing. */
  readonly planned: boolean
  readonly lines: ReadinessLine[]
}

/** What a campaign needs and has, in one statement; a perimeter to which the policy is not applied is asked and stands outside the score. */
export async function readinessOf(tx: Tx, row: CampaignRow): Promise<Readiness> {
  const found = await tx.first(sql<Found>`select
      coalesce((select p.current_version_id is not null from ${everyPolicy(tx.customerId)} p where p.id = ${row.policy_id}::bigint),
        (select q.edition is not null from ${everyQuestionnaire(tx.customerId)} q where q.id = ${row.questionnaire_id}::bigint), false) as content,
      coalesce(${row.policy_id}::bigint is not null or exists (select 1 from ${everyQuestionnaire(tx.customerId)} q
        join questionnaire_version v on v.customer_id = q.customer_id and v.questionnaire_id = q.id and v.edition = q.edition
        where q.id = ${row.questionnaire_id}::bigint
          and v.structure @? '$.sections[*].questions[*] ? (@.type == "SCALE")'), false) as scaled,
      count(e.id)::int as perimeters,
      count(e.id) filter (where e.evaluator_id is null and e.group_id is null)::int as nobody,
      count(e.id) filter (where e.validator_id is null and e.validator_group_id is null)::int as unvalidated,
      count(e.id) filter (where ${row.policy_id}::bigint is not null and not ${policyAppliedAt(sql`e.customer_id`, sql`${row.policy_id}::bigint`, sql`e.perimeter_id`)})::int as not_applied
    from evaluation e where e.customer_id = ${tx.customerId} and e.campaign_id = ${row.id}`)
  if (!found) throw new Error('An aggregate answers one row')
  const dated = row.date_start !== null && row.limit_date_evaluation !== null
  const line = (key: ReadinessKey, fine: boolean, count = 0, otherwise: ReadinessLine['state'] = 'MISSING'): ReadinessLine => ({
    key,
    state: fine ? 'DONE' : otherwise,
    count,
  })
  const lines = [
    line('content', found.content),
    ...(found.scaled ? [line('scale', row.eval_scale_id !== null)] : []),
    line('perimeters', found.perimeters > 0, found.perimeters),
    line('evaluators', found.nobody === 0, found.nobody),
    line('validators', found.unvalidated === 0, found.unvalidated, 'WARNING'),
    line('dates', dated),
    ...(found.not_applied > 0 ? [line('not_applied', false, found.not_applied, 'WARNING')] : []),
  ]
  const missing = lines.filter(({ state }) => state === 'MISSING')
  return { complete: missing.length === 0, planned: missing.every(({ key }) => key === 'dates'), lines }
}
