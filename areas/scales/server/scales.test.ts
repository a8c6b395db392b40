import pg from 'pg'
import { resources } from '#app/server/registry.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp, type Answer, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { goldenCustomer } from '#tools/test/golden-customer.ts'
import { scaleTypes } from '#areas/scales/contract/scale.ts'

let app: TestApp
let pilot: Person
let root: number
const inUse = 'This scale is in use: it cannot be deleted, and only names, descriptions and colours can be changed'

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const customer = await app.customer()
  root = customer.root
  pilot = await app.member(customer.id, 'global_pilote')
})

const object = ({ body }: Answer) => body.object
const listed = async (type: string, who = pilot) =>
  (await who.post('/scale/page', { queryParams: { filters: [{ name: 'type', selected_options: [type] }], per_page: 100 } })).body.objects
const theDefault = async (type: string) => {
  const row = (await listed(type)).find((one: { is_default: boolean }) => one.is_default)
  return object(await pilot.get(`/scale/${row.id}`))
}
const level = (value: number, more: object = {}) => ({ name_en: `Level ${value}`, value, ...more })
const range = (low: number, high: number) => ({ name_en: `From ${low}`, low, high })
const add = (type: string, levels: readonly object[], more: object = {}) => pilot.post('/scale', { name_en: 'Own', type, levels, ...more })
const errors = ({ body }: Answer) => body.errors
const action = async (priority?: number) => {
  const plan = object(await pilot.post('/program', { name_en: 'Plan' }))
  return pilot.post('/remediation', { name_en: 'Act', program: plan.id, perimeter: root, ...(priority !== undefined && { priority }) })
}

describe('a new organisation', () => {
  test('has one default scale of each kind, whose levels every role is told of with its session (SCL-14)', async () => {
    for (const type of scaleTypes) expect([type, (await listed(type)).map((row: { is_default: boolean }) => row.is_default)]).toEqual([type, [true]])
    const contributor = await app.member(pilot.customerId, 'contributor')
    const { levels } = (await contributor.get('/auth/check')).body.user
    expect(Object.keys(levels).toSorted()).toEqual([...scaleTypes].toSorted())
    expect(levels.priority.map((one: { value: number; name_en: string; name_fr: string }) => [one.value, one.name_en, one.name_fr])).toEqual([
      [25, 'Low', 'Basse'],
      [50, 'Medium', 'Moyenne'],
      [75, 'High', 'Haute'],
      [100, 'Critical', 'Critique'],
    ])
    expect(levels.indicator.map(({ low, high }: { low: number; high: number }) => [low, high])).toEqual([
      [0, 59],
      [60, 69],
      [70, 100],
    ])
  })

  test('has what its kinds ask for: everything of it is accepted when it is sent back (SCL-05 … SCL-11)', async () => {
    for (const type of scaleTypes) {
      const { id, version, levels, impact_levels, probability_levels, matrix, impact_types } = await theDefault(type)
      const bare = (row: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(row).filter(([key]) => !['name', 'description', 'financial', 'operational', 'legal', 'image', 'human'].includes(key)))
      const answer = await pilot.put(`/scale/${id}`, {
        version,
        levels: levels.map(bare),
        impact_levels: impact_levels.map(bare),
        probability_levels: probability_levels.map(bare),
        matrix,
        impact_types,
      })
      expect([type, answer.status, object(answer)?.version]).toEqual([type, 200, version])
    }
  })

  test('finds the scales of indicators by their own call (IND-12)', async () => {
    const { body } = await (await app.member(pilot.customerId, 'contributor')).get('/indicator_scale')
    expect(body.objects).toMatchObject([{ identifier: 'PERFORMANCE', is_default: true, indicator_levels: [{ low: 0 }, { low: 60 }, { low: 70, high: 100 }] }])
  })
})

