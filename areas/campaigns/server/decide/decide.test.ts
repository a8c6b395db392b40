import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { campaignWorld } from '#tools/test/campaign-world.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { answerAll, moved, submitted } from '#tools/test/evaluation-answers.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof campaignWorld>>
let site: { id: number }
let elsewhere: { id: number }
const people = {} as Record<'local' | 'far' | 'auditor' | 'evaluator' | 'validator' | 'other' | 'second', Person>

beforeAll(async () => {
  app = await testApp()
  world = await campaignWorld(app)
  site = await world.made('/perimeter', { name_en: 'Site', name_fr: 'Le site', parent: world.root, type: 'INTERNAL' })
  elsewhere = await world.made('/perimeter', { name_en: 'Elsewhere', parent: world.root, type: 'INTERNAL' })
  people.local = await app.member(world.customer, 'local_pilote', { perimeterIds: [site.id] })
  people.far = await app.member(world.customer, 'local_pilote', { perimeterIds: [elsewhere.id] })
  people.auditor = await app.member(world.customer, 'global_auditor')
  people.evaluator = await app.member(world.customer, 'contributor', { lang: 'fr' })
  people.validator = await app.member(world.customer, 'contributor')
  people.other = await app.member(world.customer, 'contributor')
  people.second = await app.member(world.customer, 'global_pilote')
})
afterAll(() => app.close())

