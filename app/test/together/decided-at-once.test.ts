import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, objectOf, type Row } from '#tools/test/actions-world.ts'
import { makeCrowd, many, tally, type Crowd } from '#tools/test/crowd.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import type { Answer, Person } from '#app/test/worlds/test-app.ts'

let world: Crowd
let pilot: Person
beforeAll(async () => {
  world = await makeCrowd()
  pilot = world.pilot
  objectOf(await pilot.put(`/program/${world.plan}`, { is_default: true }))
})
afterAll(() => world.app.close())

const make = async (entity: string, body: object): Promise<Row> => objectOf(await pilot.post(`/${entity}`, body))

/** Everybody at once, each by their turn among `calls`: PostgreSQL refuses nothing, and whoever is refused is told in words; what rests meanwhile is nobody’s to write. */
async function together(calls: readonly ((person: Person, n: number) => Promise<Answer>)[]): Promise<Answer[]> {
  let answers: Answer[] = []
  const { refused } = await watchStatements(async () => {
    answers = await Promise.all(world.people.map((person, n) => (calls[n % calls.length] as (typeof calls)[number])(person, n)))
    await world.app.jobs()
  })
  expect(refused).toEqual([])
  expect(answers.filter(({ status }) => ![200, 400, 403, 409].includes(status)).map(({ status, body }) => [status, body])).toEqual([])
  return answers
}

