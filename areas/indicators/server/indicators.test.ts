import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Board, Explanation, FormulaCheck } from '#areas/indicators/contract/calls.ts'
import { movePeriod, periodOf } from '#areas/metrics/contract/period.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { cellsOf, type ShownBoard } from '#areas/indicators/web/indicator-api.ts'
import { processorTime } from '#tools/test/processor-time.ts'
import { unlink } from './follow.ts'
import { settleNext } from './recompute.ts'

let app: TestApp
let pilot: Person
let local: Person
let auditor: Person
let customer: number
let root: number
let division: number
let north: number
let south: number
let shop: number
let done: number
let due: number
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
const thisMonth = periodOf('MONTHLY', today)
/** So many months ago. */
const month = (ago: number) => movePeriod('MONTHLY', thisMonth, -ago)

beforeAll(async () => {
  app = await testApp()
  const made = await app.customer('Indicators')
  customer = made.id
  root = made.root
  pilot = await app.member(customer, 'global_pilote')
  const place = async (name_en: string, parent: number): Promise<number> => (await pilot.post('/perimeter', { name_en, parent })).body.object.id
  division = await place('Division', root)
  north = await place('North', division)
  south = await place('South', division)
  shop = await place('Shop', root)
  local = await app.member(customer, 'local_pilote', { perimeterIds: [division, north, south] })
  auditor = await app.member(customer, 'local_auditor', { perimeterIds: [north] })
  done = await metric('done')
  due = await metric('due')
  for (const [perimeter_id, part, whole] of [
    [north, 8, 10],
    [south, 3, 10],
    [shop, 18, 20],
  ] as const)
    for (const ago of [3, 2, 1]) {
      await enter(done, perimeter_id, ago, part)
      await enter(due, perimeter_id, ago, whole)
    }
})
afterAll(() => app.close())

const metric = async (identifier: string, rest: object = {}, who = pilot): Promise<number> => {
  const { status, body } = await who.post('/metric', { identifier, name_en: identifier, start_date: month(12), perimeters: [north, south, shop], ...rest })
  expect([status, body.errors]).toEqual([200, undefined])
  return body.object.id
}
const enter = async (id: number, perimeter_id: number, ago: number, value: number | null): Promise<void> =>
  expect((await pilot.post(`/metric/${id}/value`, { values: [{ perimeter_id, period: month(ago), value }] })).status).toBe(200)
const solutionOf = async (name_en: string): Promise<number> => {
  const category = (await pilot.post('/category', { name_en })).body.object.id
  return (await pilot.post('/solution', { name_en, category })).body.object.id
}
const made = async (rest: object = {}, who = pilot): Promise<number> => {
  const { status, body } = await who.post('/indicator', { name_en: 'Share', is_global: true, formula: '100 * done / due', ...rest })
  expect([status, body.errors]).toEqual([200, undefined])
  await app.jobs()
  return body.object.id
}
const errorsOf = async (rest: object, who = pilot) =>
  (await who.post('/indicator', { name_en: 'Share', is_global: true, formula: '100 * done / due', ...rest })).body.errors ?? {}
const boardOf = async (id: number, who = pilot): Promise<ShownBoard> => {
  const board: Board = (await who.get(`/indicator/${id}/board`)).body.object
  return { ...board, cells: cellsOf(board) }
}
const valuesOf = async (id: number, ago: number, who = pilot) =>
  Object.fromEntries((await boardOf(id, who)).cells.filter(({ period }) => period === month(ago)).map(({ perimeter, value }) => [perimeter, value]))
const explain = async (id: number, perimeter: number, ago: number, who = pilot): Promise<Explanation> =>
  (await who.get(`/indicator/${id}/explanation?perimeter_id=${perimeter}&period=${month(ago)}`)).body.object

test('values come in the background, in each perimeter and above it by the formula over what the metrics amount to', async () => {
  const id = await made()
  expect(await valuesOf(id, 1)).toEqual({ [north]: 80, [south]: 30, [shop]: 90, [division]: 55, [root]: 72.5 })
  expect((await pilot.get(`/indicator/${id}`)).body.object).toMatchObject({ value: 72.5, recalculating: false, metrics: [{ id: done }, { id: due }] })
  const mean = await made({ perimeter_aggregation: 'AVERAGE' })
  expect((await valuesOf(mean, 1))[root]).toBeCloseTo(200 / 3, 4)
  const some = await made({ is_global: false, perimeters: [division] })
  expect(await valuesOf(some, 1)).toEqual({ [north]: 80, [south]: 30, [division]: 55, [root]: 55 })
})

