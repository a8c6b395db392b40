import { sql } from 'kysely'
import { AppError, forbidden, invalidField } from '#kit/contract/errors.ts'
import { systemGrant, type Grant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { StoredAnswer } from '#areas/campaigns/contract/answer-calls.ts'
import type { Given } from '#areas/campaigns/contract/answer-progress.ts'
import { checkAnswer } from './check-answer.ts'
import { closedBy, lockEvaluation, rulesOf, type Head } from './head.ts'
import { evaluationState, type EvaluationState } from './evaluation-state.ts'
import { answersOf } from './read-answers.ts'
import type { AnswerValues, EvaluationProgress } from './answer-values.ts'
import { storeAnswers } from './store-answers.ts'

const refusals = { STATUS: 'submitted', DEADLINE: 'deadline', CAMPAIGN: 'not_running' } as const

/** Throws why whoever asks cannot answer now; answers whether only numbers can be. */
export function assertOpen(tx: Tx, { who }: Grant, head: Head): boolean {
  const closed = closedBy(head, who, tx.today)
  if (closed === 'RIGHT') throw forbidden('kit.errors.no_update_right')
  if (closed !== null && closed !== 'NUMBERS') throw new AppError('CONFLICT', `campaigns.answer.errors.${refusals[closed]}`)
  return closed === 'NUMBERS'
}

/**
 * Writes one answer: what it was goes to its history, how the evaluation stands follows. Throws STALE with the other answer where its writer saw another one. Nothing is held
 * meanwhile but the one statement that writes; where somebody answered since it was judged, it is judged again, the evaluation held.
 */
export async function saveAnswer(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  id: number,
  values: AnswerValues,
): Promise<{ object: StoredAnswer; standing: EvaluationProgress }> {
  const judge = () => evaluationState(tx, grant, resources, id, values.item, values.evidences)
  const first = await judge()
  // The first answer moves the evaluation besides, which comes before how it stands.
  const begins = first.head.status === 'NOT_STARTED' || first.head.status === 'REJECTED'
  return (begins ? undefined : await write(tx, grant, resources, first, values)) ?? (await writeHeld(tx, grant, resources, id, values))
}

async function writeHeld(tx: Tx, grant: Grant, resources: Resources, id: number, values: AnswerValues) {
  await lockEvaluation(tx, id)
  const judged = await evaluationState(tx, grant, resources, id, values.item, values.evidences)
  assertOpen(tx, grant, judged.head)
  const written = await write(tx, grant, resources, judged, values, () => begin(tx, resources, judged.head))
  if (!written) throw new AppError('BUSY', 'kit.errors.busy')
  return written
}

/** Undefined: somebody else answered in between. */
async function write(tx: Tx, grant: Grant, resources: Resources, judged: EvaluationState, values: AnswerValues, before: () => Promise<void> = async () => {}) {
  const { head, stored, items } = judged
  const numbers = assertOpen(tx, grant, head)
  const question = items.get(values.item)
  if (question === undefined) throw invalidField('item', 'campaigns.answer.errors.not_asked')
  if (numbers && question?.type !== 'NUMBER') throw new AppError('CONFLICT', 'campaigns.answer.errors.numbers_only')
  const old = stored.get(values.item)
  if ((old?.version ?? 0) !== values.version) {
    const [object] = await answersOf(tx, resources, head.id, sql<boolean>`a.item = ${values.item}`)
    throw new AppError('STALE', 'campaigns.answer.errors.stale', { object })
  }
  const shown = shownBy(judged, values)
  checkAnswer(rulesOf(head), values, question, values.evidences && { count: shown.count })
  const given: Given = { ...clean(values), evidences: shown.count, actions: old?.actions ?? 0, suggested: false }
  await before()
  const standing = await storeAnswers(tx, judged, [{ item: values.item, given, shown: shown.ids, gone: shown.gone }])
  if (!standing) return undefined
  tx.audit({
    entity: 'evaluation',
    object_id: head.id,
    action: 'answer',
    details: JSON.stringify({ ...clean(values), item: values.item, ...(values.evidences && { evidences: shown.ids }) }),
  })
  return { object: asStored(tx, judged, values, given), standing }
}

/** Evidence that an answer is to show: each must be within reach of its writer, and what is out of it stays. */
function shownBy({ evidences }: EvaluationState, values: AnswerValues) {
  const before = evidences.filter(({ shown }) => shown)
  if (values.evidences === undefined) return { ids: [], gone: [], count: before.length }
  const ids = [...new Set(values.evidences)]
  const open = new Set(evidences.filter((one) => one.open).map(({ id }) => id))
  if (ids.some((one) => !open.has(one))) throw invalidField('evidences', 'campaigns.answer.errors.unknown_evidence')
  const gone = before.filter((one) => one.open && !ids.includes(one.id)).map(({ id }) => id)
  return { ids, gone, count: ids.length + before.filter((one) => !one.open).length }
}

/** What does not apply has no level, and what applies no reason why it would not. */
const clean = ({ level, value, na, justification, comment }: AnswerValues) => ({
  na,
  comment: comment || null,
  level: na ? null : level,
  value: na ? null : value,
  justification: na ? justification : null,
})

/** The answer as it is read from now on. */
function asStored(
  tx: Tx,
  { stored, evidences, writer, actions }: EvaluationState,
  { item, evidences: given }: AnswerValues,
  { evidences: evidence_count, ...fields }: Given,
): StoredAnswer {
  const shown = evidences
    .filter(({ id, open, shown: was }) => open && (given ? given.includes(id) : was))
    .map(({ id, name, identifier }) => ({ id, name, identifier }))
  const { level, value, na, justification, comment } = fields
  return {
    item,
    level,
    na,
    justification,
    comment,
    evidence_count,
    actions,
    suggested: false,
    evidences: shown,
    by: writer,
    mine: true,
    value: typeof value === 'object' && value !== null ? [...value] : value,
    version: (stored.get(item)?.version ?? 0) + 1,
    at: tx.now.toISOString(),
  }
}

/** The first answer begins the evaluation, or begins it again after it was rejected (CMP-08). */
export async function begin(tx: Tx, resources: Resources, { id, status }: Head): Promise<void> {
  if (status !== 'NOT_STARTED' && status !== 'REJECTED') return
  await updateRow(
    tx,
    systemGrant('evaluations that a campaign asks for', tx.who),
    resourceOf(resources, 'evaluation'),
    resources,
    id,
    { status: 'STARTED' },
    { action: 'start' },
  )
}
