import { scaleLevels } from '#areas/scales/server/index.ts'
import { sql, type RawBuilder } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { EvaluationHead } from '#areas/campaigns/contract/answer-calls.ts'
import type { AnswerRules } from '#areas/campaigns/contract/answer-progress.ts'
import { isRunning } from '#areas/campaigns/contract/campaign.ts'
import { isAnswerable } from '#areas/campaigns/contract/evaluation.ts'
import { evaluationRules, mayAnswer } from '#areas/campaigns/server/rules.ts'

/** What is known of an evaluation and its campaign when it is read or answered. */
export interface Head extends Omit<EvaluationHead, 'may_answer' | 'closed_by' | 'unseen'> {
  readonly answering: boolean
  readonly perimeter_id: number
  readonly program_id: number | null
  readonly policy_id: number | null
  readonly policy_version_id: number | null
  readonly copied_from_id: number | null
  readonly questionnaire_id: number | null
  readonly edition: number | null
  readonly validator_id: number | null
  readonly validator_group_id: number | null
  readonly given_back: boolean
}

const e = rowRef('e')

/** Throws «Evaluation not found» where there is none that the reader may see (CMP-17). */
export async function headOf(tx: Tx, grant: Grant, id: number): Promise<Head> {
  return headWith<object>(tx, grant, id, sql``)
}

/** The same with more of it, in one statement. */
export async function headWith<M extends object>(tx: Tx, { who }: Grant, id: number, more: RawBuilder<unknown>): Promise<Head & M> {
  const found = await tx.first(sql<Head & M & { readable: boolean }>`select e.id, e.version, e.status, e.due_date::text as due_date, e.justification,
      to_json(e.submitted_at)#>>'{}' as submitted_at, e.perimeter_id, e.validator_id, e.validator_group_id, e.given_back,
      jsonb_build_object('id', p.id, 'name', ${localizedText(rowRef('p'), 'name', who.lang)}) as perimeter,
      jsonb_build_object('id', c.id, 'name_en', c.name_en, 'name_fr', c.name_fr, 'status', c.status, 'comment_required', c.comment_required, 'proofs', c.proofs,
        'na_allowed', c.na_allowed, 'remediation_enabled', c.remediation_enabled, 'limit_date_remediation', c.limit_date_remediation, 'questionnaire_id', c.questionnaire_id) as campaign,
      c.program_id, c.policy_id, c.policy_version_id, c.copied_from_id, c.questionnaire_id, c.edition, st.left_out, st.revision,
      (select coalesce(jsonb_agg(jsonb_build_object('value', l.value, 'color', l.color, 'name_en', l.name_en, 'name_fr', l.name_fr, 'description_en', l.description_en,
          'description_fr', l.description_fr, 'comment_required', l.comment_required, 'remediation', l.remediation) order by l.value, l.position), '[]')
        from ${scaleLevels(sql`c.customer_id`, sql`c.eval_scale_id`)} l where (not exists (select 1 from campaign__levels o
          where o.customer_id = c.customer_id and o.owner_id = c.id) or l.value in (select o.value from campaign__levels o where o.customer_id = c.customer_id and o.owner_id = c.id))) as levels,
      ${asSql(evaluationRules.read(e, who))} as readable, ${asSql(mayAnswer(e, who))} as answering${more}
    from evaluation e join evaluation_standing st on st.customer_id = e.customer_id and st.evaluation_id = e.id
      join campaign c on c.customer_id = e.customer_id and c.id = e.campaign_id join perimeter p on p.customer_id = e.customer_id and p.id = e.perimeter_id
    where e.customer_id = ${tx.customerId} and e.id = ${id}`)
  if (!found?.readable) throw notFound('campaigns.answer.errors.not_found')
  return found
}

/** Held until the end of the transaction: the evaluation, then how it stands (docs/decisions/0017). */
export const lockEvaluation = (tx: Tx, id: number) =>
  tx.run(sql`select 1 from evaluation e join evaluation_standing st on st.customer_id = e.customer_id and st.evaluation_id = e.id
    where e.customer_id = ${tx.customerId} and e.id = ${id} for no key update of e, st`)

export const rulesOf = ({ campaign, levels }: Head): AnswerRules => ({ ...campaign, levels })

/** Why nothing can be written there now, by whoever asks; null where it can (CMP-09, CMP-13). */
export function closedBy(head: Head, { rights }: { readonly rights: ReadonlySet<string> }, today: string): EvaluationHead['closed_by'] {
  if (!isAnswerable(head.status)) return 'STATUS'
  if (!isRunning(head.campaign.status) && !head.given_back) return 'CAMPAIGN'
  if (head.due_date !== null && head.due_date < today) return 'DEADLINE'
  if (!head.answering || !rights.has('evaluation.write')) return 'RIGHT'
  return head.campaign.status === 'METRIC_ENTRY' ? 'NUMBERS' : null
}
