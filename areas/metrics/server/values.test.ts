import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { perimeterAggregations, timeAggregations } from '#areas/catalog/contract/aggregate.ts'
import type { Cell, EntryLine, Grid, GivenValue } from '#areas/metrics/contract/calls.ts'
import { carriedIn } from '#areas/metrics/contract/carried-forward.ts'
import { courseOf, rounded } from '#areas/metrics/contract/course.ts'
import { entryStates } from '#areas/metrics/contract/metric.ts'
import { movePeriod, periodicities, periodOf } from '#areas/metrics/contract/period.ts'
import { overdue } from '#areas/metrics/contract/period-state.ts'
import type { RoleSet } from '#kit/server/access/member-reach.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let customer: number
let pilot: Person
let local: Person
let auditor: Person
let contributor: Person
/** Two plants below a division below the root, and a shop beside it. */
let division: number
let north: number
let south: number
let shop: number
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
const thisMonth = periodOf('MONTHLY', today)
/** So many months ago. */
const month = (ago: number) => movePeriod('MONTHLY', thisMonth, -ago)

beforeAll(async () => {
  app = await testApp()
  const { id, root } = await app.customer('Metrics')
  customer = id
  pilot = await app.member(id, 'global_pilote')
  const place = async (name_en: string, parent: number): Promise<number> => (await pilot.post('/perimeter', { name_en, parent })).body.object.id
  division = await place('Division', root)
  north = await place('North', division)
  south = await place('South', division)
  shop = await place('Shop', root)
  local = await app.member(id, 'local_pilote', { perimeterIds: [division, north, south] })
  auditor = await app.member(id, 'local_auditor', { perimeterIds: [north] })
  contributor = await app.member(id, 'contributor')
})
afterAll(() => app.close())

const made = async (rest: object = {}): Promise<number> => {
  const body = { name_en: 'Patched', unit: '%', decimals: 1, minimum: 0, maximum: 100, start_date: month(5), perimeters: [north, south, shop], ...rest }
  const { status, body: answer } = await pilot.post('/metric', body)
  expect([status, answer.errors]).toEqual([200, undefined])
  return answer.object.id
}
const enter = (who: Person, id: number, ...values: GivenValue[]) => who.post(`/metric/${id}/value`, { values })
const gridOf = async (who: Person, id: number): Promise<Grid> => (await who.get(`/metric/${id}/grid?from=${month(5)}&to=${month(0)}`)).body.object
const workload = async (who: Person): Promise<EntryLine[]> => (await who.post('/metric/workload', { queryParams: {} })).body.objects
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => (await watchStatements(work)).texts
const valuesOf = (cells: readonly Cell[]) => cells.map(({ perimeter, period, value }) => [perimeter, period, value])

test('a metric is measured somewhere, its bounds leave room, and with values it keeps its rhythm and stays', async () => {
  const wrong = await pilot.post('/metric', { name_en: 'X', minimum: 5, maximum: 1, decimals: 3, history_size: 9 })
  expect([wrong.status, Object.keys(wrong.body.errors).toSorted()]).toEqual([400, ['decimals', 'history_size', 'perimeters']])
  const bounds = await pilot.post('/metric', { name_en: 'X', minimum: 5, maximum: 1, perimeters: [north] })
  expect(Object.keys(bounds.body.errors)).toEqual(['maximum'])
  const id = await made()
  expect((await pilot.put(`/metric/${id}`, { periodicity: 'YEARLY' })).status).toBe(200)
  expect((await pilot.put(`/metric/${id}`, { periodicity: 'MONTHLY' })).status).toBe(200)
  await enter(pilot, id, { perimeter_id: north, period: month(1), value: 1 })
  expect((await pilot.put(`/metric/${id}`, { periodicity: 'YEARLY' })).body.errors).toHaveProperty('periodicity')
  expect((await pilot.put(`/metric/${id}`, { periodicity: 'MONTHLY', name_en: 'Renamed' })).status).toBe(200)
  expect((await pilot.delete(`/metric/${id}`)).status).toBe(409)
  expect((await pilot.put(`/metric/${id}`, { perimeters: [] })).body.errors).toHaveProperty('perimeters')
  expect((await pilot.delete(`/metric/${await made()}`)).status).toBe(200)
})