describe('levels', () => {
  test('are at least two (SCL-12)', async () => {
    expect(errors(await add('priority', [level(1)]))).toEqual({ levels: ['A scale must have at least two levels'] })
    expect(errors(await pilot.post('/scale', { name_en: 'Own', type: 'priority' }))).toEqual({ levels: ['A scale must have at least two levels'] })
  })

  test('have values of their own (SCL-03)', async () => {
    expect(errors(await add('priority', [level(10), level(20), level(10)]))).toEqual({ 'levels.2.value': ['A level with that value already exists'] })
    expect(errors(await add('priority', [level(10), level(101)]))).toEqual({ 'levels.1.value': ['The value must be between 0 and 100'] })
    expect(errors(await add('priority', [level(10), { name_en: 'No value' }]))).toEqual({ 'levels.1.value': ['This field is mandatory'] })
  })

  test('of ranges do not overlap, and begin below their end, in both languages (SCL-02)', async () => {
    expect(errors(await add('indicator', [range(0, 60), range(60, 100)]))).toEqual({ 'levels.1.low': ['Level ranges must not overlap'] })
    expect(errors(await add('weather', [range(50, 50), range(60, 100)]))).toEqual({ 'levels.0.low': ['The low value must be below the high value'] })
    const french = await app.member(pilot.customerId, 'global_pilote', { lang: 'fr' })
    expect(errors(await french.post('/scale', { name_fr: 'À soi', type: 'indicator', levels: [range(0, 60), range(50, 40)] }))).toEqual({
      'levels.1.low': ['La valeur basse doit être inférieure à la valeur haute'],
    })
  })

  test('of ranges reach from 0 to 100: each hole is refused by where it is, and one that was saved before is told (SCL-06)', async () => {
    const whole = object(await add('indicator', [range(50, 100), range(0, 49)]))
    expect(object(await pilot.get(`/scale/${whole.id}`)).warning).toEqual({ status: false })
    const hole = (low: number, high: number) => `No level from ${low} to ${high}: ranges reach from 0 to 100 without a hole`
    for (const type of ['indicator', 'weather'])
      for (const [levels, ...holes] of [
        [[range(0, 49), range(51, 100)], hole(50, 50)],
        [[range(1, 49), range(50, 100)], hole(0, 0)],
        [[range(10, 40), range(60, 99)], hole(0, 9), hole(41, 59), hole(100, 100)],
      ] as const)
        expect([type, errors(await add(type, levels))]).toEqual([type, { levels: holes }])
    const { levels } = object(await pilot.get(`/scale/${whole.id}`))
    const [first, last] = levels.map(({ id, name_en, low, high }: Record<string, unknown>) => ({ id, name_en, low, high }))
    expect(errors(await pilot.put(`/scale/${whole.id}`, { levels: [first, { ...last, high: 30 }] }))).toEqual({ levels: [hole(31, 49)] })
    // From before.
    const owner = new pg.Client(app.database.ownerUrl)
    await owner.connect()
    await owner.query('update scale__levels set high = 30 where owner_id = $1 and low = 0', [whole.id])
    await owner.end()
    expect(object(await pilot.get(`/scale/${whole.id}`)).warning).toEqual({ status: true, message: 'Part of the range from 0 to 100 has no level' })
    const renamed = [
      { ...first, name_en: 'Good' },
      { id: last.id, name_en: 'Poor' },
    ]
    expect((await pilot.put(`/scale/${whole.id}`, { levels: renamed })).status).toBe(200)
  })

  test('keep only what their kind has, and a range is known by where it begins', async () => {
    const { id } = object(await add('indicator', [{ ...range(0, 49), value: 7, weight: 3, comment_required: true, icon: 'SUN' }, range(50, 100)]))
    expect(object(await pilot.get(`/scale/${id}`)).levels).toMatchObject([
      { value: 0, low: 0, high: 49, weight: null, comment_required: false, icon: null },
      { value: 50, low: 50, high: 100 },
    ])
  })

  test('are changed one by one, and what is not said of one stays', async () => {
    const { id, levels } = object(await add('eval', [level(0, { comment_required: true, remediation: 'REQUIRED' }), level(100, { is_compliant: true })]))
    const changed = levels.map((one: { id: number; name_en: string }, n: number) => ({ id: one.id, name_en: `Renamed ${n}` }))
    expect((await pilot.put(`/scale/${id}`, { levels: changed })).status).toBe(200)
    expect(object(await pilot.get(`/scale/${id}`)).levels).toMatchObject([
      { name_en: 'Renamed 0', value: 0, comment_required: true, remediation: 'REQUIRED' },
      { name_en: 'Renamed 1', value: 100, is_compliant: true },
    ])
  })
})

