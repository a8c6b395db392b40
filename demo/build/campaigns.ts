import { sql } from 'kysely'
import { campaignStories, remarks, written, type AnsweredIn, type CampaignStory } from '#demo/content/main/campaigns.ts'
import { evaluationState } from '#areas/campaigns/server/answer/evaluation-state.ts'
import { storeAnswers } from '#areas/campaigns/server/answer/store-answers.ts'
import { begin } from '#areas/campaigns/server/answer/save.ts'
import { act, submit } from '#areas/campaigns/server/answer/submit.ts'
import { createMember } from '#areas/people/server/index.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import { noteInvited } from '#areas/campaigns/server/plan/mails.ts'
import type { Given } from '#areas/campaigns/contract/answer-progress.ts'
import { isClosed, type Question } from '#areas/questionnaires/contract/structure.ts'
import type { Person } from '#demo/content/types.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Session, type Site } from './site.ts'

/** The first organisation's campaigns: one that is over, one that runs, and one of its suppliers. */
export function campaignsOf(site: Site, passwordHash: string): Happening[] {
  if (site.content.perimeters.every(({ key }) => key !== 'aquilor')) return []
  return campaignStories.flatMap((story) => {
    const by = (day: number, run: (session: Session) => Promise<unknown>, person: Person = site.pilot): Happening => ({ day, what: 'discuss', by: person, run })
    const person = (key: string) => site.person(key) ?? site.pilot
    const answers = (one: AnsweredIn) => (one.outside ? guest(one.evaluator, one.outside) : person(one.evaluator))
    return [
      by(story.planned, (session) => plan(session, story)),
      by(story.starts, (session) => start(session, story, passwordHash)),
      ...story.evaluations.flatMap((one) => [
        ...(one.share > 0 ? [by(one.answered, (session) => answer(session, story, one), answers(one))] : []),
        ...(one.decided ? [by(one.decided.day, (session) => decide(session, story, one), person(one.validator))] : []),
        ...(one.acts ?? []).flatMap(({ at, name, done }) => [
          // Whoever answers writes in one language, and may not change what comes of it.
          by(one.answered, (session) => session.update('remediation', site.id('remediation', acted(story, one, at)), inBoth('name', name))),
          ...(done === undefined ? [] : [by(done, (session) => finish(session, acted(story, one, at), done))]),
        ]),
      ]),
      ...(story.closed === undefined
        ? []
        : [by(story.closed, (session) => session.update('campaign', site.id('campaign', story.key), { status: 'FINISHED' }))]),
    ]
  })
}

async function plan(session: Session, story: CampaignStory): Promise<void> {
  const { site, tx } = session
  const found = await tx.first(sql<{ scale: number; questionnaire: number | null }>`select
    (select id from scale where customer_id = ${tx.customerId} and type = 'eval' order by is_default desc, id limit 1) as scale,
    (select id from questionnaire where customer_id = ${tx.customerId} and usage = 'EVALUATION' and edition is not null order by id limit 1) as questionnaire`)
  const apart = new Set((story.apart ?? []).map((key) => site.id('perimeter', key)))
  const providers = await tx.run(
    sql<{ id: number }>`select id from perimeter where customer_id = ${tx.customerId} and type = 'PROVIDER' and not archived order by id`,
  )
  const content = story.policy ? { policy: site.id('policy', story.policy) } : { campaign_source: 'QUESTIONNAIRE', questionnaire: found?.questionnaire }
  await session.create('campaign', story.key, {
    ...inBoth('name', story.name),
    description: site.translate(story.description),
    ...content,
    eval_scale: found?.scale,
    perimeters: story.policy
      ? story.evaluations.map(({ perimeter }) => site.id('perimeter', perimeter))
      : providers.map(({ id }) => id).filter((id) => !apart.has(id)),
    date_start: site.dateAt(story.starts),
    limit_date_evaluation: site.dateAt(story.limit),
    ...(story.remedied !== undefined && { remediation_enabled: true, limit_date_remediation: site.dateAt(story.remedied) }),
    target_value: story.target,
    reminders: [{ days: 7 }, { days: 2 }],
    ...inBoth('invitation', story.invitation),
    ...inBoth('reminder', story.reminder),
    manager: site.id('member', site.pilot.key),
  })
}

const evaluationsOf = (session: Session, story: CampaignStory) =>
  session.tx.run(sql<{ id: number; perimeter_id: number }>`select id, perimeter_id from evaluation
    where customer_id = ${session.tx.customerId} and campaign_id = ${session.site.id('campaign', story.key)} order by id`)

async function start(session: Session, story: CampaignStory, passwordHash: string): Promise<void> {
  const { site, tx } = session
  const id = site.id('campaign', story.key)
  for (const one of await evaluationsOf(session, story)) {
    const evaluationStory = story.evaluations.find(({ perimeter }) => site.id('perimeter', perimeter) === one.perimeter_id)
    if (evaluationStory) site.note('evaluation', `${story.key} ${evaluationStory.perimeter}`, one.id)
    if (evaluationStory?.outside) await ask(session, one.id, evaluationStory.evaluator, evaluationStory.outside, passwordHash)
    await session.update('evaluation', one.id, {
      ...(!evaluationStory?.outside && { evaluator: site.id('member', evaluationStory?.evaluator ?? 'julien') }),
      validator: site.id('member', evaluationStory?.validator ?? 'nadia'),
      ...(evaluationStory?.due !== undefined && { limit_date: site.dateAt(evaluationStory.due) }),
    })
  }
  await session.update('campaign', id, { status: 'READY' })
  await session.update('campaign', id, { status: 'STARTED' })
  await noteInvited(tx, id)
}

