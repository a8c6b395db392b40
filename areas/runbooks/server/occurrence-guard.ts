import { sql } from 'kysely'
import { writtenDay } from '#kit/contract/date-order.ts'
import { inputKeys } from '#kit/contract/field.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { onlyOne } from '#kit/server/data/resources/only-one.ts'
import { statusChange, willBe } from '#kit/server/data/work/work-guard.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import { answerFields, answers, answersOf, isDone, isExplained, occurrence, type OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import { occurrenceWork } from '#areas/runbooks/contract/occurrence-work.ts'
import type { proofRules } from '#areas/runbooks/contract/runtask.ts'
import { managesOccurrence, mayAnswer } from './rules.ts'

type OccurrenceWrite = GuardContext<typeof occurrence>

/** What the task of an occurrence asks of an answer, and what its writer may do. */
interface Asked {
  readonly id: number
  readonly proof: (typeof proofRules)[number]
  readonly approval: boolean
  readonly proofs: number
  readonly manages: boolean
  readonly answers: boolean
}

/** What is refused about occurrences beside what their lifecycle refuses; an answer that somebody is to approve waits for that. */
export async function guardOccurrences(contexts: readonly OccurrenceWrite[]): Promise<void> {
  const writes = contexts.filter(({ verb, grant, before }) => verb === 'update' && grant.work === undefined && before !== undefined)
  const [first] = writes
  if (!first) return
  const { tx, grant } = first
  const t = rowRef('t')
  const found = await tx.run(sql<Asked>`select t.id, k.proof, k.approval_required or b.approvals_required as approval,
      (select count(*)::int from occurrence__evidences l where l.customer_id = t.customer_id and l.owner_id = t.id) as proofs,
      ${asSql(managesOccurrence(t, grant.who))} as manages, ${asSql(mayAnswer(t, grant.who))} as answers
    from occurrence t join runtask k on k.customer_id = t.customer_id and k.id = t.runtask_id join runbook b on b.customer_id = k.customer_id and b.id = k.runbook_id
    where t.customer_id = ${tx.customerId} and t.id = any(${writes.flatMap(({ before }) => before?.id ?? [])}::bigint[])`)
  const known = new Map(found.map((one) => [one.id, one]))
  for (const write of writes) {
    const asked = known.get(write.before?.id ?? 0)
    if (asked) guardOne(write, asked)
  }
}

function guardOne(write: OccurrenceWrite, asked: Asked): void {
  const { changes, action, refuse } = write
  const { from, to } = statusChange(occurrenceWork, write)
  onlyOne(changes, ['manager', 'group'], refuse, 'runbooks.errors.manager_or_group')
  if (!asked.manages) refuseFields(write)
  const open = from === 'TO_DO' || from === 'REJECTED'
  const decided = from === 'PENDING_APPROVAL' && (to === 'REJECTED' || isAnswer(to))
  // Whoever looks at answers gives none, unless it is theirs to answer too.
  if (!asked.answers && !decided) return refuse('status', 'kit.errors.no_update_right')
  if (!asked.manages && !open && from === to && Object.keys(changes).length > 0) refuse('status', 'runbooks.errors.answered')
  if (action === 'bulk_undo') return forget(write)
  if (open && isAnswer(to)) return answer(write, asked, to)
  if (open && to === 'PENDING_APPROVAL' && isAnswer(changes.answer)) return answer(write, { ...asked, approval: true }, changes.answer)
  if (decided && isAnswer(to)) {
    if (to !== write.before?.answer) refuse('status', 'runbooks.errors.as_answered')
    if (isDone(to)) changes.done_date = write.before?.done_date ?? null
  } else if (from !== to && to === 'TO_DO') forget(write)
  else if (changes.done_date !== undefined && changes.done_date !== null) guardDay(write)
}

const isAnswer = (status: unknown): status is OccurrenceAnswer => (answers as readonly unknown[]).includes(status)

function refuseFields({ changes, refuse }: OccurrenceWrite): void {
  for (const [name, field] of Object.entries(occurrence.fields)) {
    if (answerFields.includes(name)) continue
    for (const key of inputKeys(name, field)) if ((changes as Readonly<Record<string, unknown>>)[key] !== undefined) refuse(key, 'kit.errors.no_update_right')
  }
}

/** Nobody has answered it any more; what was answered is in its history. */
function forget({ changes }: OccurrenceWrite): void {
  Object.assign(changes, { answered_by: null, answered_at: null })
}

/** Between the first day of its time and today (RUN-22); that it is not after today, the field says. */
function guardDay(write: OccurrenceWrite): void {
  const day = willBe(write, 'done_date') as string | null
  const start = write.before?.period_start ?? null
  if (day !== null && day > write.tx.today) write.refuse('done_date', 'kit.errors.date_future')
  else if (day !== null && start !== null && day < start)
    write.refuse('done_date', 'runbooks.errors.done_before', { day: writtenDay(start, write.tx.who.dateOrder) })
}

function answer(write: OccurrenceWrite, { proof, approval, proofs }: Asked, given: OccurrenceAnswer): void {
  const { tx, grant, before, changes, refuse } = write
  if (!answersOf(before?.kind).includes(given)) refuse('status', 'runbooks.errors.answer_kind')
  if (before?.period_start && before.period_start > tx.today)
    refuse('status', 'runbooks.errors.not_begun', { day: writtenDay(before.period_start, tx.who.dateOrder) })
  const shown = changes.evidences?.length ?? proofs
  if (proof === 'REQUIRED' && isDone(given) && shown === 0) refuse('evidences', 'runbooks.errors.proof_needed')
  if (proof === 'NONE' && (changes.evidences?.length ?? 0) > 0) refuse('evidences', 'runbooks.errors.proof_none')
  if (isDone(given)) changes.done_date ??= tx.today
  guardDay(write)
  Object.assign(changes, { answered_by: grant.who.memberId, answered_at: tx.now.toISOString() })
  if (!approval) return
  if (isExplained(given) && (willBe(write, 'comment') ?? '') === '') refuse('comment', 'runbooks.errors.comment_needed')
  changes.status = 'PENDING_APPROVAL'
  changes.answer = given
}
