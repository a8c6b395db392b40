import { defaultPlan, holdAction, holdPlan } from '#areas/actions/server/index.ts'
import { sql } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { systemGrant, type Grant } from '#kit/server/access/authorize.ts'
import { tellChanged } from '#kit/server/data/people/notify.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { tally, windowEndsIn } from '#kit/server/http/rate-limit.ts'
import type { EvaluationStatus } from '#areas/campaigns/contract/evaluation.ts'
import { actionOf, type Given } from '#areas/campaigns/contract/answer-progress.ts'
import { headOf, lockEvaluation, rulesOf } from './head.ts'
import { checkAnswer } from './check-answer.ts'
import { evaluationState, type EvaluationState } from './evaluation-state.ts'
import { storeAnswers } from './store-answers.ts'
import { answersOf } from './read-answers.ts'
import type { EvaluationProgress } from './answer-values.ts'
import { assertOpen, begin } from './save.ts'

/** Judged while nobody else can write there. */
async function held(tx: Tx, grant: Grant, resources: Resources, id: number, item = 0) {
  await lockEvaluation(tx, id)
  const judged = await evaluationState(tx, grant, resources, id, item)
  return { judged, numbers: assertOpen(tx, grant, judged.head) }
}

/** Hands the evaluation over to whoever validates: what was answered is kept as it is (CMP-07, CMP-09). Throws while anything is missing, whatever the screen showed. */
export async function submit(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  id: number,
  version?: number,
): Promise<{ id: number; version: number; status: EvaluationStatus }> {
  const { judged, numbers } = await held(tx, grant, resources, id)
  const { head, stored, stand } = judged
  if (version !== undefined && version !== head.version) throw new AppError('STALE', 'kit.errors.stale')
  const { asked, answered, score } = stand(stored)
  if (numbers || asked === 0 || answered < asked)
    throw new AppError('CONFLICT', 'campaigns.answer.errors.not_complete', { values: { count: Math.max(1, asked - answered) } })
  await begin(tx, resources, head)
  const after = await updateRow(
    tx,
    systemGrant('evaluations that a campaign asks for', tx.who),
    resourceOf(resources, 'evaluation'),
    resources,
    id,
    { status: 'WAITING_VALIDATION', submitted_at: tx.now.toISOString(), submitted_by: tx.who.memberId },
    { action: 'submit' },
  )
  await keepSubmissions(tx, [id], score)
  // Whoever judged answers by what stood before writes none any more.
  await tx.run(sql`update evaluation_standing set revision = revision + 1, asked = ${asked}, answered = ${answered}, score = ${score}::numeric
    where customer_id = ${tx.customerId} and evaluation_id = ${id}`)
  await tellChanged(tx, [`evaluation:${id}`])
  return { id, version: after.version, status: after.status as EvaluationStatus }
}

/** What was answered in evaluations that are handed over, kept as it is; the score is the one that was just judged, or the one that stands. */
export async function keepSubmissions(tx: Tx, evaluations: readonly number[], score?: number | null): Promise<void> {
  if (evaluations.length === 0) return
  await tx.run(sql`insert into evaluation_submission (customer_id, evaluation_id, submitted_by_id, score, answers)
    select ${tx.customerId}, w.id, ${tx.who.memberId}::bigint, ${score === undefined ? sql`max(st.score)` : sql`${score}::numeric`},
      coalesce(jsonb_agg(jsonb_build_object('item', a.item, 'control_id', a.control_id, 'element_id', a.element_id,
      'level', a.level, 'value', a.value, 'na', a.na, 'justification', a.justification, 'comment', a.comment, 'worth', a.worth, 'version', a.version, 'answered_by_id', a.answered_by_id,
      'evidences', array(select l.evidence_id from evaluation_answer_evidence l where l.customer_id = a.customer_id and l.answer_id = a.id order by 1),
      'actions', array(select l.remediation_id from evaluation_answer_action l where l.customer_id = a.customer_id and l.answer_id = a.id order by 1)) order by a.item)
        filter (where a.id is not null), '[]')
    from unnest(${[...evaluations]}::bigint[]) w (id)
      join evaluation_standing st on st.customer_id = ${tx.customerId} and st.evaluation_id = w.id
      left join evaluation_answer a on a.customer_id = st.customer_id and a.evaluation_id = w.id and not a.hidden
    group by w.id`)
}

/** Suggested answers are somebody's own from here on, as they are. */
export async function confirm(tx: Tx, grant: Grant, resources: Resources, id: number, wanted: readonly number[]): Promise<EvaluationProgress> {
  const { judged, numbers } = await held(tx, grant, resources, id)
  if (numbers) throw new AppError('CONFLICT', 'campaigns.answer.errors.numbers_only')
  const suggested = [...new Set(wanted)].filter((item) => judged.stored.get(item)?.suggested)
  const items = suggested.filter((item) => stillFits(judged, item, suggested.length === 1))
  if (items.length === 0) {
    const { asked, answered, score } = judged.stand(judged.stored)
    return { asked, answered, score, revision: judged.head.revision }
  }
  await begin(tx, resources, judged.head)
  const answers = items.flatMap((item) => {
    const given: Given | undefined = judged.stored.get(item)
    return given ? [{ item, given: { ...given, suggested: false } }] : []
  })
  tx.audit({ entity: 'evaluation', object_id: id, action: 'confirm', details: JSON.stringify({ items }) })
  const progress = await storeAnswers(tx, judged, answers)
  if (!progress) throw new AppError('BUSY', 'kit.errors.busy')
  return progress
}

