import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { analysisReport } from './report.ts'

let world: World
let register: Row
beforeAll(async () => {
  world = await makeWorld()
  register = objectOf(await world.pilot.post('/risk_register', { name_en: 'Group risks', impact_types: ['FINANCIAL'] }))
})
afterAll(() => world.app.close())

const make = async (entity: string, fields: object, by: Person = world.pilot): Promise<Row> => objectOf(await by.post(`/${entity}`, fields))
const read = async (entity: string, id: number): Promise<Row> => objectOf(await world.pilot.get(`/${entity}/${id}`))
const scenariosOf = async (analysis: number): Promise<Row[]> =>
  (await world.pilot.post('/risk_scenario/page', { queryParams: { per_page: 200, filters: [{ name: 'analysis', selected_options: [analysis] }] } })).body
    .objects as Row[]
const risksOf = async (): Promise<Row[]> =>
  (await world.pilot.post('/risk/page', { queryParams: { per_page: 200, filters: [{ name: 'register', selected_options: [register.id] }] } })).body
    .objects as Row[]
const stringifyBody = (answer: { body: unknown }) => JSON.stringify(answer.body)

/** A value carried by a program that stands on a machine, and threats for either. */
async function study(fields: object = {}) {
  const value = await make('business_value', { name_en: 'Payments', perimeters: [world.lyon] })
  const machine = await make('supporting_asset', { name_en: 'Machine', type: 'HARDWARE', perimeter: world.lyon })
  const program = await make('supporting_asset', {
    name_en: 'Program',
    type: 'SOFTWARE',
    perimeter: world.lyon,
    business_values: [value.id],
    dependencies: [machine.id],
  })
  const theft = await make('threat', { name_en: 'Theft', asset_types: ['HARDWARE'] })
  const bug = await make('threat', { name_en: 'Bug', asset_types: ['SOFTWARE'] })
  const analysis = await make('risk_analysis', {
    name_en: 'Payments of Lyon',
    perimeter: world.lyon,
    impact_types: ['FINANCIAL'],
    register: register.id,
    business_values: [value.id],
    impacts: [{ business_value: value.id, type: 'FINANCIAL', impact: 3 }],
    ...fields,
  })
  return { value, machine, program, theft, bug, analysis }
}

async function laidOut(fields: object = {}) {
  const made = await study(fields)
  const { id } = made.analysis
  expect((await world.pilot.post(`/risk_analysis/${id}/propose`, { part: 'supporting_assets' })).status).toBe(200)
  await world.pilot.put(`/risk_analysis/${id}`, { threats: [made.theft.id, made.bug.id], status: 'ONGOING' })
  expect((await world.pilot.post(`/risk_analysis/${id}/generate`, {})).body.object).toMatchObject({ running: true })
  await world.app.jobs()
  return { ...made, scenarios: await scenariosOf(id) }
}

test('what carries the values is added at once, by what depends on it too, and what concerns the assets after it', async () => {
  const { analysis, machine, program, theft, bug } = await study()
  const { id } = analysis
  expect(objectOf(await world.pilot.get(`/risk_analysis/${id}/proposal`))).toEqual({ supporting_assets: 2, threats: 0 })
  const added = objectOf(await world.pilot.post(`/risk_analysis/${id}/propose`, { part: 'supporting_assets' }))
  expect(new Set((added.supporting_assets as Row[]).map((one) => one.id))).toEqual(new Set([machine.id, program.id]))
  const threats = objectOf(await world.pilot.post(`/risk_analysis/${id}/propose`, { part: 'threats' })).threats as Row[]
  expect(threats.map((one) => one.id)).toEqual(expect.arrayContaining([theft.id, bug.id]))
  expect(objectOf(await world.pilot.get(`/risk_analysis/${id}/proposal`))).toEqual({ supporting_assets: 0, threats: 0 })
})