describe('a risk scale (SCL-08)', () => {
  const places = (count: number) => Array.from({ length: count }, (_, n) => ({ name_en: `Place ${n + 1}` }))
  const square = (count: number, value = 1) => Array.from({ length: count }, () => Array.from({ length: count }, () => value))
  const risk = (impacts: number, probabilities: number, matrix: unknown) =>
    add('risk', [level(1), level(2)], { impact_levels: places(impacts), probability_levels: places(probabilities), matrix })

  test('has sides of three to six places and a matrix that fits them', async () => {
    expect((await risk(3, 3, square(3))).status).toBe(200)
    expect((await risk(6, 6, square(6, 2))).status).toBe(200)
    expect(errors(await risk(2, 3, square(3)))).toEqual({ impact_levels: ['Between 3 and 6 levels'] })
    expect(errors(await risk(3, 4, square(3)))).toEqual({ matrix: ['The matrix must have one cell for each impact and probability'] })
    expect(errors(await risk(3, 3, null))).toEqual({ matrix: ['The matrix must have one cell for each impact and probability'] })
    expect(errors(await risk(3, 3, square(3, 9)))).toEqual({ matrix: ['Each cell of the matrix must be one of the levels of risk'] })
    expect((await risk(7, 3, square(3))).status).toBe(400)
  })

  test('stands by impact, then by probability', async () => {
    const { matrix, impact_levels, probability_levels, levels } = await theDefault('risk')
    const named = (impact: string, probability: string) => {
      const at = (side: { name_en: string }[], name: string) => side.findIndex((one) => one.name_en === name)
      const value = matrix[at(impact_levels, impact)][at(probability_levels, probability)]
      return levels.find((one: { value: number }) => one.value === value).name_en
    }
    expect([named('Extreme', 'Rare'), named('Negligible', 'Almost certain'), named('Serious', 'Unlikely')]).toEqual(['Medium', 'Medium', 'Medium'])
    expect([named('Extreme', 'Unlikely'), named('Limited', 'Unlikely')]).toEqual(['High', 'Low'])
  })
})

test('a scale of business impacts has at least one impact type, with a text for each level (SCL-11)', async () => {
  const levels = [level(1, { financial_en: 'Little', legal_en: 'None' }), level(2, { financial_en: 'Much' })]
  expect(errors(await add('business_impacts', levels))).toEqual({ impact_types: ['At least one impact type must be selected'] })
  const { id } = object(await add('business_impacts', levels, { impact_types: ['FINANCIAL'] }))
  expect(object(await pilot.get(`/scale/${id}`))).toMatchObject({
    impact_types: ['FINANCIAL'],
    levels: [{ financial: 'Little', legal: 'None' }, { financial: 'Much' }],
  })
})

