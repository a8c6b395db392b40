import { expect, test } from 'vitest'
import { dateOf, dayOf, moveSpan, rangeOf, spanOf, ticksOf } from './timeline.ts'

test('days and dates are inverse across daylight saving and leap days', () => {
  for (const date of ['2026-03-29', '2026-10-25', '2028-02-29', '1969-12-31']) expect(dateOf(dayOf(date))).toBe(date)
  expect(dayOf('2026-03-30') - dayOf('2026-03-28')).toBe(2)
})

test('a row without dates has no bar, with one date a bar of one day', () => {
  expect(spanOf(null, null)).toBeUndefined()
  expect(spanOf(null, '2026-05-02')).toEqual(spanOf('2026-05-02', '2026-05-02'))
  expect(spanOf('2026-05-02', '2026-05-01')).toEqual(spanOf('2026-05-02', null))
})

test('moving keeps the length and resizing never crosses the other end', () => {
  expect(moveSpan({ start: 10, end: 14 }, 'move', -3)).toEqual({ start: 7, end: 11 })
  expect(moveSpan({ start: 10, end: 14 }, 'start', 9)).toEqual({ start: 14, end: 14 })
  expect(moveSpan({ start: 10, end: 14 }, 'end', -9)).toEqual({ start: 10, end: 10 })
})

test('the range starts with a month and holds every bar and today', () => {
  const today = dayOf('2026-11-20')
  const range = rangeOf([{ start: dayOf('2026-05-17'), end: dayOf('2027-09-09') }], today)
  expect(dateOf(range.start)).toBe('2026-05-01')
  expect(range.end).toBeGreaterThan(dayOf('2027-09-09'))
})

test('ticks stand on Mondays, months and quarters', () => {
  const range = { start: dayOf('2026-12-01'), end: dayOf('2027-02-10') }
  const quarter = (n: number) => `Q${n}`
  expect(ticksOf(range, 'weeks', 'en', quarter).every((t) => new Date(dateOf(t.day)).getUTCDay() === 1)).toBe(true)
  expect(ticksOf(range, 'months', 'en', quarter)).toEqual([
    { day: dayOf('2026-12-01'), label: 'Dec', year: 2026 },
    { day: dayOf('2027-01-01'), label: 'Jan', year: 2027 },
    { day: dayOf('2027-02-01'), label: 'Feb', year: 2027 },
  ])
  expect(ticksOf(range, 'quarters', 'fr', quarter).map((t) => t.label)).toEqual(['Q4', 'Q1'])
})