test('all wrong values of a batch are named at once, and then none is written', async () => {
  const id = await made({ start_date: month(30), history_size: 10 })
  const { status, body } = await enter(
    pilot,
    id,
    { perimeter_id: north, period: month(1), value: 12.5 },
    { perimeter_id: north, period: month(2), value: 104 },
    { perimeter_id: north, period: month(3), value: -1 },
    { perimeter_id: north, period: month(4), value: 1.25 },
    { perimeter_id: north, period: month(5), value: null, comment: 'why' },
    { perimeter_id: division, period: month(1), value: 1 },
    { perimeter_id: north, period: month(-1), value: 1 },
    { perimeter_id: north, period: month(10), value: 1 },
    { perimeter_id: north, period: month(31), value: 1 },
    { perimeter_id: north, period: month(1), value: 2 },
  )
  expect(status).toBe(400)
  expect(Object.fromEntries(Object.entries(body.errors as Record<string, string[]>).map(([field, [message]]) => [field, message]))).toEqual({
    'values.1.value': 'Above the maximum of 100',
    'values.2.value': 'Below the minimum of 0',
    'values.3.value': 'One decimal at most',
    'values.4.comment': 'Enter a value before adding a comment',
    'values.5.perimeter_id': 'You don’t enter values of this metric in this perimeter',
    'values.6.period': 'This period has not begun',
    'values.7.period': 'This period is closed',
    'values.8.period': 'Values are not expected yet in this period',
    'values.9.period': 'This value is given twice',
  })
  expect((await gridOf(pilot, id)).cells).toEqual([])
  expect((await enter(pilot, id, { perimeter_id: north, period: month(9), value: 1 })).status).toBe(200)
})

test('a correction keeps what was, who said it and when; one that was seen otherwise is stale', async () => {
  const id = await made({ manager: contributor.memberId })
  const first = await enter(pilot, id, { perimeter_id: north, period: month(1), value: 50, comment: 'guess', version: 0 })
  expect(first.body.objects).toMatchObject([{ perimeter: north, period: month(1), value: 50, comment: 'guess', version: 1, source: 'MANUAL' }])
  expect((await enter(contributor, id, { perimeter_id: north, period: month(1), value: 51.5, version: 1 })).body.objects).toMatchObject([
    { value: 51.5, comment: 'guess', version: 2, author: { id: contributor.memberId } },
  ])
  const stale = await enter(
    pilot,
    id,
    { perimeter_id: north, period: month(1), value: 7, version: 1 },
    { perimeter_id: south, period: month(1), value: 7, version: 0 },
  )
  expect([stale.status, stale.body.object]).toMatchObject([409, [{ value: 51.5, version: 2 }]])
  // Said again as it is, it is no correction.
  await enter(pilot, id, { perimeter_id: north, period: month(1), value: 51.5, version: 2 })
  await enter(pilot, id, { perimeter_id: north, period: month(1), value: null, version: 2 })
  const former: Cell[] = (await auditor.get(`/metric/${id}/value?perimeter_id=${north}&period=${today.slice(0, 8)}01`)).body.objects
  expect(former).toEqual([])
  const all: Cell[] = (await auditor.get(`/metric/${id}/value?perimeter_id=${north}&period=${month(1)}`)).body.objects
  expect(all.map(({ value, comment, version }) => [value, comment, version])).toEqual([
    [null, null, 3],
    [51.5, 'guess', 2],
    [50, 'guess', 1],
  ])
  expect((await gridOf(pilot, id)).cells).toMatchObject([{ value: null, version: 3 }])
  const history = (await pilot.get(`/metric/${id}/history`)).body.objects as { action: string }[]
  expect(history.filter(({ action }) => action === 'enter')).toHaveLength(3)
})

