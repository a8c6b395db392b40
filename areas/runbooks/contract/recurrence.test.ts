import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, daysFrom, hoursOf, nextStart, periodAt, periodicities, periodOn, periodsBetween, startFault, startOfDay } from './recurrence.ts'

const rounds = (periodicity: (typeof periodicities)[number], first: string, count: number, from = 0) =>
  periodsBetween(periodicity, first, from, from + count - 1).map(({ start, due }) => (start === due ? start : `${start}…${due}`))

describe('worked examples', () => {
  test.each([
    ['DAILY', '2026-12-30', ['2026-12-30', '2026-12-31', '2027-01-01']],
    ['HOURLY', '2026-12-31', ['2026-12-31', '2027-01-01', '2027-01-02']],
    ['WEEKLY', '2026-12-21', ['2026-12-21…2026-12-27', '2026-12-28…2027-01-03', '2027-01-04…2027-01-10']],
    ['MONTHLY', '2027-11-01', ['2027-11-01…2027-11-30', '2027-12-01…2027-12-31', '2028-01-01…2028-01-31', '2028-02-01…2028-02-29']],
    ['QUARTERLY', '2026-11-30', ['2026-11-30…2027-02-27', '2027-02-28…2027-05-29', '2027-05-30…2027-08-29', '2027-08-30…2027-11-29']],
    ['QUARTERLY', '2027-11-30', ['2027-11-30…2028-02-28', '2028-02-29…2028-05-29', '2028-05-30…2028-08-29']],
    ['SEMESTERLY', '2026-08-31', ['2026-08-31…2027-02-27', '2027-02-28…2027-08-30', '2027-08-31…2028-02-28', '2028-02-29…2028-08-30']],
    ['YEARLY', '2028-02-29', ['2028-02-29…2029-02-27', '2029-02-28…2030-02-27', '2030-02-28…2031-02-27', '2031-02-28…2032-02-28', '2032-02-29…2033-02-27']],
    ['YEARLY', '2026-12-31', ['2026-12-31…2027-12-30', '2027-12-31…2028-12-30']],
  ] as const)('%s from %s', (periodicity, first, expected) => {
    expect(rounds(periodicity, first, expected.length)).toEqual(expected)
  })

  test('the period of a day, before the first one too', () => {
    expect(periodOn('MONTHLY', '2026-03-01', '2027-02-28')).toEqual({ index: 11, start: '2027-02-01', due: '2027-02-28' })
    expect(periodOn('QUARTERLY', '2026-11-30', '2027-02-27').index).toBe(0)
    expect(periodOn('QUARTERLY', '2026-11-30', '2027-02-28').index).toBe(1)
    expect(periodOn('WEEKLY', '2026-11-23', '2026-11-22')).toEqual({ index: -1, start: '2026-11-16', due: '2026-11-22' })
    expect(periodOn('YEARLY', '2028-02-29', '2027-02-28')).toEqual({ index: -1, start: '2027-02-28', due: '2028-02-28' })
  })

  test('weeks start on Mondays, months on their first day, anything longer on any day', () => {
    expect(startFault('WEEKLY', '2026-11-23')).toBeUndefined()
    expect(startFault('WEEKLY', '2026-11-24')).toBe('runbooks.errors.start_monday')
    expect(startFault('MONTHLY', '2026-12-01')).toBeUndefined()
    expect(startFault('MONTHLY', '2026-12-02')).toBe('runbooks.errors.start_first')
    for (const periodicity of ['HOURLY', 'DAILY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY'] as const) expect(startFault(periodicity, '2026-11-25')).toBeUndefined()
    expect(nextStart('WEEKLY', '2026-12-29')).toBe('2027-01-04')
    expect(nextStart('MONTHLY', '2026-12-02')).toBe('2027-01-01')
  })

  test.each([
    ['Europe/Paris', '2026-03-29', 23],
    ['Europe/Paris', '2026-10-25', 25],
    ['Europe/Paris', '2026-11-23', 24],
    ['America/Santiago', '2026-09-06', 23],
    ['Australia/Lord_Howe', '2026-10-04', 24],
    ['Australia/Lord_Howe', '2026-04-05', 25],
    ['Asia/Kolkata', '2026-10-25', 24],
    ['Pacific/Kiritimati', '2026-01-01', 24],
  ])('hours of a day in %s on %s', (zone, day, hours) => {
    expect(hoursOf(day, zone)).toBe(hours)
  })

  test('a day starts where its clock does', () => {
    expect(new Date(startOfDay('2026-03-29', 'Europe/Paris')).toISOString()).toBe('2026-03-28T23:00:00.000Z')
    expect(new Date(startOfDay('2026-03-30', 'Europe/Paris')).toISOString()).toBe('2026-03-29T22:00:00.000Z')
    // Midnight is skipped: the day starts at one.
    expect(new Date(startOfDay('2026-09-06', 'America/Santiago')).toISOString()).toBe('2026-09-06T04:00:00.000Z')
  })
})