test('twenty who judge one risk, link to it, ask for its approval and decide about it wait for each other and never in a circle', async () => {
  const register = (await make('risk_register', { name_en: 'At once', impact_types: ['LEGAL'] })).id
  const risk = await make('risk', {
    name_en: 'Fire',
    register,
    perimeter: world.lyon,
    init_impact: 4,
    init_probability: 4,
    target_impact: 2,
    target_probability: 2,
    manager: pilot.memberId,
    review_date: dayFromNow(90),
  })
  const measures = [await world.measure(), await world.measure()]
  const action = await world.action({ target_date: dayFromNow(20) })
  const gaps = (await make('gap_register', { name_en: 'At once' })).id
  const gap = await make('gap', { name_en: 'Found', register: gaps, perimeter: world.lyon })
  objectOf(await pilot.put(`/risk/${risk.id}`, { measures: [measures[0].id], actions: [action.id] }))
  const call =
    (name: string, body: object = {}) =>
    (person: Person) =>
      person.post(`/risk/${risk.id}/${name}`, body)
  const put = (changes: (n: number) => object) => (person: Person, n: number) => person.put(`/risk/${risk.id}`, changes(n))
  for (let round = 0; round < 3; round += 1) {
    await together([
      call('request', { comment: 'Please' }),
      put((n) => ({ target_impact: 1 + (n % 3), target_probability: 2 })),
      call('approve'),
      put((n) => ({ init_impact: 3 + (n % 3), manual_impact: 2, manual_probability: 2, manual_comment: 'Seen' })),
      call('reject', { comment: 'No' }),
      put((n) => ({ strategy: n % 2 ? 'ACCEPT' : 'REDUCE' })),
      put((n) => ({ measures: [measures[n % 2].id] })),
      (person, n) => person.put(`/gap/${gap.id}/risks`, n % 2 ? { add: [risk.id] } : { remove: [risk.id] }),
      (person, n) => person.put(`/remediation/${action.id}`, { target_date: dayFromNow(20 + n), postponement_reason: 'Late' }),
      (person, n) => person.put(`/measure/${measures[n % 2].id}`, { status: 'IMPLEMENTED', efficiency: 50 + n }),
      call('withdraw'),
      (person, n) => person.put(`/risk_register/${register}`, { appetite: n % 2 ? null : 1 }),
      call('review'),
    ])
  }
  // Of twenty who approve at once one does.
  objectOf(await pilot.put(`/risk/${risk.id}`, { strategy: 'REDUCE', target_impact: 1, target_probability: 1, manual_impact: null, manual_probability: null }))
  objectOf(await call('request')(pilot))
  const [either, other] = world.people as [Person, Person]
  const verdicts = () => Promise.all([call('approve')(either), call('reject', { comment: 'No' })(other)])
  expect(tally(await verdicts())).toEqual({ 200: 1, 409: 1 })
  objectOf(await pilot.put(`/risk/${risk.id}`, { target_impact: 1 }))
  await call('request')(pilot)
  const decided = await together([call('approve')])
  expect(tally(decided)).toEqual({ 200: 1, 409: many - 1 })
  expect(objectOf(await pilot.get(`/risk/${risk.id}`))).toMatchObject({ status: 'APPROVED' })
  // Closed once, and left as it is by all others.
  const closed = await together([put(() => ({ treatment: 'CLOSED' })), put(() => ({ target_impact: 2, target_probability: 2 }))])
  expect(closed.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(objectOf(await pilot.get(`/risk/${risk.id}`))).toMatchObject({ treatment: 'CLOSED' })
})

test('twenty who move one project, decide about it, plan in it and end it wait for each other and never in a circle', async () => {
  const at = { dev_step: 'DECISION', left_test: dayFromNow(-20), step_since: dayFromNow(-20) }
  const project = await make('isp_project', { name_en: 'Shop', perimeter: world.lyon, program: world.plan, ...at })
  const other = await make('program', { name_en: 'Elsewhere' })
  const action = await world.action({ project: project.id, target_date: dayFromNow(30) })
  const loose = await world.action({ target_date: dayFromNow(30) })
  const exemptions = (await make('exemption_register', { name_en: 'At once' })).id
  const on = `/isp_project/${project.id}`
  const go =
    (step: number, more: object = {}) =>
    (person: Person) =>
      person.post(`${on}/transition`, { dev_step: step, target_date: dayFromNow(0), ...more })
  const decide = (body: object) => (person: Person) => person.post(`${on}/decision`, body)
  for (let round = 0; round < 3; round += 1) {
    await together([
      decide({ decision: 'GO', reservations: [action.id], new_reservations: [{ name: 'Look again', target_date: dayFromNow(60) }] }),
      go(7),
      (person, n) => person.put(on, { name_en: `Shop ${n}`, weather_project: 50, weather_comment: `Week ${n}` }),
      decide({ decision: 'NOGO', comment: 'Findings' }),
      go(5),
      (person) => person.post(`${on}/remediation`, { remediation: loose.id }),
      (person, n) => person.put(`/remediation/${action.id}`, { target_date: dayFromNow(30 + n), postponement_reason: 'Late' }),
      (person) => person.put(`/remediation/${loose.id}`, { project: null }),
      (person) =>
        person.put(`${on}/decision/draft`, { decision: 'GO', reserved: false, comment: null, date: null, reservations: [], new_reservations: [], seen: 0 }),
      (person) => person.post(`${on}/interrupt`, { comment: 'No money' }),
      (person) => person.post(`${on}/reopen`, {}),
      (person) =>
        person.post('/exemption', {
          name_en: 'Live with it',
          register: exemptions,
          reason: 'Season',
          project: project.id,
          perimeters: [world.lyon],
          start_date: dayFromNow(0),
          end_date: dayFromNow(30),
        }),
      (person) => person.put(`${on}/assignment`, { members: [person.memberId], groups: [] }),
      go(6),
    ])
    await pilot.post(`${on}/reopen`, {})
  }
  await go(6)(pilot)
  const current = objectOf(await pilot.get(on))
  expect(current.status).toBe('ONGOING')
  // One version, twenty decisions: the first is recorded.
  const once = await make('isp_project', { name_en: 'Once', perimeter: world.lyon, ...at })
  const recorded = await together([(person) => person.post(`/isp_project/${once.id}/decision`, { decision: 'GO', version: once.version })])
  expect(tally(recorded)).toEqual({ 200: 1, 409: many - 1 })
  expect((await pilot.get(`/isp_project/${once.id}/decision`)).body.objects).toHaveLength(1)
  // Without a version neither: what is decided already is decided anew by whoever has seen it.
  const split = await make('isp_project', { name_en: 'Split', perimeter: world.lyon, ...at })
  const verdicts = [{ decision: 'GO' }, { decision: 'NOGO', comment: 'Findings' }]
  const answers = await Promise.all(verdicts.map((body) => pilot.post(`/isp_project/${split.id}/decision`, body)))
  expect(tally(answers)).toEqual({ 200: 1, 409: 1 })
  const now = objectOf(await pilot.get(`/isp_project/${split.id}`))
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'STALE', object: { version: now.version, decision: now.decision } })
  expect((await pilot.get(`/isp_project/${split.id}/decision`)).body.objects).toHaveLength(1)
  objectOf(await pilot.post(`/isp_project/${split.id}/decision`, { decision: 'GO', version: now.version }))
  const moved = await together([
    (person) => person.post(`/isp_project/${once.id}/transition`, { dev_step: 7, target_date: dayFromNow(0), version: once.version + 1 }),
  ])
  expect(moved.filter(({ status }) => status === 200)).toHaveLength(1)
  const ended = await together([go(8, { move_to: other.id }), (person) => person.put(`/remediation/${action.id}`, { name_en: 'Called otherwise' }), go(8)])
  expect(ended.some(({ status }) => status === 200)).toBe(true)
  expect(objectOf(await pilot.get(on))).toMatchObject({ status: 'CLOSED', dev_step: 'CLOSE' })
})