test('local pilots see and fill in their own perimeters, contributors what is given to them, auditors nothing', async () => {
  const id = await made({ manager: contributor.memberId })
  const foreign = await made({ perimeters: [shop] })
  for (const place of [north, south, shop]) await enter(pilot, id, { perimeter_id: place, period: month(1), value: 10 })
  const seen = async (who: Person) => {
    const { places, cells } = await gridOf(who, id)
    return [places.map(({ name, own, may_enter }) => `${name}${own ? '' : ' group'}${may_enter ? ' may' : ''}`), valuesOf(cells).map(([place]) => place)]
  }
  expect(await seen(pilot)).toEqual([
    [expect.stringContaining(' group'), 'Division group', 'North may', 'South may', 'Shop may'],
    [north, south, shop],
  ])
  expect(await seen(local)).toEqual([
    ['Division group', 'North may', 'South may'],
    [north, south],
  ])
  expect(await seen(auditor)).toEqual([['North'], [north]])
  expect(await seen(contributor)).toEqual([
    ['North may', 'Shop may', 'South may'],
    [north, south, shop],
  ])
  const status = async (who: Person, metric: number, place: number) => (await enter(who, metric, { perimeter_id: place, period: month(2), value: 3 })).status
  expect([await status(local, id, north), await status(local, id, shop), await status(local, foreign, shop)]).toEqual([200, 400, 404])
  expect([await status(contributor, id, shop), await status(contributor, foreign, shop)]).toEqual([200, 404])
  expect(await status(auditor, id, north)).toBe(403)
  expect((await auditor.get(`/metric/${id}/value?perimeter_id=${shop}&period=${month(1)}`)).body.objects).toEqual([])
  expect((await contributor.put(`/metric/${id}`, { name_en: 'Mine' })).status).toBe(403)
  await pilot.put(`/metric/${id}`, { archived: true })
  expect(await status(pilot, id, north)).toBe(400)
})

test('what is missing is counted by the periods that are over, late by the day on which it was due', async () => {
  const id = await made({ due_days: 366, start_date: month(3) })
  await enter(pilot, id, { perimeter_id: north, period: month(1), value: 1 }, { perimeter_id: shop, period: month(0), value: 1 })
  const lineOf = async (who: Person) =>
    ((await who.post('/metric/workload', { queryParams: {} })).body.objects as { id: number; missing: number; late: number }[]).find((line) => line.id === id)
  expect(await lineOf(pilot)).toMatchObject({ missing: 8, late: 0 })
  expect(await lineOf(local)).toMatchObject({ missing: 5, late: 0 })
  await pilot.put(`/metric/${id}`, { due_days: 0 })
  expect(await lineOf(pilot)).toMatchObject({ missing: 8, late: 8 })
  const { periods } = await gridOf(pilot, id)
  expect(periods.map(({ state }) => state)).toEqual(['BEFORE', 'BEFORE', 'OPEN', 'OPEN', 'OPEN', 'CURRENT'])
})

