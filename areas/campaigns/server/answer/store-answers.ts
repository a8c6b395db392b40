import { sql } from 'kysely'
import { notificationChannel } from '#kit/server/data/people/notify.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Given } from '#areas/campaigns/contract/answer-progress.ts'
import { unseenOf } from '#areas/campaigns/server/outside/outside-view.ts'
import type { EvaluationState } from './evaluation-state.ts'
import type { EvaluationProgress } from './answer-values.ts'

export interface NewAnswer {
  readonly item: number
  readonly given: Given
  readonly shown?: readonly number[]
  readonly gone?: readonly number[]
}

/**
 * Writes answers and how the evaluation stands with them, and lets those who have it open know: one statement. Undefined, and nothing written, where somebody answered since they
 * were judged. Whoever writes holds the evaluation, then how it stands, also where the condition fails: PostgreSQL keeps the lock of a row that it found changed.
 */
export async function storeAnswers(
  tx: Tx,
  { head, stored, stand, items, summed }: EvaluationState,
  answers: readonly NewAnswer[],
): Promise<EvaluationProgress | undefined> {
  const all = new Map<number, Given>(stored)
  for (const { item, given } of answers) all.set(item, given)
  const progress = stand(all)
  const answeredItems = new Set(answers.map(({ item }) => item))
  const turned = [...stored.values()]
    .filter((one) => !answeredItems.has(one.item) && (progress.items.get(one.item)?.hidden ?? false) !== one.hidden)
    .map(({ item }) => item)
  const rows = answers.map(({ item, given: { level, value, na, justification, comment, suggested } }) => {
    const own = progress.items.get(item)
    const [control_id, element_id] = items.get(item) ? [null, item] : [item, null]
    return {
      control_id,
      element_id,
      item,
      level,
      value,
      na,
      justification,
      comment,
      suggested,
      worth: own?.worth ?? null,
      complete: own?.complete ?? false,
      hidden: own?.hidden ?? false,
    }
  })
  const { asked, answered, score, parts, accumulators } = progress
  const links = (of: 'shown' | 'gone') => JSON.stringify(answers.flatMap((one) => (one[of] ?? []).map((evidence) => ({ item: one.item, evidence }))))
  const updated = await tx.first(sql<{ revision: number }>`with held as materialized (
      select e.id from evaluation e where e.customer_id = ${tx.customerId} and e.id = ${head.id} for no key update of e),
    stood as (
      update evaluation_standing st set asked = ${asked}, answered = ${answered}, score = ${score}::numeric, parts = ${JSON.stringify(parts)}::jsonb,
        accumulators = ${JSON.stringify(accumulators)}::jsonb, revision = st.revision + 1, answered_at = case when ${answers.length > 0} then moment() else st.answered_at end
      from held where st.customer_id = ${tx.customerId} and st.evaluation_id = held.id and st.revision = ${head.revision} returning st.evaluation_id, st.revision),
    g as (select g.* from stood, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (control_id bigint, element_id bigint, item bigint, level int, value jsonb, na boolean,
      justification text, comment text, suggested boolean, worth numeric, complete boolean, hidden boolean)),
    former as (insert into evaluation_answer_history (customer_id, id, version, valid_from, evaluation_id, control_id, element_id, item, level, value, na, justification, comment, worth,
        complete, hidden, suggested, answered_by_id, answered_at, valid_to)
      select a.customer_id, a.id, a.version, a.valid_from, a.evaluation_id, a.control_id, a.element_id, a.item, a.level, a.value, a.na, a.justification, a.comment, a.worth, a.complete,
        a.hidden, a.suggested, a.answered_by_id, a.answered_at, moment()
      from g join evaluation_answer a on a.customer_id = ${tx.customerId} and a.evaluation_id = ${head.id} and a.item = g.item),
    said as (insert into evaluation_answer as a (customer_id, evaluation_id, control_id, element_id, level, value, na, justification, comment, worth, complete, hidden, suggested, answered_by_id)
      select ${tx.customerId}, ${head.id}, g.control_id, g.element_id, g.level, nullif(g.value, 'null'), g.na, g.justification, g.comment, g.worth, g.complete, g.hidden, g.suggested,
        ${tx.who.memberId}::bigint from g
      on conflict (customer_id, evaluation_id, item) do update set version = a.version + 1, valid_from = excluded.valid_from, level = excluded.level, value = excluded.value, na = excluded.na,
        justification = excluded.justification, comment = excluded.comment, worth = excluded.worth, complete = excluded.complete, hidden = excluded.hidden, suggested = excluded.suggested,
        answered_by_id = excluded.answered_by_id, answered_at = excluded.answered_at
      returning a.id, a.item),
    unshown as (delete from evaluation_answer_evidence l using said join jsonb_to_recordset(${links('gone')}::jsonb) as x (item bigint, evidence bigint) on x.item = said.item
      where l.customer_id = ${tx.customerId} and l.answer_id = said.id and l.evidence_id = x.evidence),
    shown as (insert into evaluation_answer_evidence (customer_id, answer_id, evidence_id)
      select ${tx.customerId}, said.id, x.evidence from said join jsonb_to_recordset(${links('shown')}::jsonb) as x (item bigint, evidence bigint) on x.item = said.item on conflict do nothing),
    turned as (update evaluation_answer a set hidden = not a.hidden from stood where a.customer_id = ${tx.customerId} and a.evaluation_id = stood.evaluation_id
      and a.item = any(${turned}::bigint[]))
    select stood.revision, pg_notify(${notificationChannel}, ${`changed:${tx.customerId}:evaluation:${head.id}`})::text as told,
      pg_notify(${notificationChannel}, ${`changed:${tx.customerId}:campaign:${head.campaign.id}`})::text as heard from stood`)
  if (!updated) return undefined
  // What it is worth is nobody's from outside to know.
  if (tx.who.outside) return { asked, answered, score: null, revision: updated.revision, unseen: unseenOf(progress, summed) }
  return { asked, answered, score, revision: updated.revision }
}
