import { sql } from 'kysely'
import { AppError, forbidden } from '#kit/contract/errors.ts'
import { mayFollow } from '#kit/contract/work-item.ts'
import { anyOf, asSql, assignedTo, type RowRule } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { ask, decide, openRequestOf, withdraw, type AskedOf } from '#kit/server/data/work/decision.ts'
import { resourceOf, type Resources, type WriteContext, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { statusChange } from '#kit/server/data/work/work-guard.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import type { evaluation } from '#areas/campaigns/contract/evaluation.ts'
import { evaluationDecision, evaluationWork } from '#areas/campaigns/contract/evaluation-work.ts'
import { evaluationRules, mayValidate } from '#areas/campaigns/server/rules.ts'
import { rejectionMailJob } from './rejection-mail.ts'
import { removeAnswers } from './reset.ts'

/** The name of what the end of a project does to its evaluations. */
export const projectEnds = 'project_ends'

type Guarded = GuardContext<typeof evaluation>
type Writing = WriteContext<typeof evaluation>
type Written = WrittenContext<typeof evaluation>

/** What was answered, as one short text: another answer, comment or proof is another text. */
const answersAsTheyAre = async (tx: Tx, id: number): Promise<unknown> =>
  (await tx.first(sql<{ answers: number; digest: string | null }>`select count(*)::int as answers,
      md5(string_agg(concat_ws(':', a.item, a.version, p.proofs), ',' order by a.item)) as digest
    from evaluation_answer a left join lateral (select string_agg(l.evidence_id::text, '+' order by l.evidence_id) as proofs from evaluation_answer_evidence l
      where l.customer_id = a.customer_id and l.answer_id = a.id) p on true
    where a.customer_id = ${tx.customerId} and a.evaluation_id = ${id}`)) ?? null

/** Whoever is named hears of it; where nobody is, all who may validate. */
const named: RowRule = anyOf(
  assignedTo('validator_id', 'validator_group_id'),
  (row) => sql<boolean>`coalesce(${row('validator_id')}, ${row('validator_group_id')}) is null`,
)

/** Whether what was submitted holds: asked of whoever may validate it; a global pilot may say so of their own, which is flagged (CMP-28). */
const askedOf = (tx: Tx, resources: Resources): AskedOf<'VALIDATED' | 'REJECTED'> => ({
  question: tx.who.roles.includes('global_pilote') ? { ...evaluationDecision, bySelf: true } : evaluationDecision,
  resource: resourceOf(resources, 'evaluation'),
  decides: mayValidate,
  tells: named,
  content: answersAsTheyAre,
})

const moveOf = (context: Pick<Writing, 'before' | 'changes'>) => {
  const { from, to } = statusChange(evaluationWork, context)
  return { from, to, moved: context.before !== undefined && from !== to }
}
const forgotten = { decided_at: null, decided_by: null, self_validated: false }

/** What a decision leaves on the row, and until when what was rejected or opened again is answered. */
export async function guardDecisions(contexts: readonly Guarded[]): Promise<void> {
  const moving = contexts.filter((context) => context.verb === 'update' && moveOf(context).moved)
  for (const { tx, before, changes, action, ...context } of moving) {
    if (!before || action === 'bulk_undo') continue
    const { from, to } = moveOf({ before, changes })
    // Handing over looks at every answer and keeps them; a status that somebody writes does neither.
    if (to === 'WAITING_VALIDATION' && mayFollow(evaluationWork, from, to) && context.grant.work === undefined && tx.who.memberId !== null)
      context.refuse('status', 'campaigns.answer.errors.submit_way')
    const me = tx.who.memberId
    const decided = { decided_at: tx.now, decided_by: me, self_validated: to === 'VALIDATED' && me !== null && before.submitted_by_id === me }
    if (to === 'VALIDATED' || to === 'NOT_STARTED') changes.given_back = false
    if (to === 'VALIDATED' || to === 'REJECTED') Object.assign(changes, decided)
    else if (to === 'WAITING_VALIDATION') Object.assign(changes, forgotten)
    else if (to === 'NOT_STARTED' || from === 'VALIDATED') Object.assign(changes, forgotten, { submitted_at: null, submitted_by: null })
    if (to === 'REJECTED' || (from === 'VALIDATED' && to === 'STARTED')) await answeredAgain({ tx, before, changes, ...context })
  }
}

/** Nobody can answer after the last day: what is given back has another one then, also once the campaign is over, and is answered until it (decisions, Lifecycles). */
async function answeredAgain({ tx, before, changes, refuse }: Pick<Guarded, 'tx' | 'before' | 'changes' | 'refuse'>): Promise<void> {
  const campaign = await tx.first(sql<{ status: string }>`select status from campaign where customer_id = ${tx.customerId} and id = ${before?.campaign_id}`)
  changes.given_back = campaign?.status === 'FINISHED'
  const day = changes.limit_date ?? null
  if (day !== null && day < tx.today) refuse('limit_date', 'campaigns.results.errors.past_date')
  else if (day !== null) changes.due_date = day
  else if (before?.due_date != null && before.due_date < tx.today) refuse('limit_date', 'campaigns.results.errors.new_date')
}

/** Before an evaluation leaves its validator: the decision is written about what was submitted, or the request is taken back. */
export async function answerSubmission(context: Writing): Promise<void> {
  const { tx, resources, before, changes, action } = context
  const { from, to, moved } = moveOf(context)
  if (!before || !moved || action === 'bulk_undo') return
  if (to === 'NOT_STARTED' || (to === 'IGNORED' && context.grant.work === undefined)) await mayReset(tx, before.id)
  if (from !== 'WAITING_VALIDATION') return
  const question = askedOf(tx, resources)
  const request = await openRequestOf(tx, question, before.id)
  if (to === 'VALIDATED' || to === 'REJECTED') {
    if (!request) throw new AppError('CONFLICT', 'campaigns.results.errors.not_waiting')
    const read = authorizeVerb(tx, question.resource, 'read')
    await decide(tx, read, question, resources, before.id, { request: request.id, outcome: to, reason: changes.justification ?? null })
  } else if (request) await withdraw(tx, authorizeVerb(tx, question.resource, 'update'), question, resources, before.id)
}

/** Of pilots, those who reach the perimeter: whoever only answers it takes nothing away. */
async function mayReset(tx: Tx, id: number): Promise<void> {
  const rule = evaluationRules.delete(rowRef('t'), tx.who)
  const row = await tx.first(sql`select 1 from evaluation t where t.customer_id = ${tx.customerId} and t.id = ${id} and coalesce(${asSql(rule)}, false)`)
  if (!row) throw forbidden()
}

/** What a write leads to: what is submitted waits for a decision about it as it stands, what is reset has no answers, and a rejection is told. */
export async function afterDecisions(contexts: readonly Written[]): Promise<void> {
  for (const context of contexts) {
    const { tx, resources, before, after } = context
    if (!after || !before) continue
    const { to, moved } = moveOf(context)
    const question = askedOf(tx, resources)
    if (after.status === 'WAITING_VALIDATION') {
      // What the program writes of it, such as another day of its campaign or the end of its project, is written whoever causes it.
      const update = context.grant.work === undefined ? authorizeVerb(tx, question.resource, 'update') : context.grant
      // Naming another validator while it waits leaves it as whoever submitted it did.
      const open = moved ? undefined : await openRequestOf(tx, question, after.id)
      await ask(tx, update, question, resources, after.id, null, open?.asked_by ?? after.submitted_by_id ?? tx.who.memberId)
    }
    if (!moved) continue
    if (to === 'NOT_STARTED') await removeAnswers(tx, after.id)
    if (to === 'REJECTED') tx.enqueue({ name: rejectionMailJob, data: { evaluation_id: after.id, version: after.version } })
  }
}