test('scenarios are laid out once, with the harm of the values behind each asset; again nothing is added, and only what nobody touched goes', async () => {
  const { analysis, scenarios, theft, bug, machine, program } = await laidOut()
  expect(scenarios.map((one) => [one.threat.id, one.supporting_asset.id, one.impact, one.retained])).toEqual(
    expect.arrayContaining([
      [theft.id, machine.id, 3, false],
      [bug.id, program.id, 3, false],
    ]),
  )
  expect(scenarios).toHaveLength(2)
  const remaining = scenarios.find((one) => one.threat.id === theft.id)
  await world.pilot.put(`/risk_scenario/${remaining?.id}`, { probability: 2 })
  await world.pilot.put(`/risk_analysis/${analysis.id}`, { threats: [] })
  expect(objectOf(await world.pilot.get(`/risk_analysis/${analysis.id}/generation`))).toMatchObject({ running: false, made: 2, missing: 0, obsolete: 1 })
  await world.pilot.post(`/risk_analysis/${analysis.id}/generate`, {})
  await world.app.jobs()
  expect((await scenariosOf(analysis.id)).map((one) => one.id)).toEqual([remaining?.id])
})

test('validated, what is retained becomes risks of the register; a second study updates them and doubles none', async () => {
  const { analysis, scenarios, machine } = await laidOut()
  const { id } = analysis
  const validate = () => world.pilot.post(`/risk_analysis/${id}/validate`, {})
  expect(objectOf(await world.pilot.get(`/risk_analysis/${id}/publication`))).toMatchObject({ complete: false, lacks: [{ key: 'none_retained' }] })
  expect([(await validate()).status, stringifyBody(await validate())]).toEqual([400, expect.stringContaining('No scenario is retained')])
  const [first, second] = scenarios
  await world.pilot.put(`/risk_scenario/${first?.id}`, { retained: true, probability: 3, reason: 'It has happened' })
  await world.pilot.put(`/risk_scenario/${second?.id}`, { retained: true })
  expect(stringifyBody(await validate())).toContain('1 retained scenario has no probability or impact')
  await world.pilot.put(`/risk_scenario/${second?.id}`, { retained: false })
  const before = (await risksOf()).length
  expect(objectOf(await world.pilot.get(`/risk_analysis/${id}/publication`))).toMatchObject({ complete: true, created: 1, updated: 0, kept: 0 })
  expect((await validate()).status).toBe(200)
  const risks = await risksOf()
  expect(risks).toHaveLength(before + 1)
  const made = (await read('risk_scenario', Number(first?.id))).risk
  expect(await read('risk', made.id)).toMatchObject({ init_probability: 3, init_impact: 3, description: 'It has happened', perimeter: { id: world.lyon } })
  // Closed for everybody, until somebody opens it again and says why.
  expect((await world.pilot.put(`/risk_scenario/${first?.id}`, { reason: 'Other' })).status).toBe(409)
  expect((await world.pilot.put(`/risk_analysis/${id}`, { name_en: 'Other' })).status).toBe(409)
  expect((await validate()).status).toBe(409)

  const again = await make('risk_analysis', {
    name_en: 'Next year',
    perimeter: world.lyon,
    impact_types: ['FINANCIAL'],
    register: register.id,
    previous: id,
    supporting_assets: [machine.id],
    status: 'ONGOING',
  })
  const asset = first.supporting_asset.id
  const threat = first.threat.id
  await make('risk_scenario', { analysis: again.id, supporting_asset: asset, threat, retained: true, probability: 1, impact: 3 })
  expect(objectOf(await world.pilot.get(`/risk_analysis/${again.id}/comparison`)).lines).toMatchObject([
    { kind: 'CHANGED', before: { probability: 3 }, now: { probability: 1 } },
  ])
  expect(objectOf(await world.pilot.get(`/risk_analysis/${again.id}/publication`))).toMatchObject({ created: 0, updated: 1, kept: 0 })
  expect((await world.pilot.post(`/risk_analysis/${again.id}/validate`, {})).status).toBe(200)
  expect(await risksOf()).toHaveLength(before + 1)
  expect(await read('risk', made.id)).toMatchObject({ init_probability: 1 })
})