/** What was said before may be none of the answers that are asked for now: a level of another scale, «not applicable» where nothing is. It waits for another one; alone it is refused with why. */
function stillFits({ head, stored, items }: EvaluationState, item: number, alone: boolean): boolean {
  const [given, question] = [stored.get(item), items.get(item)]
  if (!given || question === undefined) return false
  try {
    checkAnswer(rulesOf(head), { ...given, version: given.version, evidences: undefined }, question, undefined)
    return true
  } catch (error) {
    if (alone || !(error instanceof AppError)) throw error
    return false
  }
}

interface LinkedAction {
  readonly item: number
  readonly remediation: number
  readonly linked: boolean
}
export interface NewAction {
  readonly item: number
  readonly name: string
  readonly description: string | null
  readonly target_date: string | null
}

/** An action that comes of an answer, in the plan of the campaign, else in the default one, where the evaluation is (CMP-27). The plan is held first, before the evaluation (decision 17). */
export async function act(tx: Tx, grant: Grant, resources: Resources, id: number, { item, name, description, target_date }: NewAction) {
  await countActionsFromOutside(tx)
  const { program_id } = await headOf(tx, grant, id)
  const program = program_id ?? (await defaultProgram(tx))
  await holdPlan(tx, program)
  const { judged } = await held(tx, grant, resources, id, item)
  const { head, stored } = judged
  const answer = stored.get(item)
  if (!answer || answer.na || actionOf(rulesOf(head), answer.level) === 'NONE') throw invalidField('item', 'campaigns.answer.errors.no_action')
  await begin(tx, resources, head)
  const opens = systemGrant('what an answer opens', tx.who, tx.who.memberId)
  const standing = await storeAnswers(tx, judged, [{ item, given: { ...answer, actions: answer.actions + 1, suggested: false } }])
  if (!standing) throw new AppError('BUSY', 'kit.errors.busy')
  const made = await createRow(tx, opens, resourceOf(resources, 'remediation'), resources, {
    [`name_${tx.who.lang}`]: name,
    description,
    program,
    perimeter: head.perimeter_id,
    target_date: target_date ?? head.campaign.limit_date_remediation,
    source_object: { entity: 'evaluation', id },
  })
  await tx.run(sql`insert into evaluation_answer_action (customer_id, answer_id, remediation_id) values (${tx.customerId}, ${answer.id}, ${made.id})`)
  tx.audit({ entity: 'evaluation', object_id: id, action: 'open_action', details: JSON.stringify({ item, remediation: made.id }) })
  const [object] = await answersOf(tx, resources, id, sql<boolean>`a.item = ${item}`)
  if (!object) throw new Error('An answer was not written')
  return { object, standing }
}

/** Links an action that its reader finds to an answer, or takes the link away; the action stays as it is. It is held first, before the evaluation (decision 17). */
export async function link(tx: Tx, grant: Grant, resources: Resources, id: number, { item, remediation, linked }: LinkedAction) {
  const actions = resourceOf(resources, 'remediation')
  await getRow(tx, authorizeVerb(tx, actions, 'read'), actions, resources, remediation)
  await holdAction(tx, remediation)
  const { judged } = await held(tx, grant, resources, id, item)
  const { head, stored } = judged
  const answer = stored.get(item)
  if (!answer || answer.na || (linked && actionOf(rulesOf(head), answer.level) === 'NONE')) throw invalidField('item', 'campaigns.answer.errors.no_action')
  const there = judged.actions.some((one) => one.id === remediation)
  await begin(tx, resources, head)
  const count = answer.actions + (linked === there ? 0 : linked ? 1 : -1)
  const standing = await storeAnswers(tx, judged, [{ item, given: { ...answer, actions: count, suggested: false } }])
  if (!standing) throw new AppError('BUSY', 'kit.errors.busy')
  await tx.run(
    linked
      ? sql`insert into evaluation_answer_action (customer_id, answer_id, remediation_id) values (${tx.customerId}, ${answer.id}, ${remediation}) on conflict do nothing`
      : sql`delete from evaluation_answer_action where customer_id = ${tx.customerId} and answer_id = ${answer.id} and remediation_id = ${remediation}`,
  )
  tx.audit({ entity: 'evaluation', object_id: id, action: linked ? 'link_action' : 'unlink_action', details: JSON.stringify({ item, remediation }) })
  const [object] = await answersOf(tx, resources, id, sql<boolean>`a.item = ${item}`)
  if (!object) throw new Error('An answer was not written')
  return { object, standing }
}

/** Actions that one person from outside opens in a day: enough for a long questionnaire of which nothing is done. */
const aDay = 300
const day = 86_400

/** Whoever is no colleague fills no plan: throws THROTTLED once they have opened their share. */
async function countActionsFromOutside(tx: Tx): Promise<void> {
  if (!tx.who.outside || (await tally(tx, `outside-action:${tx.customerId}:${tx.who.memberId}`, day)) <= aDay) return
  throw new AppError('THROTTLED', 'campaigns.outside.errors.actions_a_day', { code: 'ACTION_LIMIT', values: { max: aDay }, retryAfter: windowEndsIn(day) })
}

async function defaultProgram(tx: Tx): Promise<number> {
  const found = await tx.first(sql<{ id: number }>`select p.id from ${defaultPlan(tx.customerId)} p`)
  if (!found) throw new AppError('CONFLICT', 'campaigns.answer.errors.no_program')
  return found.id
}
