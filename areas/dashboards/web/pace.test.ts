import { expect, test } from 'vitest'
import { monthsAround, neededPace, paceNow, targetIn, unactedLine } from './pace.ts'

test('a curve goes from a year ago as many months ahead as it is asked to', () => {
  const months = monthsAround('2026-11-22', 12)
  expect([months[0], months[12], months.at(-1)]).toEqual(['2025-11-01', '2026-11-01', '2027-11-01'])
  expect(monthsAround('2026-11-22', 0)).toHaveLength(13)
})

test('what it takes to be there in time is told by the month, all of it where less than a month is left, and as late once the day is over', () => {
  const aimed = { day: '2026-06-30', trend: [...Array.from({ length: 12 }, () => null), 60], target: 72, until: '2026-12-31' }
  expect(neededPace(aimed)?.points).toBeCloseTo(1.98, 1)
  expect(neededPace(aimed)).toMatchObject({ late: false, monthly: true })
  expect(neededPace({ ...aimed, until: '2026-07-10' })).toEqual({ late: false, monthly: false, points: 12 })
  expect(neededPace({ ...aimed, until: '2026-06-01' })).toEqual({ late: true, monthly: false, points: 12 })
  for (const none of [{ target: null }, { target: 60 }, { target: 10 }, { trend: [null] }]) expect(neededPace({ ...aimed, ...none })).toBeNull()
})

test('the pace is what both days measured, by the month that lay between, whatever came into the scope', () => {
  expect(paceNow({ day: '2026-11-29', moved: { from: '2026-08-29', performance: 3.3, scope: -5.1 } })).toBeCloseTo(1.1, 1)
  // Published for the last time four weeks earlier: a period of nearly four months.
  expect(paceNow({ day: '2026-11-29', moved: { from: '2026-08-01', performance: 4, scope: 0 } })).toBeCloseTo(4 / 3.94, 2)
  expect(paceNow({ day: '2026-11-29', moved: null })).toBeNull()
})

test('if nobody acts a score goes from where it is to where the forecast has it by the end of each month', () => {
  const months = ['2026-10-01', '2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01']
  const points = [
    { day: '2026-11-22', score: 60 },
    { day: '2026-12-03', score: 58 },
    { day: '2026-12-31', score: 57 },
    { day: '2027-02-01', score: 53 },
  ]
  expect(unactedLine([62, 60], points, months)).toEqual([null, 60, 57, 57, 53])
  expect(unactedLine([62, null], points, months).every((value) => value === null)).toBe(true)
  expect(unactedLine([62, 60], undefined, months).every((value) => value === null)).toBe(true)
})

test('a target holds from the month of its change on; one that never changed holds throughout', () => {
  const months = ['2026-01-01', '2026-02-01', '2026-03-01']
  const steps = [
    { from: '2025-11-22', target: 65 },
    { from: '2026-02-10', target: 75 },
  ]
  expect(targetIn(steps, months)).toEqual([65, 75, 75])
  expect(targetIn([{ from: '2026-11-22', target: 70 }], months)).toEqual([70, 70, 70])
  expect(targetIn([], months)).toEqual([null, null, null])
})
