import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cell, Grid, GivenValue } from '#areas/metrics/contract/calls.ts'
import { movePeriod, periodOf } from '#areas/metrics/contract/period.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let customer: number
/** Two plants below a division. */
let division: number
let north: number
let south: number
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
const month = (ago: number) => movePeriod('MONTHLY', periodOf('MONTHLY', today), -ago)

beforeAll(async () => {
  app = await testApp()
  const { id, root } = await app.customer('Formulas')
  customer = id
  pilot = await app.member(id, 'global_pilote')
  const place = async (name_en: string, parent: number): Promise<number> => (await pilot.post('/perimeter', { name_en, parent })).body.object.id
  division = await place('Division', root)
  north = await place('North', division)
  south = await place('South', division)
})
afterAll(() => app.close())

const create = (identifier: string, rest: object = {}) =>
  pilot.post('/metric', { identifier, name_en: identifier, start_date: month(5), perimeters: [north, south], ...rest })
const made = async (identifier: string, rest: object = {}): Promise<number> => {
  const { status, body } = await create(identifier, rest)
  expect([status, body.errors]).toEqual([200, undefined])
  return body.object.id
}
const enter = (id: number, ...values: GivenValue[]) => pilot.post(`/metric/${id}/value`, { values })
const gridOf = async (id: number): Promise<Grid> => (await pilot.get(`/metric/${id}/grid?from=${month(5)}&to=${month(0)}`)).body.object
const cellsOf = async (id: number) => (await gridOf(id)).cells.map(({ perimeter, period, value }: Cell) => [perimeter, period, value])
/** How often anything of some metrics was written. */
const written = (...ids: number[]): Promise<number> =>
  app.db.transaction(customer, async (tx) => {
    const row = await tx.first(
      sql<{ n: number }>`select sum(version)::int as n from metric_value where customer_id = ${customer} and metric_id = any(${ids}::bigint[])`,
    )
    return row?.n ?? 0
  })

test('a formula is worked out where and when what it names has values, rounded, and only what depends on an entry is written', async () => {
  const [done, due] = [await made('done'), await made('due')]
  await enter(due, ...[north, south].flatMap((perimeter_id) => [1, 2, 3].map((ago) => ({ perimeter_id, period: month(ago), value: 30 }))))
  await enter(done, { perimeter_id: north, period: month(1), value: 10 }, { perimeter_id: north, period: month(2), value: 30 })
  const share = await made('share', { formula: 'done / due * 100', decimals: 1, unit: '%' })
  const doubled = await made('doubled', { formula: 'share * 2', perimeters: [division], perimeter_aggregation: 'SUM' })
  expect(await cellsOf(share)).toEqual([
    [north, month(2), 100],
    [north, month(1), 33.3],
  ])
  expect(await cellsOf(doubled)).toEqual([
    [division, month(2), 200],
    [division, month(1), 67],
  ])
  expect(await gridOf(share)).toMatchObject({ metric: { is_auto: true, formula: 'done / due * 100' }, cells: [{ source: 'AUTO', author: null }, {}] })
  const before = await written(done, due, share, doubled)
  await enter(done, { perimeter_id: south, period: month(1), value: 15 })
  // The entry, the share of the plant, and what its division makes of both.
  expect((await written(done, due, share, doubled)) - before).toBe(3)
  expect(await cellsOf(doubled)).toEqual([
    [division, month(2), 200],
    [division, month(1), 167],
  ])
  await enter(done, { perimeter_id: south, period: month(1), value: null })
  expect((await gridOf(share)).cells.at(-1)).toMatchObject({ perimeter: south, value: null, version: 2 })
  const again = await written(done, due, share, doubled)
  await enter(due, { perimeter_id: south, period: month(3), value: 31 })
  expect((await written(done, due, share, doubled)) - again).toBe(1)
})

test('nobody enters what is worked out, it is missed by nobody, and what was entered becomes no formula', async () => {
  const base = await made('base')
  const auto = await made('auto', { formula: 'base + 1' })
  const { status, body } = await enter(auto, { perimeter_id: north, period: month(1), value: 1 })
  expect([status, body.message]).toEqual([403, 'Vigie fills this metric in by itself: nobody enters its values'])
  expect((await gridOf(auto)).places.map(({ may_enter }) => may_enter)).toEqual([false, false, false])
  const { objects } = (await pilot.post('/metric/workload', { queryParams: {} })).body
  expect(objects.find(({ id }: { id: number }) => id === auto)).toMatchObject({ is_auto: true, missing: 0, late: 0 })
  await enter(base, { perimeter_id: north, period: month(1), value: 1 })
  expect((await pilot.put(`/metric/${base}`, { formula: 'auto + 1' })).body.errors.formula).toContain('auto is itself calculated from this metric')
  const own = await made('own')
  await enter(own, { perimeter_id: north, period: month(1), value: 1 })
  expect((await pilot.put(`/metric/${own}`, { formula: 'base + 1' })).body.errors.formula).toEqual([
    'This metric has values that were entered: add another one for what is filled in by itself',
  ])
})

