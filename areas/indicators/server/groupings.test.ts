import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Board, Card, Explanation, FormulaCheck } from '#areas/indicators/contract/calls.ts'
import { movePeriod, periodOf } from '#areas/metrics/contract/period.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
/** Holds the grouping. */
let holder: Person
/** Reaches one of its perimeters alone. */
let near: Person
let customer: number
let root: number
let north: number
let south: number
let shop: number
let grouping: number
let indicator: number
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
const last = movePeriod('MONTHLY', periodOf('MONTHLY', today), -1)

const made = async (path: string, body: object, who = pilot): Promise<number> => {
  const answer = await who.post(path, body)
  expect([path, answer.status, answer.body.errors]).toEqual([path, 200, undefined])
  return answer.body.object.id
}
const errorsOf = async (body: object, who = pilot) => {
  const { status, body: answer } = await who.post('/indicator', { name_en: 'Wrong', formula: '100 * good / whole', ...body })
  return [status, answer.errors ?? {}]
}

beforeAll(async () => {
  app = await testApp()
  const one = await app.customer('Groupings')
  customer = one.id
  root = one.root
  pilot = await app.member(customer, 'global_pilote')
  const division = await made('/perimeter', { name_en: 'Division', parent: root })
  north = await made('/perimeter', { name_en: 'North', parent: division })
  south = await made('/perimeter', { name_en: 'South', parent: division })
  shop = await made('/perimeter', { name_en: 'Shop', parent: root })
  grouping = await made('/tag', { name_en: 'Coastal', perimeters: [north, shop] })
  holder = await app.member(customer, 'local_pilote', { perimeterIds: [], email: 'holder@groupings.example' })
  expect((await pilot.put(`/member/${holder.memberId}`, { perimeters: [], tag: grouping })).status).toBe(200)
  holder = await app.signIn('holder@groupings.example')
  near = await app.member(customer, 'local_auditor', { perimeterIds: [north] })
  for (const identifier of ['good', 'whole']) {
    const id = await made('/metric', { identifier, name_en: identifier, start_date: movePeriod('MONTHLY', last, -6), perimeters: [north, south, shop] })
    const values = [
      [north, 8, 10],
      [south, 1, 10],
      [shop, 18, 30],
    ].map(([perimeter_id, part, all]) => ({ perimeter_id, period: last, value: identifier === 'good' ? part : all }))
    expect((await pilot.post(`/metric/${id}/value`, { values })).status).toBe(200)
  }
  indicator = await made('/indicator', { name_en: 'Share', formula: '100 * good / whole', tag: grouping })
  await app.jobs()
})
afterAll(() => app.close())

const valuesOf = async (who = pilot) => {
  const board = (await who.get(`/indicator/${indicator}/board`)).body.object as Board
  const at = board.periods.findIndex(({ start }) => start === last)
  return board.places.map(({ name, depth }, n) => [name, depth, board.values[n]?.[at]])
}
const cardOf = async (who: Person) =>
  ((await who.post('/indicator/stats', { queryParams: {} })).body.objects as Card[]).map(({ perimeter, points }) => [perimeter, points.at(-1)?.value])

test('a grouping stands in place of perimeters: one, and not beside them nor beside the whole organisation', async () => {
  expect(await errorsOf({ tag: grouping, perimeters: [south] })).toEqual([400, { tag: ['Grouping and perimeters cannot be mixed'] }])
  expect(await errorsOf({ tag: grouping, is_global: true })).toEqual([400, { tag: ['A global indicator is about all perimeters'] }])
  expect(await errorsOf({})).toEqual([400, { perimeters: ['Choose at least one perimeter, or make the indicator global'] }])
  expect((await errorsOf({ tag: 999_999 }))[0]).toBe(400)
  expect((await pilot.get(`/indicator/${indicator}`)).body.object).toMatchObject({ tag: { name: 'Coastal' }, perimeters: [], value: 65 })
  expect((await pilot.get(`/tag/${grouping}/linked`)).body.objects).toMatchObject([{ entity: 'member' }, { entity: 'indicator', count: 1 }])
})

test('its perimeters have their values, and the grouping what they amount to together', async () => {
  expect(await valuesOf()).toEqual([
    ['Coastal', 0, 65],
    ['North', 1, 80],
    ['Shop', 1, 60],
  ])
  expect(await cardOf(pilot)).toEqual([['Coastal', 65]])
  const explanation = (await pilot.get(`/indicator/${indicator}/explanation?perimeter_id=${root}&period=${last}`)).body.object as Explanation
  expect([explanation.perimeter, explanation.value, explanation.terms.map(({ value, count }) => [value, count])]).toEqual([
    'Coastal',
    65,
    [
      [26, 2],
      [40, 2],
    ],
  ])
  const one = (await pilot.get(`/indicator/${indicator}/explanation?perimeter_id=${north}&period=${last}`)).body.object as Explanation
  expect(one.group).toEqual({ name: 'Coastal', value: 65, without: 60 })
  const checked = (await pilot.post('/validate/indicator_formula', { formula: 'good + 0', type: 'ACTIVITY', id: indicator })).body.object as FormulaCheck
  expect([checked.perimeter?.name, checked.value]).toEqual(['Coastal', 26])
})

