import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aggregate } from '#areas/catalog/contract/aggregate.ts'
import { countPeriods, dueDay, movePeriod, periodEnd, periodicities, periodKey, periodOf, periodsBetween, readPeriod, within } from './period.ts'

test.each([
  ['DAILY', '2026-02-28', '2026-02-28', '2026-02-28', '2026-02-28'],
  ['WEEKLY', '2026-11-22', '2026-11-16', '2026-11-22', '2026-W47'],
  ['WEEKLY', '2027-01-01', '2026-12-28', '2027-01-03', '2026-W53'],
  ['WEEKLY', '2024-12-31', '2024-12-30', '2025-01-05', '2025-W01'],
  ['MONTHLY', '2024-02-29', '2024-02-01', '2024-02-29', '2024-02'],
  ['QUARTERLY', '2026-11-23', '2026-10-01', '2026-12-31', '2026-Q4'],
  ['SEMESTERLY', '2026-06-30', '2026-01-01', '2026-06-30', '2026-S1'],
  ['SEMESTERLY', '2026-07-01', '2026-07-01', '2026-12-31', '2026-S2'],
  ['YEARLY', '2026-11-23', '2026-01-01', '2026-12-31', '2026'],
] as const)('%s of %s begins on %s, ends on %s and is %s', (periodicity, day, start, end, key) => {
  expect(periodOf(periodicity, day)).toBe(start)
  expect(periodEnd(periodicity, start)).toBe(end)
  expect(periodKey(periodicity, start)).toBe(key)
  expect(readPeriod(periodicity, key)).toBe(start)
  expect(readPeriod(periodicity, day)).toBe(start)
})

const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
const rhythms = fc.constantFrom(...periodicities)

test('every day lies in one period; periods follow without a hole, and a key names one of them', () => {
  fc.assert(
    fc.property(days, rhythms, fc.integer({ min: -200, max: 200 }), (day, periodicity, count) => {
      const start = periodOf(periodicity, day)
      expect(start <= day && day <= periodEnd(periodicity, start)).toBe(true)
      expect(periodOf(periodicity, periodEnd(periodicity, start))).toBe(start)
      const moved = movePeriod(periodicity, start, count)
      expect(movePeriod(periodicity, moved, -count)).toBe(start)
      expect(countPeriods(periodicity, start, moved)).toBe(count < 0 ? 0 : count + 1)
      expect(readPeriod(periodicity, periodKey(periodicity, start))).toBe(start)
    }),
  )
})

test('a period is also understood as people write it', () => {
  for (const text of ['10/2026', '10.2026', '10-2026']) expect(readPeriod('MONTHLY', text)).toBe('2026-10-01')
  expect(readPeriod('MONTHLY', '3/2026')).toBe('2026-03-01')
  for (const text of ['T4 2026', '2026-T4', 'q4/2026', 'Q4 2026', '2026T4']) expect(readPeriod('QUARTERLY', text)).toBe('2026-10-01')
  for (const text of ['S2 2026', '2026-H2', 'H2 2026']) expect(readPeriod('SEMESTERLY', text)).toBe('2026-07-01')
  for (const text of ['13/2026', '0/2026', '10/26', 'T4', '2026-T4-2026', 'T4 2026']) expect(readPeriod('MONTHLY', text)).toBeUndefined()
})

test('what is no period of the rhythm is none', () => {
  for (const text of ['2026-13', '2026-Q5', '2026-02-30', '2025-W53', '', 'x', '2026-11', '2026-S3', '0000-W99'])
    expect(readPeriod('WEEKLY', text)).toBeUndefined()
  expect(readPeriod('MONTHLY', '2026')).toBeUndefined()
  expect(readPeriod('MONTHLY', '2026-Q1')).toBeUndefined()
})

test('a range has both its ends, and its last periods where there are too many', () => {
  expect(periodsBetween('MONTHLY', '2025-12-01', '2026-02-01')).toEqual(['2025-12-01', '2026-01-01', '2026-02-01'])
  expect(periodsBetween('DAILY', '2024-01-01', '2026-01-01', 2)).toEqual(['2025-12-31', '2026-01-01'])
  expect(periodsBetween('YEARLY', '2027-01-01', '2026-01-01')).toEqual([])
})

test('a shorter period counts in one longer one, a week where its Thursday lies', () => {
  expect(within('MONTHLY', 'WEEKLY', '2026-09-28')).toBe('2026-10-01')
  expect(within('MONTHLY', 'WEEKLY', '2026-11-30')).toBe('2026-12-01')
  expect(within('YEARLY', 'WEEKLY', '2026-12-28')).toBe('2026-01-01')
  expect(within('QUARTERLY', 'MONTHLY', '2026-12-01')).toBe('2026-10-01')
  expect(within('WEEKLY', 'WEEKLY', '2026-12-28')).toBe('2026-12-28')
})

test('a value is late so many days after its period', () => {
  expect(dueDay('MONTHLY', '2026-10-01', 10)).toBe('2026-11-10')
})

test.each([
  ['SUM', [1, 2, 4], 7],
  ['AVERAGE', [1, 2, 6], 3],
  ['MIN', [3, 1, 2], 1],
  ['MAX', [3, 1, 2], 3],
  ['MEDIAN', [5, 1, 3], 3],
  ['MEDIAN', [5, 1], 3],
  ['LATEST', [5, 1, 9], 9],
] as const)('%s of %j is %d, and of nothing nothing', (how, values, expected) => {
  expect(aggregate(how, values)).toBe(expected)
  expect(aggregate(how, [])).toBeNull()
})