test('a formula that cannot be is refused with its place: unknown, slower, a circle, out of bounds', async () => {
  const faults = async (formula: string, rest: object = {}) => (await create(`f${Math.random()}`, { formula, ...rest })).body.errors?.formula
  await made('yearly', { periodicity: 'YEARLY' })
  expect(await faults('done + nothing')).toEqual(['Unknown metric nothing', 'At character 8'])
  expect(await faults('1 + yearly')).toEqual(['yearly is not measured that often', 'At character 5'])
  expect(await faults('('.repeat(1900))).toEqual(['More than 60 parentheses in one another', 'At character 61'])
  expect(await faults('1e308 * done')).toEqual(['Not a number', 'At character 1'])
  expect(await faults('2 + 2')).toEqual(['The formula names no metric', 'At character 1'])
  const first = await made('first', { formula: 'done' })
  await made('second', { formula: 'first * 2' })
  expect((await pilot.put(`/metric/${first}`, { formula: 'done + second' })).body.errors.formula).toEqual([
    'second is itself calculated from this metric',
    'At character 8',
  ])
})

test('of what is in use only the meaning is kept: it is neither deleted nor measured otherwise', async () => {
  const base = await made('used')
  const user = await made('user', { formula: 'used * 2' })
  expect((await pilot.delete(`/metric/${base}`)).status).toBe(409)
  const { errors } = (await pilot.put(`/metric/${base}`, { identifier: 'other', unit: 'h', perimeter_aggregation: 'MAX', archived: true })).body
  expect(Object.keys(errors).toSorted()).toEqual(['archived', 'identifier', 'perimeter_aggregation', 'unit'])
  expect((await pilot.put(`/metric/${base}`, { name_en: 'Renamed', description: 'Why', due_days: 3, minimum: 0 })).status).toBe(200)
  await enter(base, { perimeter_id: north, period: month(1), value: 2 })
  expect(await cellsOf(user)).toEqual([[north, month(1), 4]])
  expect((await pilot.put(`/metric/${base}`, { perimeters: [south] })).status).toBe(200)
  expect(await cellsOf(user)).toEqual([[north, month(1), null]])
  expect((await pilot.delete(`/metric/${user}`)).status).toBe(200)
  expect((await pilot.put(`/metric/${base}`, { unit: 'h' })).status).toBe(200)
})

test('two who enter what one formula is made of at the same time both count', async () => {
  const [left, right] = [await made('left'), await made('right')]
  const sum = await made('sum', { formula: 'left + right' })
  const at = { perimeter_id: north, period: month(1) }
  await Promise.all([enter(left, { ...at, value: 0 }), enter(right, { ...at, value: 0 })])
  for (let n = 1; n <= 8; n += 1) {
    await Promise.all([enter(left, { ...at, value: n }), enter(right, { ...at, value: 100 * n })])
    expect(await cellsOf(sum)).toEqual([[north, month(1), 101 * n]])
  }
})

test('however many values and formulas depend on an entry, statements stay the same', async () => {
  const base = await made('wide')
  await made('wide1', { formula: 'wide + 1' })
  const of = (places: number[], months: number): GivenValue[] =>
    places.flatMap((place) => Array.from({ length: months }, (_, n) => ({ perimeter_id: place, period: month(n), value: Math.random() > 2 ? 0 : n })))
  const one = (await watchStatements(() => enter(base, ...of([north], 1)))).texts
  for (let n = 2; n < 6; n += 1) await made(`wide${n}`, { formula: `wide${n - 1} + wide` })
  const many = (await watchStatements(() => enter(base, ...of([north, south], 6)))).texts
  expect(many.length, many.join('\n')).toBe(one.length)
})

test('a metric out of reach is to a formula as one that is not there, and a formula that names one is kept by whoever leaves it as it is', async () => {
  const local = await app.member(customer, 'local_pilote', { perimeterIds: [north] })
  const mine = await made('near', { perimeters: [north] })
  const far = await made('far', { perimeters: [south] })
  const answer = async (formula: string, id?: number) => {
    const { status, body } = await (id === undefined
      ? local.post('/metric', { identifier: 'asking', name_en: 'Asking', perimeters: [north], formula })
      : local.put(`/metric/${id}`, { formula }))
    return [status, body.code, body.message, body.errors]
  }
  const asked = await made('asked', { perimeters: [north], formula: 'near * 2' })
  for (const id of [undefined, asked])
    for (const one of ['%', 'near + %', 'near-%', '%-near', '%/0'])
      expect(await answer(one.replace('%', 'far'), id), one).toEqual(
        JSON.parse(JSON.stringify(await answer(one.replace('%', 'gone'), id)).replaceAll('gone', 'far')),
      )
  const mixed = await made('mixed', { perimeters: [north], formula: 'near + 0 * SUM(far)' })
  // With everything that the form sends, and the formula as it stood.
  const { status, body } = await local.put(`/metric/${mixed}`, { name_en: 'Kept', formula: 'near + 0 * SUM(far)', periodicity: 'MONTHLY', decimals: 1 })
  expect([status, body.errors]).toEqual([200, undefined])
  expect((await pilot.delete(`/metric/${far}`)).status).toBe(409)
  expect((await answer('near + 1 * SUM(far)', mixed)).at(-1)).toEqual({ formula: ['Unknown metric far', 'At character 16'] })
  expect((await local.put(`/metric/${mixed}`, { formula: 'near * 3' })).status).toBe(200)
  await enter(mine, { perimeter_id: north, period: month(1), value: 2 })
  expect(await cellsOf(mixed)).toEqual([[north, month(1), 6]])
})