type Outsider = NonNullable<AnsweredIn['outside']>

/** Somebody of a supplier, at work in the one evaluation that they are asked. */
const guest = (key: string, { email, firstName, lastName, language }: Outsider): Person => ({
  key,
  email,
  firstName,
  lastName,
  language,
  title: { en: '', fr: '' },
  role: 'contributor',
  perimeters: [],
})

/** Asks somebody from outside, as a pilot does by inviting them. */
async function ask(
  { site, tx, resources }: Session,
  evaluation: number,
  key: string,
  { email, firstName, lastName, language }: Outsider,
  passwordHash: string,
) {
  const id = await createMember(tx, resources, {
    email,
    firstname: firstName,
    lastname: lastName,
    lang: language,
    roles: ['contributor'],
    kind: 'OUTSIDE',
    passwordHash,
  })
  site.note('member', key, id)
  const grant = systemGrant('people from outside, for as long as they are asked', tx.who)
  await updateRow(tx, grant, resourceOf(resources, 'evaluation'), resources, evaluation, { evaluator: id }, { action: 'outside_named' })
}

/** How an action is known that comes of an answer. */
const acted = (story: CampaignStory, { perimeter }: AnsweredIn, at: number) => `${story.key} ${perimeter} ${at}`

const finish = (session: Session, key: string, day: number) =>
  session.update('remediation', session.site.id('remediation', key), {
    status: 'FINISHED',
    start_date: session.site.dateAt(day - 2),
    done_date: session.site.dateAt(day),
  })

/** The same number for the same words, evenly spread. */
const drawn = (n: number, salt: number) => ((n * 7919 + salt * 104_729) % 997) / 997

async function answer(session: Session, story: CampaignStory, one: AnsweredIn): Promise<void> {
  const { site, tx, resources } = session
  const id = site.id('evaluation', `${story.key} ${one.perimeter}`)
  const judged = await evaluationState(tx, session.grant('evaluation'), resources, id)
  // A level that asks for an action is chosen where one comes of it.
  const levels = judged.head.levels.filter(({ remediation }) => story.remedied === undefined || remediation !== 'REQUIRED').map(({ value }) => value)
  const lowest = judged.head.levels[0]?.value ?? null
  const acts = new Map((one.acts ?? []).map((act) => [act.at, act]))
  const items = [...judged.items]
  const answers = items.slice(0, Math.round((items.length * one.share) / 100)).map(([item, question], n) => {
    const good = Math.min(100, Math.max(0, one.strength + (drawn(n, id) - 0.5) * 70))
    const fittingRemarks = remarks[good < 45 ? 0 : good < 75 ? 1 : 2] ?? []
    const remark = fittingRemarks[n % fittingRemarks.length]
    const comment = remark ? site.translate(remark) : null
    const text = question && written[question.key]
    const level = levels[Math.min(levels.length - 1, Math.round((good / 100) * (levels.length - 1)))] ?? null
    const given: Given = {
      level: question === null || question.type === 'SCALE' ? (acts.has(n) ? lowest : level) : null,
      value: question === null ? null : valueOf(question, good, text ? site.translate(text) : (comment ?? ''), site.dateAt(one.answered - 200)),
      na: false,
      justification: null,
      comment,
      evidences: 0,
      actions: 0,
      suggested: false,
    }
    return { item, given }
  })
  await begin(tx, resources, judged.head)
  const progress = await storeAnswers(tx, judged, answers)
  for (const [n, { name, target }] of acts) {
    const item = answers[n]?.item
    if (item === undefined) continue
    await act(tx, session.grant('evaluation'), resources, id, { item, name: site.translate(name), description: null, target_date: site.dateAt(target) })
    const [made] = await tx.run(sql<{ id: number }>`select t.remediation_id as id from evaluation_answer_action t
      where t.customer_id = ${tx.customerId} order by t.remediation_id desc limit 1`)
    if (made) site.note('remediation', acted(story, one, n), made.id)
  }
  // What asks for an action is answered once it has one.
  if (progress && progress.asked > 0 && progress.asked <= progress.answered + acts.size) await submit(tx, session.grant('evaluation'), resources, id)
}

/** An answer of the question's kind, the better the higher. */
function valueOf({ type, options }: Question, good: number, text: string, day: string): Given['value'] {
  if (isClosed(type)) {
    const best = options.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
    const chosen = best[Math.min(best.length - 1, Math.floor(((100 - good) / 100) * best.length))]
    return chosen ? [chosen.key] : []
  }
  if (type === 'NUMBER') return Math.round(good)
  if (type === 'DATE') return day
  return type === 'TEXT' ? text : null
}

/** What its validator said; of one that was rejected, why. */
async function decide(session: Session, story: CampaignStory, one: AnsweredIn): Promise<void> {
  const { site } = session
  const rejected = one.decided?.rejected
  await session.update('evaluation', site.id('evaluation', `${story.key} ${one.perimeter}`), {
    status: rejected ? 'REJECTED' : 'VALIDATED',
    ...(rejected && { justification: site.translate(rejected) }),
  })
}