test('after one entry only the values that depend on it are written, and until then the former ones stay', async () => {
  const id = await made()
  const before = await stamps(id)
  await enter(done, south, 2, 7)
  expect(await boardOf(id)).toMatchObject({ recalculating: true })
  expect((await valuesOf(id, 2))[south]).toBe(30)
  await app.jobs()
  const after = await stamps(id)
  const touched = Object.keys(after).filter((key) => after[key] !== before[key])
  expect(touched.toSorted()).toEqual([south, division, root].map((place) => `${place} ${month(2)}`).toSorted())
  expect(await boardOf(id)).toMatchObject({ recalculating: false })
  expect(await valuesOf(id, 2)).toMatchObject({ [south]: 70, [division]: 75, [north]: 80 })
  await enter(done, south, 2, 3)
  await app.jobs()
})

const stamps = async (id: number): Promise<Record<string, string>> => {
  const rows = await app.db.transaction(customer, (tx) =>
    tx.run(
      sql<{
        key: string
        at: string
      }>`select perimeter_id || ' ' || period as key, at::text as at from indicator_value where customer_id = ${customer} and indicator_id = ${id}`,
    ),
  )
  return Object.fromEntries(rows.map(({ key, at }) => [key, at]))
}

test('two servers work a value out once, and what is cut off is worked out later', async () => {
  const id = await made()
  await enter(done, north, 3, 9)
  const asSystem = (work: (tx: Tx) => Promise<boolean>) =>
    app.db.transaction(customer, (tx) => {
      tx.act(systemWho(customer, 'indicator_values', 'test', 'en', 'Europe/Paris'))
      return work(tx)
    })
  await expect(
    asSystem(async (tx) => {
      await settleNext(tx)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect((await valuesOf(id, 3))[north]).toBe(80)
  const worked = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => asSystem(settleNext)))
  expect(worked.some(Boolean)).toBe(true)
  await app.jobs()
  expect(await valuesOf(id, 3)).toMatchObject({ [north]: 90, [division]: 60 })
  await enter(done, north, 3, 8)
  await app.jobs()
})

test('a percentage stays within 0 to 100 and says so, an activity does not, a division by zero has no value', async () => {
  const [over, activity, none] = [
    await made({ formula: '200 * done / due' }),
    await made({ formula: 'done * 1000', type: 'ACTIVITY', unit: 'patches' }),
    await made({ formula: 'done / (due - due)' }),
  ]
  expect((await boardOf(over)).cells.find(({ perimeter, period }) => perimeter === north && period === month(1))).toMatchObject({ value: 100, computed: 160 })
  expect(await boardOf(activity)).toMatchObject({ levels: [], unit: 'patches' })
  expect((await valuesOf(activity, 1))[north]).toBe(8000)
  expect((await boardOf(none)).cells).toEqual([])
  expect(await explain(none, north, 1)).toMatchObject({ value: null, why: 'Division by zero: done / (due - due)' })
})

test('what cannot be computed is refused with its place, in bounded time', async () => {
  const begun = processorTime()
  expect((await errorsOf({ formula: '100 * dome / due' })).formula).toEqual(['Unknown metric dome', 'At character 7'])
  expect((await errorsOf({ formula: `${'('.repeat(900)}done${')'.repeat(900)}` })).formula).toEqual([
    'More than 60 parentheses in one another',
    'At character 61',
  ])
  expect((await errorsOf({ formula: 'done * 1e308' })).formula).toEqual(['Not a number', 'At character 8'])
  expect((await errorsOf({ formula: '(done' })).formula).toEqual(['This parenthesis is not closed', 'At character 1'])
  const yearly = await metric('yearly', { periodicity: 'YEARLY' })
  expect((await errorsOf({ formula: 'done / yearly' })).formula).toEqual(['yearly is not measured that often', 'At character 8'])
  expect((await pilot.delete(`/metric/${yearly}`)).status).toBe(200)
  const live = await pilot.post('/validate/indicator_formula', { formula: '('.repeat(10_000) })
  expect(live.body.object.faults).toEqual([{ message: 'More than 2,000 characters', at: 2000, end: 10_000 }])
  expect(processorTime() - begun).toBeLessThan(5000)
})

test('type, target, perimeters and measures go together', async () => {
  expect((await errorsOf({ target_value: 0 })).target_value).toEqual(['The target is between 1 and 100 percent'])
  expect((await errorsOf({ target_value: 101 })).target_value).toHaveLength(1)
  expect((await errorsOf({ is_global: false })).perimeters).toEqual(['Choose at least one perimeter, or make the indicator global'])
  expect((await errorsOf({ perimeters: [north] })).perimeters).toEqual(['A global indicator is about all perimeters'])
  expect((await errorsOf({ bounds: [50, 40] })).bounds).toHaveLength(1)
  const own = await metric('local_one', { perimeters: [north] }, local)
  expect((await errorsOf({ formula: 'local_one / due' })).formula).toEqual(['A global indicator cannot use local metrics'])
  const id = await made({ formula: 'local_one / due', is_global: false, perimeters: [north] }, local)
  expect((await pilot.delete(`/metric/${own}`)).status).toBe(409)
  expect((await pilot.get(`/indicator/${id}`)).status).toBe(200)
  expect((await errorsOf({}, local)).is_global ?? 'refused').toBeTruthy()
})

test('a parent brings children of one type and rhythm together, and nobody is below themselves', async () => {
  const parent = await made({ formula: null, name_en: 'Parent' })
  const first = await made({ parent })
  await made({ parent, formula: '50 * done / due' })
  expect(await valuesOf(parent, 1)).toEqual({ [north]: 60, [south]: 22.5, [shop]: 67.5, [division]: 41.25, [root]: 54.375 })
  expect((await errorsOf({ parent, type: 'ACTIVITY' })).parent).toEqual(['Cannot mix performance and activity indicators'])
  expect((await errorsOf({ parent, periodicity: 'YEARLY' })).parent).toEqual(['Parent and children have the same periodicity'])
  expect((await errorsOf({ parent: first })).parent).toHaveLength(1)
  expect((await pilot.put(`/indicator/${parent}`, { formula: 'done' })).body.errors.formula).toHaveLength(1)
  expect((await pilot.put(`/indicator/${parent}`, { parent })).body.errors.parent).toEqual(['An indicator cannot be placed below itself'])
  const above = await made({ formula: null, name_en: 'Above' })
  expect((await pilot.put(`/indicator/${parent}`, { parent: above })).status).toBe(200)
  expect((await pilot.put(`/indicator/${above}`, { parent })).body.errors.parent).toEqual(['An indicator cannot be placed below itself'])
  expect(await explain(parent, north, 1)).toMatchObject({ value: 60, formula: null, terms: [], children: [{ value: 80 }, { value: 40 }] })
  await enter(done, shop, 1, 10)
  await app.jobs()
  expect((await valuesOf(above, 1))[shop]).toBe(37.5)
  await enter(done, shop, 1, 18)
  await app.jobs()
})

test('an explanation leads to what was entered, and to what the whole would be without', async () => {
  const id = await made()
  expect(await explain(id, division, 1)).toMatchObject({
    value: 55,
    formula: '100 * done / due',
    terms: [
      {
        metric: 'done',
        value: 11,
        count: 2,
        entries: [
          { perimeter: 'North', value: 8, source: 'MANUAL' },
          { perimeter: 'South', value: 3 },
        ],
      },
      { metric: 'due', value: 20, count: 2 },
    ],
    group: { value: 72.5, without: 90 },
  })
  expect(await explain(id, north, 0)).toMatchObject({ value: null, carried: { period: month(1), value: 80 }, why: 'No value: done' })
  expect((await explain(id, north, 1, auditor)).terms[0]?.entries).toHaveLength(1)
  expect((await auditor.get(`/indicator/${id}/explanation?perimeter_id=${shop}&period=${month(1)}`)).status).toBe(404)
})

test('local people look at the values of their perimeters, and a formula is worked out while it is written', async () => {
  const id = await made()
  expect(Object.keys(await valuesOf(id, 1, auditor))).toEqual([String(north)])
  expect((await auditor.get(`/indicator/${id}`)).body.object.value).toBe(80)
  expect((await local.put(`/indicator/${id}`, { name_en: 'Mine' })).status).toBe(403)
  const check = async (who: Person, body: object): Promise<FormulaCheck> => (await who.post('/validate/indicator_formula', { id, ...body })).body.object
  expect(await check(pilot, { formula: '50 * SUM(done) / due' })).toMatchObject({
    faults: [],
    value: 36.25,
    before: 72.5,
    terms: [{ how: 'SUM', value: 29 }, { value: 40 }],
  })
  expect(await check(local, { formula: 'done' })).toMatchObject({ perimeter: { name: 'Division' }, value: 11 })
  // Given an indicator, somebody looks at what it is made of everywhere, and at nothing else by way of it.
  const whole = await made({ manager: local.memberId })
  await metric('private')
  const asked = async (formula: string): Promise<FormulaCheck> =>
    (await local.post('/validate/indicator_formula', { id: whole, formula, perimeter_id: shop })).body.object
  expect((await asked('done')).perimeter).toMatchObject({ name: 'Shop' })
  expect((await asked('done + private')).perimeter).toMatchObject({ name: 'Division' })
  const parent = await made({ formula: null, manager: local.memberId })
  const child = await made({ parent })
  const explained = async (who: Person) => (await who.get(`/indicator/${parent}/explanation?perimeter_id=${shop}&period=${month(1)}`)).body.object.children
  expect(await explained(pilot)).toMatchObject([{ id: child, value: 90 }])
  expect(await explained(local)).toMatchObject([{ id: child, value: null }])
  const offered = (await pilot.get('/indicator/completion?q=do&periodicity=MONTHLY')).body.objects
  expect(offered).toMatchObject([{ identifier: 'done', fits: true }])
  expect((await pilot.get('/indicator/completion?q=do&periodicity=DAILY')).body.objects).toMatchObject([{ fits: false }])
  const cards = (await auditor.post('/indicator/stats', { queryParams: {} })).body.objects
  expect(cards.find((card: { id: number }) => card.id === id)).toMatchObject({ perimeter: 'North', stale: false, target: 90, unit: '%' })
  // In the order of the list that they are the cards of.
  for (const order of ['asc', 'desc'] as const) {
    const queryParams = { sort: [{ name: 'identifier', order }], per_page: 100 }
    const idsOf = async (path: string) => ((await auditor.post(path, { queryParams })).body.objects as { id: number }[]).map((one) => one.id)
    expect(await idsOf('/indicator/stats')).toEqual(await idsOf('/indicator/page'))
  }
})

test('however many values there are, statements stay the same', async () => {
  const id = await made()
  const statements = async () => (await watchStatements(() => boardOf(id))).texts.length
  const before = await statements()
  await enter(due, north, 4, 10)
  await enter(done, north, 4, 5)
  await app.jobs()
  expect(await statements()).toBe(before)
  expect(before).toBeLessThanOrEqual(9)
})

test('what it says of a measure is told to the scores: of the last period that is over, else of an earlier one', async () => {
  const solution = await solutionOf('Patching')
  const { body } = await pilot.post('/measure', { name_en: 'Patching', solution, perimeter: north })
  const measure = body.object.id as number
  const id = await made({ measures: [measure], target_value: 80 })
  const readControls = async () =>
    app.db.transaction(customer, (tx) =>
      tx.run(
        sql`select achieved::float8 as achieved, due::float8 as due, stale from measure_control where customer_id = ${customer} and source = 'indicator' and source_id = ${id}`,
      ),
    )
  expect(await readControls()).toEqual([{ achieved: 80, due: 80, stale: false }])
  await enter(done, north, 1, null)
  await app.jobs()
  expect(await readControls()).toEqual([{ achieved: 80, due: 80, stale: true }])
  await enter(done, north, 1, 4)
  await app.jobs()
  expect(await readControls()).toEqual([{ achieved: 40, due: 80, stale: false }])
  expect((await errorsOf({ type: 'ACTIVITY', measures: [measure] })).measures).toEqual(['The indicator must be a performance indicator'])
  expect((await pilot.post('/indicator', { name_en: 'X', is_global: true, formula: 'done', measures: [measure, measure] })).body.errors.measures).toEqual([
    'Measure cannot be in a list twice',
  ])
  await enter(done, north, 1, 8)
  await app.jobs()
})

test('a measure that is reset leaves its indicators, which stay', async () => {
  const solution = await solutionOf('Backups')
  const { object } = (await pilot.post('/measure', { name_en: 'Patching', solution, perimeter: north })).body
  expect((await pilot.post(`/measure/${object.id}/implement`, {})).status).toBeLessThan(500)
  const id = await made({ measures: [object.id] })
  const { status, body } = await pilot.post(`/measure/${object.id}/reset`, {})
  expect([status, body.errors]).toEqual([200, undefined])
  await app.jobs()
  expect((await pilot.get(`/indicator/${id}`)).body.object.measures).toEqual([])
})

test('two measures that are reset at the same time both leave an indicator', async () => {
  const solution = await solutionOf('Locks')
  const measures: number[] = []
  for (const perimeter of [north, south]) {
    const { id } = (await pilot.post('/measure', { name_en: 'Locked', solution, perimeter })).body.object
    expect((await pilot.post(`/measure/${id}/implement`, {})).status).toBe(200)
    measures.push(id)
  }
  const id = await made({ measures })
  const one = (measure: number) =>
    app.db.transaction(customer, (tx) => {
      tx.act(systemWho(customer, 'indicator_unlink', 'test', 'en', 'Europe/Paris'))
      return unlink(tx, resources, measure)
    })
  await Promise.all(measures.map(one))
  expect((await pilot.get(`/indicator/${id}`)).body.object.measures).toEqual([])
})

test('a course is explained by notes, one of each period in the order of time', async () => {
  const id = await made()
  const notes = [
    { period: `${month(1).slice(0, 8)}15`, text: ' Plants closed ' },
    { period: month(3), text: 'A site joins' },
  ]
  const { status, body } = await pilot.put(`/indicator/${id}`, { notes })
  expect([status, body.errors]).toEqual([200, undefined])
  expect((await pilot.get(`/indicator/${id}`)).body.object.notes).toEqual([
    { period: month(3), text: 'A site joins' },
    { period: month(1), text: 'Plants closed' },
  ])
  for (const [where, wrong] of [
    ['notes.0.period', [{ period: 'today', text: 'x' }]],
    ['notes.0.text', [{ period: month(1), text: ' ' }]],
    ['notes.0.text', [{ period: month(1), text: 'x'.repeat(301) }]],
  ] as const)
    expect((await pilot.put(`/indicator/${id}`, { notes: wrong })).body.errors).toEqual({
      [where]: ['At most 24 notes, each of a period and of 300 characters at most'],
    })
  for (const wrong of ['x', Array(25).fill(notes[1])])
    expect(Object.keys((await pilot.put(`/indicator/${id}`, { notes: wrong })).body.errors)).toEqual(['notes'])
  expect((await local.put(`/indicator/${id}`, { notes: [] })).status).toBe(403)
})

test('two who change one indicator at once: the second is told, and circles that two would close together are refused', async () => {
  const id = await made()
  const { version } = (await pilot.get(`/indicator/${id}`)).body.object
  const both = await Promise.all(['90', '91'].map((factor) => pilot.put(`/indicator/${id}`, { formula: `${factor} * done / due`, version })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await app.jobs()
  const [first, second] = [await made({ formula: null, name_en: 'First' }), await made({ formula: null, name_en: 'Second' })]
  const circle = await Promise.all([pilot.put(`/indicator/${first}`, { parent: second }), pilot.put(`/indicator/${second}`, { parent: first })])
  expect(circle.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('nobody reaches an indicator of another organisation, and readers change nothing', async () => {
  const id = await made()
  const stranger = await app.member((await app.customer('Elsewhere')).id, 'global_pilote')
  const contributor = await app.member(customer, 'contributor')
  const calls: readonly ((who: Person) => Promise<{ status: number }>)[] = [
    (who) => who.get(`/indicator/${id}`),
    (who) => who.get(`/indicator/${id}/board`),
    (who) => who.get(`/indicator/${id}/explanation?perimeter_id=${root}&period=${month(1)}`),
    (who) => who.post('/validate/indicator_formula', { formula: 'done', id }),
    (who) => who.put(`/indicator/${id}`, { name_en: 'X' }),
    (who) => who.delete(`/indicator/${id}`),
  ]
  const statuses = async (who: Person) => {
    const found: number[] = []
    for (const call of calls) found.push((await call(who)).status)
    return found
  }
  expect(await statuses(stranger)).toEqual([404, 404, 404, 404, 404, 404])
  expect(await statuses(contributor)).toEqual([403, 403, 403, 403, 403, 403])
  expect(await statuses(auditor)).toEqual([200, 200, 404, 200, 403, 403])
  const check = (await stranger.post('/validate/indicator_formula', { formula: 'done' })).body.object
  expect(check.faults).toMatchObject([{ message: 'Unknown metric done' }])
  expect((await pilot.post('/indicator', { name_en: 'X', is_global: true, formula: 'done', parent: 999_999 })).status).toBe(400)
})