/** An evaluation of the site that was submitted by its evaluator. */
async function waiting({ by = people.evaluator.memberId, due = dayFromNow(10) }: { by?: number | null; due?: string } = {}): Promise<number> {
  const campaign = await world.started([site.id], { limit_date_evaluation: due })
  const [row] = (await world.pilot.post('/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [campaign] }] } })).body.objects
  const named = { evaluator: people.evaluator.memberId, validator: people.validator.memberId }
  expect((await world.pilot.put(`/evaluation/${row.id}`, named)).status).toBe(200)
  await submitted(app, world.customer, row.id, [100, 50, 0], by)
  return row.id
}
const rowOf = async (id: number) => (await world.pilot.get(`/evaluation/${id}`)).body.object
const shift = (id: number, sql: string) =>
  app.db.transaction(world.customer, (tx) => tx.runText(`update evaluation set ${sql} where customer_id = $1 and id = $2`, [world.customer, id]))

describe('who decides', () => {
  const verbs = ['accept', 'reject'] as const
  const body = { accept: {}, reject: { message: 'Say where the proof is' } }
  const expected: readonly (readonly [keyof typeof people | 'pilot', number])[] = [
    ['other', 404],
    ['far', 404],
    ['auditor', 403],
    ['evaluator', 403],
    ['validator', 200],
    ['local', 200],
    ['pilot', 200],
  ]
  for (const verb of verbs) {
    test(`${verb}: pilots of the perimeter and whoever is named validator, nobody else`, async () => {
      let id = await waiting()
      for (const [who, status] of expected) {
        const person = who === 'pilot' ? world.pilot : people[who]
        const answer = await person.post(`/evaluation/${id}/${verb}`, body[verb])
        expect([who, answer.status, answer.status === 200 && answer.body.message]).toEqual([
          who,
          status,
          status === 200 && (verb === 'accept' ? 'validated' : 'rejected'),
        ])
        if (status === 200) id = await waiting()
      }
    })
  }

  test('whoever submitted it decides nothing about it, but for a global pilot, whose doing so stays marked', async () => {
    const local = await waiting({ by: people.local.memberId })
    expect((await people.local.post(`/evaluation/${local}/accept`, {})).status).toBe(403)
    expect((await people.local.put(`/evaluation/${local}`, { status: 'VALIDATED' })).status).toBe(403)
    expect((await world.pilot.post(`/evaluation/${local}/accept`, {})).body.object).toMatchObject({ status: 'VALIDATED', self_validated: false })
    const own = await waiting({ by: world.pilot.memberId })
    expect((await world.pilot.post(`/evaluation/${own}/accept`, {})).body.object).toMatchObject({
      status: 'VALIDATED',
      self_validated: true,
      decided_by: { id: world.pilot.memberId },
    })
  })

  test('what is not as it would have to be is refused in words that say why: what never began did not change meanwhile', async () => {
    const campaign = await world.started([site.id])
    const [{ id }] = (await world.pilot.post('/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [campaign] }] } })).body
      .objects
    const attempt = async (verb: string, body: object = {}) => {
      const answer = await world.pilot.post(`/evaluation/${id}/${verb}`, body)
      return [answer.status, answer.body.message]
    }
    expect(await attempt('reset')).toEqual([409, 'The evaluation has not begun: there is nothing to reset'])
    expect(await attempt('accept')).toEqual([409, 'Nothing was submitted that could be decided about'])
    expect(await attempt('reopen', { reason: 'Again' })).toEqual([409, 'Only a validated evaluation can be reopened'])
    await submitted(app, world.customer, id, [100, 50, 0], null)
    await world.pilot.post(`/evaluation/${id}/accept`, {})
    expect(await attempt('reset')).toEqual([409, 'A validated evaluation cannot be reset; a global pilot can reopen it'])
    expect(await attempt('accept')).toEqual([409, 'The evaluation is in another status by now'])
  })

  test('only what waits is decided about, and only once', async () => {
    const id = await waiting()
    expect((await world.pilot.post(`/evaluation/${id}/accept`, {})).status).toBe(200)
    expect((await people.second.post(`/evaluation/${id}/reject`, { message: 'No' })).status).toBe(409)
    expect((await people.second.post(`/evaluation/${id}/accept`, {})).status).toBe(409)
  })
})

describe('handing over and putting aside', () => {
  test('a status that somebody writes submits nothing: neither what is not answered, nor once the campaign is over', async () => {
    const campaign = await world.started([site.id], { limit_date_evaluation: dayFromNow(10) })
    const [{ id }] = (await world.pilot.post('/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [campaign] }] } })).body
      .objects
    await world.pilot.put(`/evaluation/${id}`, { evaluator: people.evaluator.memberId })
    await moved(app, world.customer, id, { status: 'STARTED' })
    const way = async (person: Person) => (await person.put(`/evaluation/${id}`, { status: 'WAITING_VALIDATION' })).body
    expect(await way(people.evaluator)).toMatchObject({
      ok: false,
      errors: { status: ['Une évaluation se soumet depuis ses réponses, quand il n’en manque aucune'] },
    })
    await world.pilot.post(`/campaign/${campaign}/close`, {})
    for (const person of [people.evaluator, people.local, world.pilot]) expect((await way(person)).errors).toHaveProperty('status')
    expect(await rowOf(id)).toMatchObject({ status: 'STARTED', not_submitted: true })
  })

  test('whoever only answers puts nothing aside, a local pilot of elsewhere neither', async () => {
    const campaign = await world.started([site.id])
    const [{ id }] = (await world.pilot.post('/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [campaign] }] } })).body
      .objects
    await world.pilot.put(`/evaluation/${id}`, { evaluator: people.far.memberId })
    expect((await people.far.put(`/evaluation/${id}`, { status: 'IGNORED' })).status).toBe(403)
    expect((await people.local.put(`/evaluation/${id}`, { status: 'IGNORED' })).status).toBe(200)
  })

  test('whoever runs a campaign gives it another day though some of what waits in it is out of their reach', async () => {
    const id = await waiting()
    const { campaign } = await rowOf(id)
    await world.pilot.put(`/campaign/${campaign.id}`, { manager: people.far.memberId })
    expect((await people.far.post(`/campaign/${campaign.id}/extend`, { limit_date_evaluation: dayFromNow(20) })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ status: 'WAITING_VALIDATION', due_date: dayFromNow(20) })
    expect((await people.validator.post(`/evaluation/${id}/accept`, {})).status).toBe(200)
  })
})

describe('what is decided about', () => {
  test('what was answered since it was submitted is not validated unseen; it can be rejected', async () => {
    const id = await waiting()
    await app.db.transaction(world.customer, (tx) =>
      tx.runText('update evaluation_answer set level = 100, version = version + 1 where customer_id = $1 and evaluation_id = $2', [world.customer, id]),
    )
    const refused = await world.pilot.post(`/evaluation/${id}/accept`, {})
    expect([refused.status, (await rowOf(id)).status]).toEqual([409, 'WAITING_VALIDATION'])
    expect((await world.pilot.post(`/evaluation/${id}/reject`, { message: 'It has changed' })).status).toBe(200)
  })

  test('another validator can be named while it waits: it stays what its evaluator submitted', async () => {
    const id = await waiting({ by: people.local.memberId })
    expect((await world.pilot.put(`/evaluation/${id}`, { validator: people.other.memberId })).status).toBe(200)
    expect((await people.local.post(`/evaluation/${id}/accept`, {})).status).toBe(403)
    expect((await people.other.post(`/evaluation/${id}/accept`, {})).status).toBe(200)
    const { objects } = (await world.pilot.get(`/evaluation/${id}/decision`)).body
    expect(objects.map(({ state, asked_by }: { state: string; asked_by: { id: number } }) => [state, asked_by.id])).toEqual([
      ['VALIDATED', people.local.memberId],
      ['REPLACED', people.local.memberId],
    ])
  })
})

describe('rejecting', () => {
  test('it needs a message, and tells it to those who answer and to the perimeter, in their language', async () => {
    const id = await waiting()
    const empty = await world.pilot.post(`/evaluation/${id}/reject`, { message: ' ' })
    expect([empty.status, Object.keys(empty.body.errors)]).toEqual([400, ['justification']])
    expect((await people.validator.post(`/evaluation/${id}/reject`, { message: 'Proof of A.2 is missing' })).body.object).toMatchObject({
      status: 'REJECTED',
      justification: 'Proof of A.2 is missing',
      decided_by: { id: people.validator.memberId },
    })
    await app.jobs()
    const heard = async (who: Person) =>
      ((await who.get('/notification')).body.objects as { kind: string; object: { id: number } }[])
        .filter(({ object }) => object.id === id)
        .map(({ kind }) => kind)
    for (const who of [people.local, people.evaluator]) expect((await heard(who)).filter((kind) => kind === 'rejected')).toHaveLength(1)
    expect(await heard(people.validator)).not.toContain('rejected')
    const mails = await app.db.transaction(world.customer, (tx) =>
      tx.runText<{ member: number; subject: string; text: string }>(
        `select m.id as member, o.subject, o.text from outbox_mail o join member m on m.customer_id = o.customer_id and m.email = o.to_address
          where o.customer_id = $1 and o.text like '%Proof of A.2 is missing%' order by m.id`,
        [world.customer],
      ),
    )
    expect(mails.map(({ member, subject }) => [member, subject])).toEqual([
      [people.local.memberId, 'Evaluation rejected: Round, Site'],
      [people.evaluator.memberId, 'Évaluation rejetée : Round, Le site'],
    ])
    const [y, m, d] = dayFromNow(10).split('-')
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(`until ${m}/${d}/${y}`), expect.stringContaining(`jusqu’au ${d}/${m}/${y}`)])
  })

  test('after the deadline it sets a new one; validating needs none', async () => {
    const id = await waiting()
    await shift(id, `due_date = date '2026-01-01', limit_date = null`)
    const refused = await world.pilot.post(`/evaluation/${id}/reject`, { message: 'Again' })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['limit_date']])
    expect((await world.pilot.post(`/evaluation/${id}/reject`, { message: 'Again', limit_date: dayFromNow(-1) })).status).toBe(400)
    const day = dayFromNow(7)
    expect((await world.pilot.post(`/evaluation/${id}/reject`, { message: 'Again', limit_date: day })).body.object).toMatchObject({
      due_date: day,
      limit_date: day,
    })
    const late = await waiting()
    await shift(late, `due_date = date '2026-01-01'`)
    expect((await world.pilot.post(`/evaluation/${late}/accept`, {})).status).toBe(200)
  })
})

test('of a finished campaign it is given back until a day of its own, counts as not submitted meanwhile, and ends with the next end', async () => {
  const id = await waiting()
  const { campaign } = await rowOf(id)
  await world.pilot.post(`/campaign/${campaign.id}/close`, {})
  await shift(id, `due_date = date '2026-01-01'`)
  expect((await world.pilot.post(`/evaluation/${id}/reject`, { message: 'Again' })).body.errors).toHaveProperty('limit_date')
  const back = await world.pilot.post(`/evaluation/${id}/reject`, { message: 'Again', limit_date: dayFromNow(3) })
  expect(back.body.object).toMatchObject({ status: 'REJECTED', given_back: true, not_submitted: true })
  const counted = async () => (await world.pilot.get(`/campaign/${campaign.id}`)).body.object.not_submitted
  const shown = async () => (await world.pilot.get(`/campaign/${campaign.id}/results`)).body.object.lines[0].not_submitted
  expect([await counted(), await shown()]).toEqual([1, true])
  const { object } = (await people.evaluator.get(`/evaluation/${id}/content`)).body
  expect([object.may_answer, object.closed_by]).toEqual([true, null])
  const { item, version } = object.answers.find(({ level }: { level: number }) => level === 0)
  const say = (level: number, at: number) => people.evaluator.put(`/evaluation/${id}/answer`, { item, level, version: at })
  expect((await say(50, version)).status).toBe(200)
  expect((await people.evaluator.post(`/evaluation/${id}/submit`, {})).status).toBe(200)
  expect([await counted(), await shown()]).toEqual([0, false])
  expect((await people.validator.post(`/evaluation/${id}/accept`, {})).body.object).toMatchObject({ status: 'VALIDATED', given_back: false })
  // Opened again by a global pilot; the campaign, opened and ended once more, ends it.
  expect((await world.pilot.post(`/evaluation/${id}/reopen`, { reason: 'Wrong site', limit_date: dayFromNow(3) })).body.object).toMatchObject({
    given_back: true,
  })
  await world.pilot.post(`/campaign/${campaign.id}/reopen`, { limit_date_evaluation: dayFromNow(2) })
  await world.pilot.post(`/campaign/${campaign.id}/close`, {})
  expect((await say(0, version + 1)).body.message).toBe('La campagne n’est pas en cours')
})

test('how far an evaluation was on a day gone by is read from its history, whatever it came to since', async () => {
  const id = await waiting()
  const aged = (table: string, columns: string) =>
    app.db.transaction(world.customer, (tx) => tx.runText(`update ${table} set ${columns} where customer_id = $1`, [world.customer]))
  await aged('evaluation_standing', `valid_from = moment() - interval '3 days'`)
  await aged('evaluation', `updated_at = moment() - interval '3 days', created_at = moment() - interval '4 days'`)
  await aged('campaign', `updated_at = moment() - interval '3 days', created_at = moment() - interval '4 days'`)
  await people.local.post(`/evaluation/${id}/reset`, {})
  const on = async (day: string) => (await world.pilot.get(`/evaluation/${id}${day && `?as_of=${day}`}`)).body.object
  expect(await on('')).toMatchObject({ answered: 0, score: null })
  expect(await on(dayFromNow(-1))).toMatchObject({ answered: 3, score: 50 })
})

describe('taking back', () => {
  test('a global pilot opens what was validated again, and says why', async () => {
    const id = await waiting()
    await world.pilot.post(`/evaluation/${id}/accept`, {})
    expect((await people.local.post(`/evaluation/${id}/reopen`, { reason: 'Wrong site' })).status).toBe(403)
    expect((await world.pilot.post(`/evaluation/${id}/reopen`, { reason: '' })).status).toBe(400)
    expect((await world.pilot.post(`/evaluation/${id}/reopen`, { reason: 'Wrong site' })).body.object).toMatchObject({
      status: 'STARTED',
      justification: 'Wrong site',
      decided_at: null,
      decided_by: null,
      submitted_at: null,
    })
  })

  test('a pilot of the perimeter resets it: its answers go into their history, and it stands as at its start', async () => {
    const id = await waiting()
    for (const person of [people.evaluator, people.validator]) expect((await person.post(`/evaluation/${id}/reset`, {})).status).toBe(403)
    expect((await people.far.post(`/evaluation/${id}/reset`, {})).status).toBe(404)
    expect((await people.local.post(`/evaluation/${id}/reset`, {})).body.object).toMatchObject({
      status: 'NOT_STARTED',
      asked: 3,
      answered: 0,
      score: null,
      submitted_at: null,
    })
    const [{ answers, history } = {}] = await app.db.transaction(world.customer, (tx) =>
      tx.runText<{ answers: number; history: number }>(
        `select (select count(*)::int from evaluation_answer where customer_id = $1 and evaluation_id = $2) as answers,
          (select count(*)::int from evaluation_answer_history where customer_id = $1 and evaluation_id = $2) as history`,
        [world.customer, id],
      ),
    )
    expect([answers, history]).toEqual([0, 3])
    // It is answered and submitted anew, and decided about as if nothing had been before.
    await submitted(app, world.customer, id, [100, 100, 100], people.evaluator.memberId)
    expect((await world.pilot.post(`/evaluation/${id}/accept`, {})).status).toBe(200)
    expect((await world.pilot.post(`/evaluation/${id}/reset`, {})).status).toBe(409)
  })
})

test('many are validated at once, but not those that one submitted oneself; whoever may decide nothing validates none', async () => {
  const [theirs, own, open] = [await waiting(), await waiting({ by: world.pilot.memberId }), await waiting()]
  await moved(app, world.customer, open, { status: 'NOT_STARTED' })
  await answerAll(app, world.customer, open, [100])
  const ids = [theirs, own, open]
  expect((await people.evaluator.post('/evaluation/accept_many', { ids })).body.object).toEqual({ validated: [], left: 3 })
  const { body } = await world.pilot.post('/evaluation/accept_many', { ids })
  expect(body.object).toEqual({ validated: [theirs], left: 2 })
  expect(body.message).toBe('1 evaluation validated')
})