test('a draft whose steps were gone to by their names is validated as it is', async () => {
  const { analysis, theft } = await study()
  await world.pilot.post(`/risk_analysis/${analysis.id}/propose`, { part: 'supporting_assets' })
  await world.pilot.put(`/risk_analysis/${analysis.id}`, { threats: [theft.id] })
  await world.pilot.post(`/risk_analysis/${analysis.id}/generate`, {})
  await world.app.jobs()
  for (const one of await scenariosOf(analysis.id)) objectOf(await world.pilot.put(`/risk_scenario/${one.id}`, { probability: 2, impact: 2, retained: true }))
  expect(objectOf(await world.pilot.get(`/risk_analysis/${analysis.id}`)).status).toBe('DRAFT')
  expect(objectOf(await world.pilot.post(`/risk_analysis/${analysis.id}/validate`, {}))).toMatchObject({ status: 'VALIDATED', published: 1 })
})

test('a study that is given up goes with its scenarios; one that was validated stays', async () => {
  const { analysis, scenarios } = await laidOut()
  expect((await world.pilot.delete(`/risk_analysis/${analysis.id}`)).status).toBe(200)
  expect((await world.pilot.get(`/risk_scenario/${scenarios[0]?.id}`)).status).toBe(404)
  const other = await laidOut()
  await world.pilot.put(`/risk_scenario/${other.scenarios[0]?.id}`, { retained: true, probability: 2 })
  await world.pilot.post(`/risk_analysis/${other.analysis.id}/validate`, {})
  const refused = await world.pilot.delete(`/risk_analysis/${other.analysis.id}`)
  expect([refused.status, refused.body.message]).toEqual([409, 'A validated analysis cannot be deleted: open it again first'])
  // Whose former study it is says so.
  const first = (await study()).analysis
  await make('risk_analysis', { name_en: 'Next', perimeter: world.lyon, impact_types: ['FINANCIAL'], previous: first.id })
  expect((await world.pilot.delete(`/risk_analysis/${first.id}`)).status).toBe(409)
})

test('a study is deleted by pilots, a local one within reach and of their own making, with its scenarios', async () => {
  const { id } = (await laidOut()).analysis
  const remove = async (by: Person, which: number = id) => (await by.delete(`/risk_analysis/${which}`)).status
  const elsewhere = await world.app.customer()
  const stranger = await world.app.member(elsewhere.id, 'global_pilote')
  const far = await world.app.member(world.customer, 'local_pilote', { perimeterIds: [world.nantes] })
  const localAuditor = await world.app.member(world.customer, 'local_auditor', { perimeterIds: [world.lyon] })
  expect(await remove(stranger)).toBe(404)
  expect(await remove(far)).toBe(404)
  expect([await remove(world.auditor), await remove(localAuditor), await remove(world.contributor)]).toEqual([403, 403, 403])
  // Made by another.
  expect(await remove(world.local)).toBe(403)
  const pair = {
    supporting_asset: await make('supporting_asset', { name_en: 'Kiosk', type: 'HARDWARE', perimeter: world.lyon }),
    threat: await make('threat', { name_en: 'Hammer' }),
  }
  const own = await make('risk_analysis', { name_en: 'Own', perimeter: world.lyon, impact_types: ['FINANCIAL'] }, world.local)
  const scenario = await make('risk_scenario', { analysis: own.id, supporting_asset: pair.supporting_asset.id, threat: pair.threat.id }, world.local)
  expect(await remove(world.local, own.id)).toBe(200)
  expect((await world.pilot.get(`/risk_scenario/${scenario.id}`)).status).toBe(404)
  expect(await remove(world.pilot)).toBe(200)
})

