import { afterAll, beforeAll, expect, test } from 'vitest'
import { hoursOf } from '#kit/contract/hours-of-day.ts'
import type { Cell, EntryLine, Grid, GivenValue } from '#areas/metrics/contract/calls.ts'
import { hourKey } from '#areas/metrics/contract/hour.ts'
import { movePeriod } from '#areas/metrics/contract/period.ts'
import { periodIn } from '#areas/metrics/server/sheet/read-values.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

const zone = 'Europe/Paris'
let app: TestApp
let pilot: Person
let contributor: Person
let local: Person
let stranger: Person
let north: number
let south: number
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date())
const yesterday = movePeriod('DAILY', today, -1)
const hours = hoursOf(yesterday, zone)

beforeAll(async () => {
  app = await testApp()
  const { id, root } = await app.customer('Hours')
  pilot = await app.member(id, 'global_pilote')
  const place = async (name_en: string): Promise<number> =>
    (await pilot.post('/perimeter', { name_en, identifier: name_en.toUpperCase(), parent: root })).body.object.id
  north = await place('North')
  south = await place('South')
  contributor = await app.member(id, 'contributor')
  local = await app.member(id, 'local_pilote', { perimeterIds: [south] })
  stranger = await app.member((await app.customer('Others')).id, 'global_pilote')
})
afterAll(() => app.close())

const made = async (rest: object = {}): Promise<number> => {
  const start_date = movePeriod('DAILY', today, -5)
  const body = { name_en: 'Portal up', unit: '%', decimals: 1, maximum: 100, periodicity: 'HOURLY', time_aggregation: 'AVERAGE', due_days: 0, start_date }
  const answer = (await pilot.post('/metric', { ...body, perimeters: [north, south], ...rest })).body
  expect(answer.errors).toBeUndefined()
  return answer.object.id
}
const enter = (who: Person, id: number, ...values: GivenValue[]) => who.post(`/metric/${id}/value`, { values })
const hour = (n: number, value: number | null, more: object = {}) => ({ perimeter_id: north, period: hourKey(yesterday, n), value, ...more })
const day = async (id: number, who = pilot, of = yesterday): Promise<Grid> => (await who.get(`/metric/${id}/grid?from=${of}&to=${of}`)).body.object
const graph = async (id: number, rhythm: string) =>
  (await pilot.get(`/metric/${id}/graph?perimeter_id=${north}&from=${yesterday}&to=${yesterday}&periodicity=${rhythm}`)).body.object.points
const missing = async (id: number) =>
  ((await pilot.post('/metric/workload', { queryParams: {} })).body.objects as EntryLine[]).find((one) => one.id === id)?.missing

test('a day amounts to what its hours do, and is waited for until none is missing', async () => {
  const id = await made({ perimeters: [north] })
  expect(await missing(id)).toBe(5)
  expect((await enter(contributor, id, hour(0, 1))).status).toBe(404)
  await enter(pilot, id, hour(0, 100), hour(1, 97, { comment: 'Restarted' }))
  expect((await graph(id, 'DAILY'))[0]).toMatchObject({ value: 98.5 })
  expect((await graph(id, 'HOURLY')).slice(0, 3)).toEqual([
    { start: hourKey(yesterday, 0), value: 100, count: 1 },
    { start: hourKey(yesterday, 1), value: 97, count: 1 },
    { start: hourKey(yesterday, 2), value: null, count: 0 },
  ])
  expect(await missing(id)).toBe(5)
  await enter(pilot, id, ...Array.from({ length: hours - 2 }, (_, n) => hour(n + 2, 100)))
  expect(await missing(id)).toBe(4)
  // What was stays, by the hour; how a day is brought together may change afterwards.
  await enter(pilot, id, hour(1, 90))
  const former = (await pilot.get(`/metric/${id}/value?perimeter_id=${north}&period=${hourKey(yesterday, 1)}`)).body.objects as Cell[]
  expect(former.map(({ value, comment }) => [value, comment])).toEqual([
    [90, 'Restarted'],
    [97, 'Restarted'],
  ])
  expect((await pilot.put(`/metric/${id}`, { time_aggregation: 'MIN' })).status).toBe(200)
  expect((await graph(id, 'DAILY'))[0]).toMatchObject({ value: 90 })
  await enter(pilot, id, ...Array.from({ length: hours }, (_, n) => hour(n, null)))
  expect([(await graph(id, 'DAILY'))[0].value, await missing(id)]).toEqual([null, 5])
})