test('whoever holds the grouping reads and writes it whole, whoever reaches a perimeter of it sees that one', async () => {
  expect(await valuesOf(holder)).toHaveLength(3)
  expect(await cardOf(holder)).toEqual([['Coastal', 65]])
  expect((await holder.put(`/indicator/${indicator}`, { description: 'Ours' })).status).toBe(200)
  expect(await valuesOf(near)).toEqual([['North', 0, 80]])
  expect(await cardOf(near)).toEqual([['North', 80]])
  expect((await near.get(`/indicator/${indicator}`)).body.object.value).toBe(80)
  expect((await near.get(`/indicator/${indicator}/explanation?perimeter_id=${root}&period=${last}`)).status).toBe(404)
  const elsewhere = await app.member(customer, 'local_pilote', { perimeterIds: [south] })
  expect((await elsewhere.get(`/indicator/${indicator}`)).status).toBe(404)
  expect((await errorsOf({ tag: grouping }, elsewhere))[0]).toBe(403)
  const inside = await app.member(customer, 'local_pilote', { perimeterIds: [north] })
  expect((await inside.put(`/indicator/${indicator}`, { description: 'Mine' })).status).toBe(403)
})

test('it follows its perimeters: what enters or leaves the grouping counts at once, nothing else is written', async () => {
  const stamps = () =>
    app.db.transaction(customer, (tx) =>
      tx.run(sql<{ id: number; at: string }>`select perimeter_id as id, at::text as at from indicator_value where customer_id = ${customer} order by 1`),
    )
  const before = new Map((await stamps()).map(({ id, at }) => [id, at]))
  expect((await pilot.put(`/tag/${grouping}`, { perimeters: [north, shop, south] })).status).toBe(200)
  expect((await pilot.get(`/indicator/${indicator}`)).body.object.recalculating).toBe(true)
  await app.jobs()
  expect(await valuesOf()).toEqual([
    ['Coastal', 0, 54],
    ['North', 1, 80],
    ['Shop', 1, 60],
    ['South', 1, 10],
  ])
  expect((await stamps()).filter(({ id, at }) => before.get(id) === at).map(({ id }) => id)).toEqual([north, shop].toSorted((a, b) => a - b))
  expect((await pilot.put(`/tag/${grouping}`, { perimeters: [north, south] })).status).toBe(200)
  await app.jobs()
  expect(await valuesOf()).toEqual([
    ['Coastal', 0, 45],
    ['North', 1, 80],
    ['South', 1, 10],
  ])
  // Perimeters of its own take the place of the grouping, which may go then.
  expect((await pilot.delete(`/tag/${grouping}`)).status).toBe(409)
  expect((await pilot.put(`/indicator/${indicator}`, { perimeters: [shop] })).status).toBe(200)
  expect((await pilot.get(`/indicator/${indicator}`)).body.object).toMatchObject({ tag: null, perimeters: [{ id: shop }] })
  await app.jobs()
  expect((await valuesOf()).map(([name]) => name)).toEqual(['Groupings', 'Shop'])
})

test('the mean of its perimeters is worked out of theirs', async () => {
  expect((await pilot.put(`/tag/${grouping}`, { perimeters: [north, shop] })).status).toBe(200)
  expect((await pilot.put(`/indicator/${indicator}`, { tag: grouping, perimeter_aggregation: 'AVERAGE' })).status).toBe(200)
  await app.jobs()
  expect(await valuesOf()).toEqual([
    ['Coastal', 0, 70],
    ['North', 1, 80],
    ['Shop', 1, 60],
  ])
})

test('a metric out of reach is to a formula as one that is not there, and a formula that names one is kept and shown as it stands', async () => {
  const local = await app.member(customer, 'local_pilote', { perimeterIds: [north] })
  const far = await made('/metric', { identifier: 'far', name_en: 'Far away', unit: 'miles', perimeters: [shop] })
  const own = await made('/indicator', { name_en: 'Own', perimeters: [north], formula: 'good' }, local)
  const answers = async (name: string) => {
    const bodies: unknown[] = []
    for (const formula of ['%', '100 * good / %', 'good-%', '%-good', 'LATEST(%)'].map((one) => one.replace('%', name))) {
      bodies.push(await errorsOf({ perimeters: [north], formula }, local), (await local.put(`/indicator/${own}`, { formula })).body.errors)
      for (const id of [own, undefined]) bodies.push((await local.post('/validate/indicator_formula', { formula, ...(id && { id }) })).body.object.faults)
    }
    bodies.push((await local.get(`/indicator/completion?q=${name}&periodicity=MONTHLY`)).body.objects)
    return JSON.stringify(bodies).replaceAll(name, '%')
  }
  expect(await answers('far')).toBe(await answers('nil'))
  const formula = '100 * good / whole + 0 * LATEST(far)'
  const mixed = await made('/indicator', { name_en: 'Mixed', perimeters: [north], formula })
  // With all that a form may send, and the formula as it stood.
  const updated = await local.put(`/indicator/${mixed}`, { name_en: 'Kept', formula, periodicity: 'MONTHLY', is_global: false })
  expect([updated.status, updated.body.errors]).toEqual([200, undefined])
  expect((await pilot.get(`/indicator/${mixed}`)).body.object.metrics).toHaveLength(3)
  const shown = async (body: object) =>
    (await local.post('/validate/indicator_formula', { id: mixed, perimeter_id: north, ...body })).body.object as FormulaCheck
  const stands = await shown({ formula })
  expect([stands.faults, stands.perimeter?.name, stands.terms.map(({ name, unit, value }) => [name, unit, value])]).toEqual([
    [],
    'North',
    [
      ['good', null, 8],
      ['whole', null, 10],
      ['far', null, null],
    ],
  ])
  for (const other of [{ formula: formula.replace('0', '1') }, { formula, periodicity: 'YEARLY' }])
    expect((await shown(other)).faults).toMatchObject([{ message: 'Unknown metric far' }])
  expect((await local.put(`/indicator/${mixed}`, { formula: formula.replace('LATEST', 'SUM') })).body.errors.formula).toContain('Unknown metric far')
  expect((await pilot.delete(`/metric/${far}`)).status).toBe(409)
})
