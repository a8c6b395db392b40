import { expect, test } from 'vitest'
import { dueQuarter, nextReleaseDay, quarterBefore, releaseDay, scoresUntil } from './quarter.ts'

test('a release is due on the first day of the second month of a quarter, and made later in that month alone', () => {
  expect(['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01', '2027-02-01', '2027-05-09', '2027-08-31'].map(dueQuarter)).toEqual([
    null,
    '2026-4',
    '2026-4',
    null,
    '2027-1',
    '2027-2',
    '2027-3',
  ])
  expect(['2026-1', '2026-2', '2026-3', '2026-4'].map(releaseDay)).toEqual(['2026-02-01', '2026-05-01', '2026-08-01', '2026-11-01'])
})

test('scores count until the day before, and the next release comes a quarter later', () => {
  expect([scoresUntil('2027-1'), scoresUntil('2028-2')]).toEqual(['2027-01-31', '2028-04-30'])
  expect(['2026-01-31', '2026-02-01', '2026-10-31', '2026-11-01', '2026-12-31'].map(nextReleaseDay)).toEqual([
    '2026-02-01',
    '2026-05-01',
    '2026-11-01',
    '2027-02-01',
    '2027-02-01',
  ])
  expect([quarterBefore('2026-4'), quarterBefore('2026-1')]).toEqual(['2026-3', '2025-4'])
})