describe('over a hundred years', () => {
  const first = fc.integer({ min: 0, max: 36_524 }).map((n) => addDays('2000-01-01', n))
  const ahead = fc.integer({ min: 0, max: 36_524 })
  const rhythm = fc.constantFrom(...periodicities)
  const begun = fc.tuple(rhythm, first).map(([periodicity, day]) => [periodicity, nextStart(periodicity, day)] as const)

  test('every day lies in one period, and its neighbours in the same or the next', () => {
    fc.assert(
      fc.property(begun, ahead, ([periodicity, start], n) => {
        const day = addDays(start, n)
        const period = periodOn(periodicity, start, day)
        expect(period.start <= day && day <= period.due).toBe(true)
        expect(period.index).toBeGreaterThanOrEqual(0)
        expect(period).toEqual(periodAt(periodicity, start, period.index))
        expect(periodOn(periodicity, start, addDays(period.due, 1)).index).toBe(period.index + 1)
        expect(periodOn(periodicity, start, addDays(period.start, -1)).index).toBe(period.index - 1)
      }),
      { numRuns: 2_000 },
    )
  })

  test('periods follow each other without a gap, and none is empty', () => {
    fc.assert(
      fc.property(begun, fc.integer({ min: -200, max: 5_000 }), ([periodicity, start], n) => {
        const [one, next] = [periodAt(periodicity, start, n), periodAt(periodicity, start, n + 1)]
        expect(addDays(one.due, 1)).toBe(next.start)
        expect(one.start <= one.due).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a year has as many periods as its rhythm says, leap years and year ends included', () => {
    const inYear = { MONTHLY: 12, QUARTERLY: 4, SEMESTERLY: 2, YEARLY: 1 } as const
    fc.assert(
      fc.property(fc.constantFrom('MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY'), first, fc.integer({ min: 0, max: 100 }), (periodicity, day, years) => {
        const start = nextStart(periodicity, day)
        const later = periodAt(periodicity, start, inYear[periodicity] * years)
        expect(later.start).toBe(addMonths(start, 12 * years))
        // The day of the month is kept, wherever the month has it.
        expect(later.start.slice(5) === start.slice(5) || (start.endsWith('02-29') && later.start.endsWith('02-28'))).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  test('weeks stay on Mondays, months on their first day', () => {
    fc.assert(
      fc.property(fc.constantFrom('WEEKLY', 'MONTHLY'), first, fc.integer({ min: 0, max: 5_200 }), (periodicity, day, n) => {
        expect(startFault(periodicity, periodAt(periodicity, nextStart(periodicity, day), n).start)).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  test('days are counted alike in both directions', () => {
    fc.assert(
      fc.property(
        first,
        fc.integer({ min: -40_000, max: 40_000 }).filter((n) => n !== 0),
        (day, n) => {
          expect(daysFrom(day, addDays(day, n))).toBe(n)
        },
      ),
    )
  })

  test('hours of a year are those of its days, however clocks are changed', () => {
    const zones = ['Europe/Paris', 'America/New_York', 'America/Santiago', 'Africa/Cairo', 'Pacific/Auckland', 'UTC']
    fc.assert(
      fc.property(fc.constantFrom(...zones), first, (zone, day) => {
        const next = addDays(day, 1)
        const span = (startOfDay(next, zone) - startOfDay(day, zone)) / 3_600_000
        expect(hoursOf(day, zone)).toBe(span)
        expect([23, 24, 25]).toContain(span)
      }),
      { numRuns: 120 },
    )
  })
})