test('twenty who study one analysis together, generate and choose its scenarios and publish it wait for each other and never in a circle', async () => {
  const register = (await make('risk_register', { name_en: 'Studied', impact_types: ['LEGAL'] })).id
  const assets: number[] = []
  const threats: number[] = []
  for (let n = 0; n < 4; n += 1) {
    assets.push((await make('supporting_asset', { name_en: `Machine ${n}`, type: 'HARDWARE', perimeter: world.lyon })).id)
    threats.push((await make('threat', { name_en: `Threat ${n}`, asset_types: ['HARDWARE'] })).id)
  }
  const { id } = await make('risk_analysis', {
    name_en: 'Studied',
    perimeter: world.lyon,
    impact_types: ['LEGAL'],
    register,
    supporting_assets: assets.slice(0, 2),
    threats: threats.slice(0, 2),
    status: 'ONGOING',
  })
  const on = `/risk_analysis/${id}`
  objectOf(await pilot.post(`${on}/generate`, {}))
  await world.app.jobs()
  const scenarios = (await pilot.post('/risk_scenario/page', { queryParams: { filters: [{ name: 'analysis', selected_options: [id] }] } })).body
    .objects as Row[]
  expect(scenarios).toHaveLength(4)
  const measure = await world.measure()
  const one = (n: number) => scenarios[n % scenarios.length].id as number
  await together([
    (person, n) => person.put(`/risk_scenario/${one(n)}`, { retained: true, impact: 1 + (n % 4), probability: 2 }),
    (person) => person.post(`${on}/generate`, {}),
    (person, n) => person.put(on, { threats: threats.slice(0, 2 + (n % 3)) }),
    (person) => person.post(`${on}/propose`, { part: 'supporting_assets' }),
    (person, n) => person.put(`/risk_scenario/${one(n)}`, { measures: [measure.id], retained: true, impact: 3, probability: 3 }),
    (person, n) => person.put(on, { supporting_assets: assets.slice(0, 2 + (n % 3)) }),
    (person) => person.post(`${on}/measures`, {}),
    (person, n) => person.put(`/risk_scenario/${one(n)}`, { retained: false }),
    (person, n) => person.put(`/supporting_asset/${assets[n % 4]}`, { name_en: `Machine called ${n}` }),
  ])
  // Published once, whoever presses.
  const currentScenarios = (
    await pilot.post('/risk_scenario/page', { queryParams: { per_page: 100, filters: [{ name: 'analysis', selected_options: [id] }] } })
  ).body.objects as Row[]
  for (const row of currentScenarios) await pilot.put(`/risk_scenario/${row.id}`, { retained: true, impact: 2, probability: 2 })
  const published = await together([
    (person) => person.post(`${on}/validate`, {}),
    (person, n) => person.put(`/risk_scenario/${one(n)}`, { impact: 4 }),
    (person) => person.post(`${on}/validate`, {}),
  ])
  expect(published.filter(({ body }) => body.object?.status === 'VALIDATED').length).toBeGreaterThan(0)
  expect(objectOf(await pilot.get(on))).toMatchObject({ status: 'VALIDATED' })
  const risks = (await pilot.post('/risk/page', { queryParams: { per_page: 100, filters: [{ name: 'register', selected_options: [register] }] } })).body
    .objects as Row[]
  expect(new Set(risks.map(({ name_en: name, name: shown }) => name ?? shown)).size).toBe(risks.length)
  expect(risks.length).toBe(currentScenarios.length)
})