test('whoever reads a study is told what it is about, also where the asset stands out of their reach', async () => {
  const far = await make('supporting_asset', { name_en: 'Far machine', type: 'HARDWARE', perimeter: world.nantes })
  const { analysis, theft } = await study()
  const { id } = await make('risk_scenario', { analysis: analysis.id, supporting_asset: far.id, threat: theft.id })
  expect((await world.local.get(`/supporting_asset/${far.id}`)).status).toBe(404)
  expect(objectOf(await world.local.get(`/risk_scenario/${id}`))).toMatchObject({ label: 'Theft – Far machine', supporting_asset: { name: 'Far machine' } })
})

test('an analysis is refused with every wrong field named, and keeps within its scale', async () => {
  const empty = await world.pilot.post('/risk_analysis', { name_en: 'Study', perimeter: world.lyon, impact_types: [] })
  expect([empty.status, stringifyBody(empty)]).toEqual([400, expect.stringContaining('At least one impact type must be selected')])
  const { analysis, value, program, bug } = await study()
  const place = await world.pilot.put(`/risk_analysis/${analysis.id}`, {
    impacts: [
      { business_value: value.id, type: 'FINANCIAL', impact: 6 },
      { business_value: value.id, type: 'FINANCIAL', impact: 1 },
    ],
  })
  expect(place.status).toBe(400)
  expect(stringifyBody(place)).toContain('Each business value has one level per impact type')
  const pair = { analysis: analysis.id, supporting_asset: program.id, threat: bug.id }
  const made = await make('risk_scenario', { ...pair, probability: 2, impact: 2 })
  expect(stringifyBody(await world.pilot.post('/risk_scenario', pair))).toContain('This threat is already studied for this asset')
  expect(stringifyBody(await world.pilot.put(`/risk_scenario/${made.id}`, { target_probability: 3 }))).toContain('The target cannot be above the initial value')
})

test('a local pilot studies perimeters of theirs alone; whoever may not write in the register publishes nothing', async () => {
  const own = { name_en: 'Study', impact_types: ['FINANCIAL'] }
  expect((await world.local.post('/risk_analysis', { ...own, perimeter: world.lyon })).status).toBe(200)
  expect((await world.local.post('/risk_analysis', { ...own, perimeter: world.nantes })).status).toBeGreaterThanOrEqual(400)
  expect((await world.contributor.post('/risk_analysis/page')).status).toBe(403)
  expect((await world.contributor.get('/risk_analysis/1/comparison')).status).toBe(403)
  // Whoever leads a study out of their reach is told nothing of the one before it.
  const elsewhere = await make('supporting_asset', { name_en: 'Vault', type: 'SITE', perimeter: world.nantes })
  const fields = { perimeter: world.nantes, impact_types: ['FINANCIAL'], register: register.id }
  const former = await make('risk_analysis', { name_en: 'Former', ...fields, supporting_assets: [elsewhere.id] })
  const fire = await make('threat', { name_en: 'Fire', asset_types: ['SITE'] })
  await make('risk_scenario', { analysis: former.id, supporting_asset: elsewhere.id, threat: fire.id, retained: true, impact: 2, probability: 2 })
  const led = await make('risk_analysis', { name_en: 'Led', ...fields, previous: former.id, manager: world.local.memberId })
  expect(objectOf(await world.pilot.get(`/risk_analysis/${led.id}/comparison`)).lines).toHaveLength(1)
  expect(objectOf(await world.local.get(`/risk_analysis/${led.id}/comparison`))).toEqual({ previous: null, lines: [] })
  // Nor on paper, where what is linked out of their reach has no name either.
  const [far, near] = [await world.action({ name_en: 'Far action', perimeter: world.nantes }), await world.action({ name_en: 'Near action' })]
  const cellar = await make('supporting_asset', { name_en: 'Cellar', type: 'SITE', perimeter: world.nantes })
  await make('risk_scenario', {
    analysis: led.id,
    supporting_asset: cellar.id,
    threat: fire.id,
    retained: true,
    impact: 2,
    probability: 2,
    actions: [far.id, near.id],
  })
  const paper = await world.app.db.transaction(world.customer, async (tx) => {
    const rights = new Set([
      'risk_analysis.read',
      'risk_scenario.read',
      'remediation.read',
      'measure.read',
      'risk.read',
      'supporting_asset.read',
      'threat.read',
    ])
    tx.act({
      ...systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'),
      memberId: world.local.memberId,
      roles: ['local_pilote'],
      rights,
      perimeterIds: [world.lyon],
    })
    const context = { tx, resources, who: tx.who, id: led.id as number, asked: {}, translate: (key: string) => key }
    return JSON.stringify((await analysisReport.compose(context as never))?.blocks)
  })
  expect([paper.includes('Near action'), paper.includes('Cellar'), paper.includes('Hidden')]).toEqual([true, true, true])
  for (const expected of ['"kind":"chart"', '"2 Limited"', '"2 Unlikely"', '2 × 2']) expect(paper).toContain(expected)
  for (const secret of ['Far action', 'Vault', 'report.compared']) expect(paper).not.toContain(secret)
})