describe('the default', () => {
  test('goes to another scale, one by one of each kind, and cannot be given up or deleted (SCL-14)', async () => {
    const former = await theDefault('eval')
    const { id } = object(await add('eval', [level(0), level(100)]))
    expect(errors(await pilot.put(`/scale/${former.id}`, { is_default: false }))).toEqual({
      is_default: ['One scale of each kind is the default; make another one the default instead'],
    })
    expect((await pilot.delete(`/scale/${former.id}`)).body).toMatchObject({
      ok: false,
      message: 'The default scale cannot be deleted; make another one the default first',
    })
    expect((await pilot.put(`/scale/${id}`, { is_default: true })).status).toBe(200)
    expect((await theDefault('eval')).id).toBe(id)
    expect((await listed('eval')).filter((row: { is_default: boolean }) => row.is_default)).toHaveLength(1)
    expect((await pilot.delete(`/scale/${former.id}`)).status).toBe(200)
    expect((await theDefault('priority')).identifier).toBe('PRIORITY')
  })

  test('is one when several make theirs the default at once', async () => {
    const made: number[] = []
    for (let n = 0; n < 4; n += 1) made.push(object(await add('weather', [range(0, 49), range(50, 100)])).id)
    const statuses = await Promise.all(made.map(async (id) => (await pilot.put(`/scale/${id}`, { is_default: true })).status))
    expect(statuses).toEqual([200, 200, 200, 200])
    expect((await listed('weather')).filter((row: { is_default: boolean }) => row.is_default)).toHaveLength(1)
  })

  test('of another kind is nothing a scale can become', async () => {
    const { id } = object(await add('eval', [level(0), level(100)]))
    expect(errors(await pilot.put(`/scale/${id}`, { type: 'priority' }))).toEqual({ type: ['The kind of a scale cannot be changed'] })
  })
})

describe('a scale in use (SCL-04)', () => {
  test('keeps its values and stays, while names and colours change', async () => {
    const before = await theDefault('priority')
    const { id, levels } = before
    const bare = levels.map((one: { id: number; name_en: string }) => ({ id: one.id, name_en: one.name_en }))
    expect(object(await pilot.get(`/scale/${id}/usage`))).toEqual({ in_use: false })
    expect((await action()).status).toBe(200)
    expect(object(await pilot.get(`/scale/${id}/usage`))).toEqual({ in_use: true })
    const refused = async (next: readonly object[]) => (await pilot.put(`/scale/${id}`, { levels: next })).body
    for (const next of [
      bare.slice(1),
      [...bare, { name_en: 'More', value: 60 }],
      bare.map((one: object, n: number) => (n === 0 ? { ...one, value: 20 } : one)),
    ])
      expect(await refused(next)).toMatchObject({ ok: false, message: inUse })
    const renamed = bare.map((one: object, n: number) => ({ ...one, name_en: `Renamed ${n}`, color: '#123456' }))
    expect((await pilot.put(`/scale/${id}`, { levels: renamed.toReversed(), name_en: 'Urgency' })).status).toBe(200)
    expect((await pilot.get('/auth/check')).body.user.levels.priority).toMatchObject([
      { value: 25, name_en: 'Renamed 0', color: '#123456' },
      { value: 50 },
      { value: 75 },
      { value: 100 },
    ])
  })

  test('is the one of performance once something is shown in it: its ranges stay, and a copy takes its place', async () => {
    expect(object(await pilot.get(`/scale/${(await theDefault('indicator')).id}/usage`))).toEqual({ in_use: false })
    pilot = (await goldenCustomer(app)).pilot
    const { id, levels } = await theDefault('indicator')
    expect(object(await pilot.get(`/scale/${id}/usage`))).toEqual({ in_use: true })
    const moved = levels.map(({ id: level, name_en, low, high }: Record<string, number>, n: number) => ({
      id: level,
      name_en,
      low: n === 1 ? Number(low) - 10 : low,
      high: n === 0 ? Number(high) - 10 : high,
    }))
    expect((await pilot.put(`/scale/${id}`, { levels: moved })).body).toMatchObject({ ok: false, message: inUse })
    const { id: copy } = object(await pilot.post('/scale/fork', { id }))
    const own = object(await pilot.get(`/scale/${copy}`)).levels.map((one: { id: number }, n: number) => ({ ...moved[n], id: one.id }))
    expect((await pilot.put(`/scale/${copy}`, { levels: own, is_default: true })).status).toBe(200)
  })

  test('gives the default only to one that has a level for every value there is', async () => {
    await action(75)
    const other = object(await add('priority', [level(10), level(90)]))
    const answer = await pilot.put(`/scale/${other.id}`, { is_default: true })
    expect(answer.body).toMatchObject({ ok: false, message: 'Objects have values for which this scale has no level' })
    const wider = object(await add('priority', [level(10), level(75), level(90)]))
    expect((await pilot.put(`/scale/${wider.id}`, { is_default: true })).status).toBe(200)
  })

  test('says what is accepted: a value that is no level of the default scale is refused (SCL-07)', async () => {
    const invalid = { priority: ['Invalid priority for the chosen scale'] }
    expect(errors(await action(10))).toEqual(invalid)
    const { id } = object(await add('priority', [level(10), level(50), level(90)]))
    await pilot.put(`/scale/${id}`, { is_default: true })
    expect((await action(10)).status).toBe(200)
    expect(errors(await action(25))).toEqual(invalid)
  })
})