test('a course brings together time first, then perimeters, as far as its reader looks', async () => {
  const id = await made({
    decimals: 0,
    minimum: null,
    maximum: null,
    time_aggregation: 'LATEST',
    perimeter_aggregation: 'SUM',
    start_date: '2020-01-01',
    history_size: 100,
  })
  const year = Number(today.slice(0, 4)) - 1
  const of = (place: number, at: string, value: number): GivenValue => ({ perimeter_id: place, period: `${year}-${at}-01`, value })
  await enter(pilot, id, of(north, '01', 1), of(north, '03', 5), of(south, '02', 10), of(shop, '05', 100))
  const points = async (who: Person, query: string) =>
    ((await who.get(`/metric/${id}/graph?from=${year}-01-01&to=${year}-12-31&${query}`)).body.object.points as { value: number | null }[]).map(
      ({ value }) => value,
    )
  expect(await points(pilot, 'periodicity=QUARTERLY')).toEqual([15, 100, null, null])
  expect(await points(pilot, `periodicity=YEARLY&perimeter_id=${division}`)).toEqual([15])
  expect(await points(pilot, 'periodicity=YEARLY')).toEqual([115])
  expect(await points(local, 'periodicity=YEARLY')).toEqual([15])
  expect(await points(auditor, 'periodicity=YEARLY')).toEqual([5])
  expect((await pilot.get(`/metric/${id}/graph?periodicity=DAILY`)).status).toBe(400)
  expect((await local.get(`/metric/${id}/graph?perimeter_id=${shop}`)).status).toBe(404)
})

test('what is missing is as many cells of the grid that wait, for every reader, and the status that lists are asked for says so', async () => {
  const ids = [
    await made({ due_days: 0, start_date: month(4), manager: contributor.memberId }),
    await made({ due_days: 45, start_date: month(3) }),
    await made({ due_days: 366, start_date: month(14), history_size: 10, perimeters: [north, south] }),
    await made({ periodicity: 'QUARTERLY', start_date: month(9), due_days: 3, perimeters: [shop] }),
    await made({ periodicity: 'WEEKLY', start_date: month(1), due_days: 0, perimeters: [north] }),
    await made({ start_date: month(0) }),
    await made({ internal_metric: 'GAP_OPEN', start_date: month(4) }),
  ]
  const [first = 0, second = 0, third = 0] = ids
  const full = (id: number, ...places: number[]) =>
    enter(
      pilot,
      id,
      ...places
        .flatMap((perimeter_id) => Array.from({ length: 6 }, (_, n) => ({ perimeter_id, period: month(n), value: n })))
        .filter(({ period }) => period >= month(3)),
    )
  expect((await full(first, north, south)).status).toBe(200)
  expect((await full(second, north, south, shop)).status).toBe(200)
  await enter(pilot, second, { perimeter_id: south, period: month(1), value: null })
  // Values of a place that is taken out of a metric count no more; they do again when it comes back.
  const line = async (id: number) => (await workload(pilot)).find((one) => one.id === id)
  expect((await pilot.put(`/metric/${second}`, { perimeters: [north, shop] })).status).toBe(200)
  expect(await line(second)).toMatchObject({ missing: 0 })
  expect((await pilot.put(`/metric/${second}`, { perimeters: [north, south, shop] })).status).toBe(200)
  expect(await line(second)).toMatchObject({ missing: 1 })
  await enter(pilot, third, { perimeter_id: north, period: month(2), value: 5 })
  for (const who of [pilot, local, auditor, contributor]) {
    const lines = (await workload(who)).filter(({ id }) => ids.includes(id))
    for (const { id, missing, late } of lines) {
      const { metric, places, periods, cells } = (await who.get(`/metric/${id}/grid?from=${month(16)}`)).body.object as Grid
      const given = new Set(cells.filter(({ value }) => value !== null).map(({ perimeter, period }) => `${perimeter} ${period}`))
      const waiting = periods.filter(({ state }) => state === 'OPEN' && !metric.is_auto)
      const cellsOf = (some: typeof periods) =>
        places.filter(({ own }) => own).flatMap((place) => some.filter(({ start }) => !given.has(`${place.id} ${start}`)))
      expect([id, missing, late]).toEqual([id, cellsOf(waiting).length, cellsOf(waiting.filter(({ due }) => due < today)).length])
    }
    for (const state of entryStates) {
      const { objects } = (await who.post('/metric/page', { queryParams: { per_page: 100, filters: [{ name: 'entry_status', selected_options: [state] }] } }))
        .body
      const listed = (objects as { id: number; entry_status: string }[]).filter(({ id }) => ids.includes(id))
      for (const one of listed) expect(one.entry_status).toBe(state)
      const is = ({ missing, late, is_auto }: EntryLine) => (is_auto ? 'AUTOMATIC' : late > 0 ? 'LATE' : missing > 0 ? 'EXPECTED' : 'COMPLETE')
      expect(listed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
        lines
          .filter((one) => is(one) === state)
          .map(({ id }) => id)
          .toSorted((a, b) => a - b),
      )
    }
  }
  const states = (await workload(pilot)).filter(({ id }) => ids.includes(id))
  expect(new Set(states.map(({ missing, late }) => `${missing > 0} ${late > 0}`)).size).toBe(3)
})