test('places have their words by the scale of the study, in its rows and in those of its scenarios', async () => {
  const { analysis, scenarios } = await laidOut()
  const nameAt = (sides: { impacts: { place: number; name_en: string }[]; probabilities: { place: number; name_en: string }[] }) => [
    sides.impacts.find(({ place }) => place === 4)?.name_en,
    sides.probabilities.find(({ place }) => place === 4)?.name_en,
  ]
  const study = objectOf(await world.pilot.get(`/risk_analysis/${analysis.id}`))
  const row = objectOf(await world.pilot.get(`/risk_scenario/${scenarios[0]?.id}`))
  expect([nameAt(study.sides as never), nameAt((row.levels as { sides: never }).sides)]).toEqual([
    ['Serious', 'Likely'],
    ['Serious', 'Likely'],
  ])
})

test('what would be published is told in a number of statements that does not grow with the scenarios', async () => {
  const { analysis, scenarios } = await laidOut()
  const asked = async () => (await watchStatements(() => world.pilot.get(`/risk_analysis/${analysis.id}/publication`))).texts.length
  const before = await asked()
  for (const { id } of scenarios) await world.pilot.put(`/risk_scenario/${id}`, { retained: true, probability: 2 })
  expect(await asked()).toBe(before)
})

test('several scenarios that are one risk change it once: by the levels of the gravest, with what is done about all', async () => {
  const machines = [1, 2].map((n) => make('supporting_asset', { name_en: `Rack ${n}`, type: 'HARDWARE', perimeter: world.lyon }))
  const assets = (await Promise.all(machines)).map(({ id }) => id as number)
  const flood = await make('threat', { name_en: 'Flood', asset_types: ['HARDWARE'] })
  const risk = await make('risk', {
    name_en: 'Flooded racks',
    register: register.id,
    perimeter: world.lyon,
    threat: flood.id,
    supporting_assets: assets,
    init_impact: 1,
    init_probability: 1,
  })
  const analysis = await make('risk_analysis', {
    name_en: 'Racks of Lyon',
    perimeter: world.lyon,
    impact_types: ['FINANCIAL'],
    register: register.id,
    supporting_assets: assets,
    threats: [flood.id],
  })
  const actions = [(await world.action()).id, (await world.action()).id]
  for (const [n, asset] of assets.entries())
    await make('risk_scenario', {
      analysis: analysis.id,
      supporting_asset: asset,
      threat: flood.id,
      retained: true,
      impact: 3 - n,
      probability: 2,
      actions: [actions[n]],
    })
  await world.pilot.put(`/risk_analysis/${analysis.id}`, { status: 'ONGOING' })
  expect(objectOf(await world.pilot.get(`/risk_analysis/${analysis.id}/publication`))).toMatchObject({ created: 0, updated: 1, kept: 0 })
  objectOf(await world.pilot.post(`/risk_analysis/${analysis.id}/validate`, {}))
  const after = await read('risk', risk.id)
  expect([after.init_impact, after.init_probability, after.actions.map((one: Row) => one.id)]).toEqual([3, 2, actions])
  expect((await scenariosOf(analysis.id)).map((one) => one.risk?.id)).toEqual([risk.id, risk.id])
})

