import { expect, test } from 'vitest'
import { monthsAround, paceOf, targetIn } from './pace.ts'

test('a curve goes from a year ago to four months ahead', () => {
  const months = monthsAround('2026-11-22')
  expect([months[0], months[12], months.at(-1)]).toEqual(['2025-11-01', '2026-11-01', '2027-03-01'])
})

test('the pace is that of the last three months, and never leaves what a score can be', () => {
  expect(paceOf([null, 50, 52, 54, 56])).toEqual([null, null, null, null, 56, 58, 60, 62, 64])
  expect(paceOf([70, 80, 90, 97]).slice(-4)).toEqual([100, 100, 100, 100])
  expect(paceOf([null, null, null, 56]).every((value) => value === null)).toBe(true)
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