test('a grid has as many hours as its day, those to come are closed, and others are seen within reach alone', async () => {
  const id = await made()
  expect((await day(id, pilot, '2026-03-29')).periods).toHaveLength(23)
  expect((await day(id, pilot, '2025-10-26')).periods.at(-1)).toMatchObject({ start: '2025-10-26T24', end: '2025-10-26' })
  const now = (await day(id, pilot, today)).periods.map(({ state }) => state)
  expect(now.filter((state) => state === 'CURRENT')).toHaveLength(1)
  expect(now.slice(now.indexOf('CURRENT') + 1).every((state) => state === 'FUTURE')).toBe(true)
  await enter(pilot, id, hour(3, 50), { perimeter_id: south, period: hourKey(yesterday, 3), value: 60 })
  expect((await day(id, local)).cells.map(({ perimeter, value }) => [perimeter, value])).toEqual([[south, 60]])
  expect((await enter(local, id, hour(3, 1))).body.errors).toEqual({ 'values.0.perimeter_id': ['You don’t enter values of this metric in this perimeter'] })
  expect((await stranger.get(`/metric/${id}/grid`)).status).toBe(404)
  // Nobody overwrites what somebody else said meanwhile.
  expect((await enter(pilot, id, hour(3, 51, { version: 0 }))).status).toBe(409)
  const wrong = await enter(
    pilot,
    id,
    hour(24, 1),
    { perimeter_id: north, period: yesterday, value: 1 },
    { perimeter_id: north, period: hourKey(movePeriod('DAILY', today, 1), 3), value: 1 },
  )
  expect(wrong.body.errors).toEqual({
    ...(hours < 25 && { 'values.0.period': ['This day does not have this hour'] }),
    'values.1.period': ['Say which hour of the day it is'],
    'values.2.period': ['This period has not begun'],
  })
})

test('by the hour is given: formulas and what Vigie counts are of days, and indicators are made of the days', async () => {
  const wrong = { name_en: 'Wrong', periodicity: 'HOURLY', perimeters: [north] }
  expect((await pilot.post('/metric', { ...wrong, internal_metric: 'GAP_OPEN' })).body.errors).toHaveProperty('periodicity')
  expect((await pilot.post('/metric_model', { ...wrong, perimeters: undefined, internal_metric: 'GAP_OPEN' })).body.errors).toHaveProperty('periodicity')
  const id = await made({ identifier: 'portal', perimeters: [north] })
  const { object } = (await pilot.post('/indicator', { name_en: 'Up', formula: 'portal', periodicity: 'HOURLY', perimeters: [north] })).body
  await enter(pilot, id, hour(0, 100), hour(1, 50))
  await app.jobs()
  const board = (await pilot.get(`/indicator/${object.id}/board?from=${yesterday}&to=${yesterday}`)).body.object
  expect(JSON.stringify(board)).toContain('75')
})

test('files name hours as clocks show them, or by their number; the file that is downloaded comes back', async () => {
  const reader = { dateOrder: 'DMY', timeZone: zone } as const
  const read = (cell: string | Date) => periodIn(cell, 'HOURLY', reader)
  expect([read('24/11/2026 13:00'), read('2026-11-24 7:00'), read(new Date('2026-11-24T13:00:00Z')), read('2026-11-24T13')]).toEqual([
    '2026-11-24T13',
    '2026-11-24T07',
    '2026-11-24T13',
    '2026-11-24T13',
  ])
  // Clocks go back at three: the second two is the fourth hour; they go forward at two.
  expect([read('2026-10-25 02:00'), read('2026-10-25 03:00'), read('2026-10-25T03'), read('2026-03-29 02:00')]).toEqual([
    '2026-10-25T02',
    '2026-10-25T04',
    '2026-10-25T03',
    undefined,
  ])
  const id = await made({ identifier: 'filed', perimeters: [north] })
  await enter(pilot, id, hour(5, 12.5))
  const { body } = await pilot.get(`/metric/${id}/values?from=${yesterday}&to=${yesterday}`)
  const sent = await pilot.upload('/metric_value/import', 'hours.xlsx', body)
  await app.jobs()
  expect((await pilot.get(`/import_report/${sent.body.object.report_id}`)).body.object).toMatchObject({ counts: { rows: hours, unchanged: hours, errors: 0 } })
})

test('statements do not grow with the hours', async () => {
  const id = await made()
  const few = (await watchStatements(() => enter(pilot, id, hour(0, 1)))).texts
  const many = (await watchStatements(() => enter(pilot, id, ...Array.from({ length: 20 }, (_, n) => hour(n, n + 2))))).texts
  expect(many.length).toBe(few.length)
})