test('the latest value of a place holds until there is another, and is neither kept nor brought together', async () => {
  const id = await made({ start_date: month(8) })
  await enter(
    pilot,
    id,
    { perimeter_id: north, period: month(7), value: 5 },
    { perimeter_id: shop, period: month(8), value: 9 },
    { perimeter_id: north, period: month(3), value: 6 },
  )
  const { metric, periods, cells, carried } = await gridOf(pilot, id)
  expect(carried).toEqual([
    { perimeter: north, period: month(7), value: 5 },
    { perimeter: shop, period: month(8), value: 9 },
  ])
  expect((await gridOf(local, id)).carried.map(({ perimeter }) => perimeter)).toEqual([north])
  const at = (period: string) => cells.find((cell) => cell.period === period)?.value ?? null
  expect([...carriedIn(metric, periods, at, carried[0])].map(([start, { value }]) => [start, value])).toEqual([
    [month(5), 5],
    [month(4), 5],
    [month(2), 6],
    [month(1), 6],
  ])
  expect(cells).toHaveLength(1)
  await pilot.put(`/metric/${id}`, { time_aggregation: 'SUM' })
  const sums = await gridOf(pilot, id)
  expect([sums.carried, [...carriedIn(sums.metric, periods, at, carried[0])]]).toEqual([[], []])
})

test('the database counts the periods of a metric as the program does', async () => {
  const asked = periodicities.flatMap((periodicity) =>
    ['2019-12-31', '2026-01-01', '2026-06-29', '2026-11-20'].flatMap((start_date) =>
      [0, 10, 366].flatMap((due_days) =>
        [10, 37, 100].flatMap((history_size) =>
          ['2024-02-29', '2026-01-01', '2026-06-30', '2026-11-23', '2027-01-03'].map((day) => ({ periodicity, start_date, due_days, history_size, day })),
        ),
      ),
    ),
  )
  const found = await app.db.transaction(customer, (tx) =>
    tx.run(sql<object>`select w.first_period::text as from, w.last_period::text as to, w.periods as count, w.late_periods as late
      from jsonb_to_recordset(${JSON.stringify(asked.map((one, n) => ({ ...one, n })))}::jsonb) as g (periodicity text, start_date date, due_days int, history_size int, day date, n bigint),
        metric_window(g.periodicity, g.start_date, g.history_size, g.due_days, g.day) w order by g.n`),
  )
  expect(found).toHaveLength(asked.length)
  for (const [n, { day, ...timing }] of asked.entries()) {
    const expected = overdue(timing, day)
    expect([timing, day, expected ? found[n] : (found[n] as { count: number }).count]).toEqual([timing, day, expected ?? 0])
  }
})