describe('rights', () => {
  test('everybody reads, global pilots alone write, and no other organisation sees anything', async () => {
    const { id } = await theDefault('risk')
    for (const role of ['global_auditor', 'local_pilote', 'local_auditor', 'contributor'] as const) {
      const other = await app.member(pilot.customerId, role, role.startsWith('local') ? { perimeterIds: [root] } : {})
      expect([role, (await other.get(`/scale/${id}`)).status]).toEqual([role, 200])
      const answers = await Promise.all([
        other.post('/scale', { name_en: 'Own', type: 'priority', levels: [level(1), level(2)] }),
        other.put(`/scale/${id}`, { name_en: 'Mine' }),
        other.delete(`/scale/${id}`),
        other.post('/scale/fork', { id }),
      ])
      expect([role, ...answers.map(({ status }) => status)]).toEqual([role, 403, 403, 403, 403])
    }
    const stranger = await app.member((await app.customer()).id, 'global_pilote')
    for (const answer of [
      await stranger.get(`/scale/${id}`),
      await stranger.get(`/scale/${id}/usage`),
      await stranger.put(`/scale/${id}`, { name_en: 'Taken' }),
    ])
      expect(answer.status).toBe(404)
    expect((await stranger.post('/scale/fork', { id })).status).toBe(404)
  })

  test('a copy has all of the original but that it is the default (TBL-06)', async () => {
    const { id, levels, matrix } = await theDefault('risk')
    const copy = object(await pilot.get(`/scale/${object(await pilot.post('/scale/fork', { id })).id}`))
    expect(copy).toMatchObject({ is_default: false, type: 'risk', matrix })
    expect(copy.identifier).toMatch(/^SC-\d+$/)
    expect(copy.levels.map((one: { value: number }) => one.value)).toEqual(levels.map((one: { value: number }) => one.value))
  })
})

test('whatever takes a scale offers those of its type alone', async () => {
  const fields = [...resources.values()].flatMap(({ def }) =>
    Object.entries(def.fields).flatMap(([name, { options }]) => (options.entity === 'scale' ? [[`${def.name}.${name}`, options.only?.type]] : [])),
  )
  expect(Object.fromEntries(fields)).toMatchObject({ 'campaign.eval_scale': 'eval', 'risk_register.scale': 'risk', 'risk_analysis.scale': 'risk' })
  expect(fields.filter(([, type]) => type === undefined)).toEqual([])
  const offered = async (query: string) => ((await pilot.get(`/scale/options?limit=100${query}`)).body.objects as { id: number }[]).map(({ id }) => id)
  const types = new Set<string>()
  for (const id of await offered('&type=eval')) types.add(object(await pilot.get(`/scale/${id}`)).type as string)
  expect([...types]).toEqual(['eval'])
  expect((await pilot.get('/scale/options?type=colour')).status).toBe(400)
})
