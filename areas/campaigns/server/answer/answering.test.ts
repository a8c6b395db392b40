import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import type { Changes } from '#kit/server/data/resources/resource.ts'
import { asProgram, campaignWorld } from '#tools/test/campaign-world.ts'
import { endedByOthers, watchStatements } from '#tools/test/watch-statements.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof campaignWorld>>
let evaluator: Person
let other: Person
let auditor: Person

beforeAll(async () => {
  app = await testApp()
  world = await campaignWorld(app)
  evaluator = await app.member(world.customer, 'contributor')
  other = await app.member(world.customer, 'contributor')
  auditor = await app.member(world.customer, 'global_auditor')
})
afterAll(() => app.close())
const rows = <R>(text: string, values: readonly unknown[]) => asProgram(app, world.customer)((tx) => tx.runText<R>(text, values))

/** A campaign with one evaluation, which the evaluator answers, and what it asks. */
async function begun(changes: Changes = {}, more: object = {}) {
  const { id: perimeter } = await world.perimeter('Site')
  const campaign = await world.started([perimeter], changes)
  const { objects } = (await world.pilot.post('/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [campaign] }] } })).body
  const id: number = objects[0].id
  await world.pilot.put(`/evaluation/${id}`, { evaluator: evaluator.memberId, ...more })
  const content = (await evaluator.get(`/evaluation/${id}/content`)).body.object
  const items: number[] = content.items.map(({ item }: { item: number }) => item)
  const put = (body: object, who = evaluator) => who.put(`/evaluation/${id}/answer`, { version: 0, ...body })
  const stands = async () => (await world.pilot.get(`/evaluation/${id}`)).body.object
  return { id, campaign, content, items, put, stands, perimeter }
}
const whole = { level: 100 }

test('an answer is saved with what it was before, moves the evaluation on, and how it stands follows', async () => {
  const { id, items, put, stands, content } = await begun()
  expect(content).toMatchObject({ may_answer: true, levels: [{ value: 0 }, { value: 50 }, { value: 100 }], parts: [{ identifier: 'A' }], answers: [] })
  const [first = 0, second = 0, third = 0] = items
  const saved = await put({ item: first, level: 50, comment: 'Half of it' })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  expect(saved.body).toMatchObject({
    object: { item: first, version: 1, level: 50, comment: 'Half of it', mine: true },
    standing: { asked: 3, answered: 1, score: 50 },
  })
  expect(await stands()).toMatchObject({ status: 'STARTED', answered: 1, progress: 33, score: 50 })
  expect((await put({ item: first, ...whole, version: 1 })).body).toMatchObject({ object: { version: 2 }, standing: { score: 100 } })
  await put({ item: second, ...whole })
  expect((await put({ item: third, level: 0 })).body.standing).toMatchObject({ answered: 2 })
  expect((await evaluator.post(`/evaluation/${id}/submit`, {})).body).toMatchObject({ code: 'CONFLICT', message: '1 answer is missing' })
  expect((await put({ item: third, level: 0, comment: 'Nothing yet', version: 1 })).body.standing).toMatchObject({ answered: 3 })
  const former = await rows('select version, level from evaluation_answer_history where customer_id = $1 and item = $2 order by version', [
    world.customer,
    first,
  ])
  expect(former).toEqual([{ version: 1, level: 50 }])
  expect((await evaluator.post(`/evaluation/${id}/submit`, {})).body).toMatchObject({ ok: true, object: { status: 'WAITING_VALIDATION' } })
  expect((await put({ item: third, ...whole, version: 2 })).body).toMatchObject({
    code: 'CONFLICT',
    message: 'The evaluation has been submitted: its answers no longer change',
  })
  const [frozen] = await rows<{ answers: { level: number }[] }>('select answers from evaluation_submission where customer_id = $1 and evaluation_id = $2', [
    world.customer,
    id,
  ])
  expect(frozen?.answers.map(({ level }) => level)).toEqual([100, 100, 0])
  expect((await evaluator.get(`/evaluation/${id}/content`)).body.object).toMatchObject({ may_answer: false, closed_by: 'STATUS' })
})

test('whoever has the campaign or the evaluation open hears of each answer, of the submission and of a start, never what', async () => {
  const { id, campaign, items, put } = await begun()
  const client = new pg.Client(app.database.ownerUrl)
  await client.connect()
  const heard: string[] = []
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.query('listen vigie_told')
  const ours = async () => {
    await client.query('select 1')
    return [...new Set(heard.splice(0))].filter((one) => one.startsWith(`changed:${world.customer}:`)).toSorted((a, b) => a.localeCompare(b))
  }
  const both = [`changed:${world.customer}:campaign:${campaign}`, `changed:${world.customer}:evaluation:${id}`]
  try {
    for (const item of items) await put({ item, ...whole })
    expect(await ours()).toEqual(both)
    await evaluator.post(`/evaluation/${id}/submit`, {})
    expect(await ours()).toEqual(both)
    await world.pilot.post(`/campaign/${campaign}/close`, {})
    expect(await ours()).toEqual(both.slice(0, 1))
  } finally {
    await client.end()
  }
})

test('an action that is there already answers for a level that demands one, as far as its reader finds it; unlinked, the answer lacks it again', async () => {
  const { id, items, put } = await begun({ remediation_enabled: true, limit_date_remediation: '2099-01-01' })
  const [item = 0] = items
  await put({ item, level: 0, comment: 'Nothing yet' })
  const { id: program } = await world.made('/program', { name_en: 'Mending' })
  const action: number = (await world.made('/remediation', { name_en: 'Renew the rule', program })).id
  const link = (body: object, who = world.pilot) => who.put(`/evaluation/${id}/action`, { item, remediation: action, linked: true, ...body })
  expect((await link({}, evaluator)).status).toBe(404)
  expect((await link({ item: items[1] })).status).toBe(400)
  expect((await link({})).body).toMatchObject({ message: 'Action linked', object: { actions: [{ id: action }] }, standing: { answered: 1 } })
  // Once more changes nothing.
  expect((await link({})).body).toMatchObject({ object: { actions: [{ id: action }] }, standing: { answered: 1 } })
  expect((await link({ linked: false })).body).toMatchObject({ object: { actions: [] }, standing: { answered: 0 } })
  expect((await world.pilot.get(`/remediation/${action}`)).body.object).toMatchObject({ name: 'Renew the rule', source_object: null })
})

test('repeated on another version, what is asked otherwise is marked with how it was asked, and what is asked for the first time', async () => {
  const former = await begun()
  const again = await world.pilot.post(`/campaign/${former.campaign}/duplicate`, { name_en: 'Again' })
  const draft: number = (await world.made(`/policy/${world.policy.id}/draft`, {})).id
  const controls = (await world.pilot.post('/control/page', { queryParams: { filters: [{ name: 'policy_version', selected_options: [draft] }] } })).body.objects
  const changing = controls.find((one: { identifier: string }) => one.identifier === 'A.1')
  await world.pilot.put(`/control/${changing.id}`, { name_en: 'Requirement 1, sharper' })
  await world.made('/control', { policy_version: draft, name_en: 'Requirement 4', identifier: 'A.4' })
  expect((await world.pilot.post(`/policy_version/${draft}/publish`)).status).toBe(200)
  const campaign: number = again.body.object.id
  await rows(`update campaign set status = 'STARTED', policy_version_id = $3 where customer_id = $1 and id = $2`, [world.customer, campaign, draft])
  const [evaluation] = (await world.pilot.post('/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [campaign] }] } })).body
    .objects
  const { changed, items } = (await world.pilot.get(`/evaluation/${evaluation.id}/content`)).body.object
  const called = (item: number) => items.find((one: { item: number }) => one.item === item).name_en
  expect(changed.map((one: { item: number; new: boolean; name_en: string | null }) => [called(one.item), one.new, one.name_en])).toEqual([
    ['Requirement 1, sharper', false, 'Requirement 1'],
    ['Requirement 4', true, null],
  ])
  // The former campaign was no repetition.
  expect((await world.pilot.get(`/evaluation/${former.id}/content`)).body.object.changed).toEqual([])
})

test('a suggestion is confirmed where it is an answer that is asked for today; another one waits, and alone it is told why', async () => {
  const { id, items, stands } = await begun({ na_allowed: false })
  const [na = 0, level = 0, fine = 0] = items
  await rows(
    `insert into evaluation_answer (customer_id, evaluation_id, control_id, level, na, justification, suggested, answered_by_id)
      select $1, $2, g.item, g.level, g.na, 'There is none of it at this site', true, $3
      from jsonb_to_recordset($4::jsonb) as g (item bigint, level int, na boolean)`,
    [
      world.customer,
      id,
      evaluator.memberId,
      JSON.stringify([
        { item: na, level: null, na: true },
        { item: level, level: 30, na: false },
        { item: fine, level: 50, na: false },
      ]),
    ],
  )
  const confirm = (wanted: readonly number[]) => evaluator.post(`/evaluation/${id}/confirm`, { items: wanted })
  expect((await confirm([na, level, fine])).body.object).toMatchObject({ answered: 1, score: 50 })
  expect((await confirm([na])).body.errors).toHaveProperty('na')
  expect((await confirm([level])).body.errors).toHaveProperty('level')
  expect((await confirm([na, level])).body.object).toMatchObject({ answered: 1 })
  expect(await stands()).toMatchObject({ answered: 1, score: 50 })
})

test('what the rules ask is asked by the server', async () => {
  const { items, put } = await begun({ na_allowed: false, proofs: 'NOT_ALLOWED', levels: [{ value: 50 }, { value: 100 }] })
  const [item = 0] = items
  const wrong = async (body: object) => (await put({ item, ...body })).body
  expect((await wrong({ comment: 'But no level' })).errors.level).toEqual(['A compliance level is required to save the answer'])
  expect((await wrong({ level: 0 })).errors.level).toEqual(['This level cannot be chosen here'])
  expect((await wrong({ na: true, justification: 'There is no such thing here at all' })).errors.na).toBeDefined()
  const { id: evidence } = await world.made('/evidence', { name_en: 'Proof', url: 'https://proof.example' }, evaluator)
  expect((await wrong({ level: 50, evidences: [evidence] })).errors.evidences).toEqual(['This campaign takes no evidence'])
  expect((await put({ item: 999_999_999, level: 50 })).body.errors.item).toBeDefined()
})

test('not applicable needs a reason and leaves the score; a required proof is the writer’s own to show', async () => {
  const { items, put } = await begun({ proofs: 'REQUIRED' })
  const [item = 0, second = 0] = items
  expect((await put({ item, na: true, justification: 'No' })).body.errors.justification).toEqual(['A justification of at least 20 characters is required'])
  expect((await put({ item, na: true, level: 50, justification: 'There is no such thing here' })).body).toMatchObject({
    object: { na: true, level: null },
    standing: { answered: 1, score: null },
  })
  expect((await put({ item: second, ...whole })).body.standing).toMatchObject({ answered: 1 })
  const theirs = await world.made('/evidence', { name_en: 'Theirs', url: 'https://theirs.example' }, other)
  expect((await put({ item: second, ...whole, version: 1, evidences: [theirs.id] })).body.errors.evidences).toBeDefined()
  const own = await world.made('/evidence', { name_en: 'Own', url: 'https://own.example', manager: evaluator.memberId }, evaluator)
  expect((await put({ item: second, ...whole, version: 1, evidences: [own.id] })).body).toMatchObject({
    object: { evidences: [{ id: own.id }], evidence_count: 1 },
    standing: { answered: 2, score: 100 },
  })
  expect((await world.pilot.get(`/evidence/${own.id}`)).body.object.used).toBe(true)
  // An answer that says nothing of evidence leaves what it shows.
  expect((await put({ item: second, level: 50, version: 2 })).body.object).toMatchObject({ evidence_count: 1, version: 3 })
})

test('a level that needs an action is complete once one is opened, in the plan of the campaign', async () => {
  const program = await world.made('/program', { name_en: 'Plan' })
  const day = '2099-06-30'
  const { id, campaign, items, put, perimeter } = await begun({ remediation_enabled: true, program: program.id, limit_date_remediation: day })
  const [item = 0] = items
  const act = (who = evaluator) => who.post(`/evaluation/${id}/action`, { item, name: 'Lock the gate' })
  expect((await act()).body.errors.item).toBeDefined()
  expect((await put({ item, level: 0, comment: 'None' })).body.standing.answered).toBe(0)
  expect((await act(other)).status).toBe(404)
  const opened = await act()
  expect(opened.body, JSON.stringify(opened.body)).toMatchObject({
    ok: true,
    standing: { answered: 1 },
    object: { version: 2, actions: [{ name: 'Lock the gate', target_date: day }] },
  })
  const action = (await world.pilot.get(`/remediation/${opened.body.object.actions[0].id}`)).body.object
  // The results list what they count.
  const results = async (who: Person, what: string) => (await who.get(`/campaign/${campaign}/${what}`)).body
  expect((await results(world.pilot, 'results')).object.actions).toEqual({ all: 1, open: 1 })
  expect((await results(world.pilot, 'result_actions')).objects).toMatchObject([
    { name: 'Lock the gate', status: 'TO_PLAN', item: 'A.1', perimeter: { id: perimeter }, target_date: day, late: false },
  ])
  expect((await results(world.pilot, `result_actions?perimeter=${world.root}`)).objects).toHaveLength(1)
  expect((await other.get(`/campaign/${campaign}/result_actions`)).status).toBe(404)
  expect(action).toMatchObject({
    source: 'EVAL',
    source_object: { entity: 'evaluation', id },
    program: { id: program.id },
    perimeter: { id: perimeter },
    target_date: day,
  })
})

test('only whoever evaluates and pilots answer, while it can be answered; others find nothing', async () => {
  const { id, items, put, campaign } = await begun()
  const [item = 0] = items
  expect((await put({ item, ...whole }, other)).body).toMatchObject({ code: 'NOT_FOUND', message: 'Evaluation not found' })
  expect((await other.get(`/evaluation/${id}/content`)).body.message).toBe('Evaluation not found')
  expect((await put({ item, ...whole }, auditor)).status).toBe(403)
  expect((await auditor.get(`/evaluation/${id}/content`)).body.object.closed_by).toBe('RIGHT')
  expect((await put({ item, ...whole }, world.pilot)).status).toBe(200)
  const elsewhere = await app.member((await app.customer()).id, 'global_pilote')
  expect((await put({ item, ...whole, version: 1 }, elsewhere)).status).toBe(404)
  await rows('update evaluation set due_date = $3 where customer_id = $1 and id = $2', [world.customer, id, dayFromNow(-2)])
  expect((await put({ item, ...whole, version: 1 })).body.message).toBe('The deadline has passed: answers no longer change')
  await rows('update evaluation set due_date = null where customer_id = $1 and id = $2', [world.customer, id])
  await rows(`update campaign set status = 'METRIC_ENTRY' where customer_id = $1 and id = $2`, [world.customer, campaign])
  expect((await put({ item, ...whole, version: 1 })).body.message).toBe('Until the campaign starts, only numbers can be entered')
})

test('whoever saw another answer is shown it; an answer takes six statements', async () => {
  const { id, items, put } = await begun()
  const [item = 0, second = 0] = items
  await put({ item, ...whole }, world.pilot)
  expect((await put({ item, level: 50 })).body).toMatchObject({ code: 'STALE', object: { item, level: 100, version: 1, mine: false } })
  const { texts } = await watchStatements(() => put({ item: second, ...whole }))
  expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(6)
  await put({ item, level: 0, comment: 'No', version: 1 })
  expect((await evaluator.get(`/evaluation/${id}/item/${item}/context`)).body.object).toEqual({
    last: null,
    metric: null,
    performance: null,
    measures: [],
    gaps: [],
    exemptions: [],
  })
})

test('what measures come to stands beside an answer for whoever reads scores there, and no answer moves it', async () => {
  const { id, items, put, perimeter } = await begun()
  const [item = 0] = items
  const beside = async (who: Person) => (await who.get(`/evaluation/${id}/item/${item}/context`)).body.object
  expect((await beside(world.pilot)).performance).toBeNull()
  expect((await world.pilot.post('/policy_application', { policy: world.policy.id, perimeter })).status).toBe(200)
  expect((await beside(world.pilot)).performance).toBe(0)
  await put({ item, ...whole })
  expect((await beside(world.pilot)).performance).toBe(0)
  expect((await beside(auditor)).performance).toBe(0)
  // Contributors read no scores.
  expect((await beside(evaluator)).performance).toBeNull()
})

test('twenty at once lose nothing and fail nobody', async () => {
  const { id, items, put } = await begun()
  const [first = 0, second = 0, third = 0] = items
  const together = () =>
    Promise.all(Array.from({ length: 20 }, (_, n) => put({ item: items[n % 3], level: n % 2 ? 50 : 100 }, n % 2 ? world.pilot : evaluator)))
  let answers: Awaited<ReturnType<typeof together>> = []
  // Nor do they wait for each other in a circle, which PostgreSQL would end by a deadlock after a second.
  const watched = await watchStatements(async () => {
    answers = await together()
  })
  expect(endedByOthers(watched)).toEqual([])
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(3)
  expect(new Set(answers.map(({ body }) => body.code ?? 'OK'))).toEqual(new Set(['OK', 'STALE']))
  const content = (await world.pilot.get(`/evaluation/${id}/content`)).body.object
  expect(content.answers.map(({ item }: { item: number }) => item)).toEqual([first, second, third])
  expect(content.revision).toBe(3)
})

test('where a campaign that runs asks otherwise, what was answered is judged anew, and lists show it; what was handed over stays', async () => {
  const { id, campaign, items, put, stands, perimeter } = await begun()
  const { id: second } = await world.perimeter('Shop')
  for (const item of items) await put({ item, ...whole })
  expect(await stands()).toMatchObject({ answered: items.length, progress: 100 })
  const [before] = await rows<{ revision: number; answered_at: Date }>(
    'select revision::int, answered_at from evaluation_standing where customer_id = $1 and evaluation_id = $2',
    [world.customer, id],
  )
  const ask = async (changes: object) => {
    expect((await world.pilot.put(`/campaign/${campaign}`, changes)).status).toBe(200)
    await app.jobs()
  }
  await ask({ comment_required: true })
  expect(await stands()).toMatchObject({ answered: 0, progress: 0, score: 100 })
  expect((await world.pilot.get(`/campaign/${campaign}`)).body.object).toMatchObject({ progress: 0 })
  await ask({ comment_required: false, proofs: 'REQUIRED' })
  expect(await stands()).toMatchObject({ answered: 0 })
  await ask({ proofs: 'ALLOWED' })
  expect(await stands()).toMatchObject({ answered: items.length, progress: 100 })
  const [after] = await rows<{ revision: number; answered_at: Date }>(
    'select revision::int, answered_at from evaluation_standing where customer_id = $1 and evaluation_id = $2',
    [world.customer, id],
  )
  expect(after).toMatchObject({ revision: Number(before?.revision) + 3, answered_at: before?.answered_at })
  await evaluator.post(`/evaluation/${id}/submit`, {})
  // Perimeters that join are none of the rules.
  await ask({ comment_required: true, perimeters: [perimeter, second] })
  expect(await stands()).toMatchObject({ status: 'WAITING_VALIDATION', answered: items.length, progress: 100 })
})

test('what levels ask for does not change under a campaign: a scale that one names keeps its values and rules, and only its words and colours change (SCL-04)', async () => {
  const { id, items, put, stands } = await begun()
  for (const item of items) await put({ item, ...whole })
  const { levels } = (await world.pilot.get(`/scale/${world.scale.id}`)).body.object as { levels: { id: number; value: number; name_en: string }[] }
  const retained = levels.map(({ id: level, name_en }) => ({ id: level, name_en }))
  const change = (of: number, changes: object) =>
    world.pilot.put(`/scale/${world.scale.id}`, {
      levels: levels.map(({ id: level, name_en, value }) => ({ id: level, name_en, ...(value === of && changes) })),
    })
  for (const changes of [{ comment_required: true }, { remediation: 'REQUIRED' }, { value: 90 }, { is_compliant: false }])
    expect((await change(100, changes)).body).toMatchObject({ ok: false, code: 'IN_USE', errors: { levels: [expect.any(String)] } })
  expect((await world.pilot.put(`/scale/${world.scale.id}`, { levels: retained.slice(1) })).body).toMatchObject({ code: 'IN_USE' })
  expect((await change(100, { name_en: 'Entirely', color: '#006001' })).status).toBe(200)
  await app.jobs()
  expect(await stands()).toMatchObject({ status: 'STARTED', answered: items.length, progress: 100, score: 100 })
  expect((await evaluator.get(`/evaluation/${id}/content`)).body.object.levels).toMatchObject([
    { value: 0 },
    { value: 50 },
    { value: 100, name_en: 'Entirely' },
  ])
})