test('what helps already is linked to retained scenarios in one press, and their levels follow the measures as those of risks do', async () => {
  const { analysis, scenarios, theft } = await laidOut()
  const helps = objectOf(await world.pilot.get(`/measure/${(await world.measure()).id}`))
  await world.pilot.put(`/threat/${theft.id}`, { solutions: [helps.solution.id] })
  const scenario = scenarios.find((one) => one.threat.id === theft.id)
  const link = async () => objectOf(await world.pilot.post(`/risk_analysis/${analysis.id}/measures`, {}))
  // Not retained: nothing is linked.
  expect(await link()).toEqual({ scenarios: 0, measures: 0 })
  objectOf(await world.pilot.put(`/risk_scenario/${scenario.id}`, { retained: true, probability: 4, impact: 3 }))
  expect(await link()).toEqual({ scenarios: 1, measures: 1 })
  expect(await link()).toEqual({ scenarios: 0, measures: 0 })
  // To be handled: it does not count yet.
  expect(await read('risk_scenario', scenario.id)).toMatchObject({ measures: [{ id: helps.id }], current_probability: 4, current_impact: 3 })
  objectOf(await world.pilot.post(`/measure/${helps.id}/implement`, {}))
  objectOf(await world.pilot.put(`/measure/${helps.id}`, { base_efficiency: 50, efficiency_reason: 'Half of it' }))
  await world.app.jobs()
  // 4 − 3 × 0.5 = 2.5 → 3, 3 − 2 × 0.5 = 2.
  const after = await read('risk_scenario', scenario.id)
  expect(after).toMatchObject({ probability: 4, current_probability: 3, current_impact: 2 })
  const { matrix } = await read('scale', analysis.scale.id)
  expect([after.level, after.current_level, after.target_level]).toEqual([matrix[2][3], matrix[1][2], null])
  expect(after.levels).toMatchObject({ now: { value: matrix[2][3] }, current: { value: matrix[1][2] }, target: null })
})

test('a scenario keeps what its scale says of its places as they are said and unsaid, and lists begin with the gravest', async () => {
  const { analysis, scenarios } = await laidOut()
  const { matrix } = await read('scale', analysis.scale.id)
  const [one, other] = scenarios
  const say = async (id: number, fields: object) => objectOf(await world.pilot.put(`/risk_scenario/${id}`, fields))
  // One side alone is no place.
  expect(one).toMatchObject({ impact: 3, probability: null, level: null, current_level: null })
  const grave = await say(one.id, { impact: 4, probability: 4, target_impact: 2 })
  expect([grave.level, grave.current_level, grave.target_level]).toEqual([matrix[3][3], matrix[3][3], null])
  expect((await say(one.id, { target_probability: 1 })).target_level).toBe(matrix[1][0])
  expect((await say(one.id, { target_probability: null })).target_level).toBeNull()
  expect((await say(other.id, { impact: 1, probability: 1 })).level).toBe(matrix[0][0])
  expect((await scenariosOf(analysis.id)).map(({ id, level }) => [id, level])).toEqual([
    [one.id, matrix[3][3]],
    [other.id, matrix[0][0]],
  ])
  expect(await say(one.id, { impact: null })).toMatchObject({ level: null, current_level: null })
})