test('a course is worked out in the database as the grid works it out', async () => {
  const id = await made({ periodicity: 'WEEKLY', start_date: '2024-01-01', history_size: 100, decimals: 2, maximum: null })
  const weeks = Array.from({ length: 60 }, (_, n) => movePeriod('WEEKLY', periodOf('WEEKLY', today), -n))
  const values = [north, south, shop].flatMap((perimeter_id, place) =>
    weeks.filter((_, n) => (n * 7 + place) % 5 > 0).map((period, n) => ({ perimeter_id, period, value: ((n * 37 + place * 11) % 97) + place / 4 })),
  )
  expect((await enter(pilot, id, ...values)).status).toBe(200)
  const measured = values.map(({ perimeter_id, ...rest }) => ({ perimeter: perimeter_id, ...rest })).toSorted((a, b) => (a.period < b.period ? -1 : 1))
  for (const [n, time_aggregation] of timeAggregations.entries()) {
    const perimeter_aggregation = perimeterAggregations[n % 5] ?? 'SUM'
    expect((await pilot.put(`/metric/${id}`, { time_aggregation, perimeter_aggregation })).status).toBe(200)
    for (const rhythm of ['WEEKLY', 'MONTHLY', 'SEMESTERLY'] as const) {
      const course = courseOf({ periodicity: 'WEEKLY', time_aggregation, perimeter_aggregation }, rhythm, measured)
      const { points } = (await pilot.get(`/metric/${id}/graph?from=${weeks.at(-1)}&periodicity=${rhythm}`)).body.object as {
        points: { start: string; value: number | null; count: number }[]
      }
      expect(points.filter(({ count }) => count > 0).length).toBeGreaterThan(2)
      for (const { start, value, count } of points) {
        const point = course.get(start)
        expect([time_aggregation, rhythm, start, value, count]).toEqual([
          time_aggregation,
          rhythm,
          start,
          point ? rounded(point.value, 2) : null,
          point?.count ?? 0,
        ])
      }
    }
  }
})

test('however many values are entered or read, statements stay the same', async () => {
  const id = await made()
  const values = (places: number[], months: number): GivenValue[] =>
    places.flatMap((place) => Array.from({ length: months }, (_, n) => ({ perimeter_id: place, period: month(n), value: n })))
  const sent = await statementsOf(() => enter(pilot, id, ...values([north], 1)))
  // One of them notes it for whoever is told of it elsewhere.
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(13)
  expect((await statementsOf(() => enter(pilot, id, ...values([north, south, shop], 6)))).length).toBe(sent.length)
  const read = await statementsOf(() => gridOf(pilot, id))
  expect(read.length, read.join('\n')).toBeLessThanOrEqual(7)
})

test('whoever a metric is given to is told of values on their last day, the day after, and each week of all that are late', async () => {
  const id = await made({ manager: contributor.memberId, due_days: 0, start_date: month(1) })
  const { missingDigest } = await import('./reminder.ts')
  /** By the day that it is: the last one of the month before, or so many days after it. */
  const reminders = (kind: 'DAILY' | 'WEEKLY', days: number) =>
    app.db.transaction(customer, async (tx) => {
      tx.act(systemWho(customer, 'test', 'test', 'en', 'Europe/Paris'))
      Object.defineProperty(tx, 'today', { value: movePeriod('DAILY', thisMonth, days - 1) })
      const roleSets: RoleSet[] = [{ roles: ['contributor'], rights: new Set(['metric.read', 'metric.enter']) }]
      const parts = await missingDigest(tx, { kind, memberIds: [contributor.memberId, pilot.memberId], roleSets, since: new Date() })
      return parts.flatMap(({ section, member_id, lines }) => lines.filter((line) => line.id === id).map(({ path }) => [member_id, section, path]))
    })
  const path = `/contributions/metrics?id=${id}`
  expect(await reminders('DAILY', 0)).toEqual([[contributor.memberId, 'due', path]])
  expect(await reminders('DAILY', 1)).toEqual([[contributor.memberId, 'late', path]])
  expect(await reminders('DAILY', 2)).toEqual([])
  expect(await reminders('WEEKLY', 5)).toEqual([[contributor.memberId, 'late', path]])
  await enter(contributor, id, ...[north, south, shop].map((perimeter_id) => ({ perimeter_id, period: month(1), value: 1 })))
  expect([...(await reminders('DAILY', 1)), ...(await reminders('WEEKLY', 5))]).toEqual([])
})
