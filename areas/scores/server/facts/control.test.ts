import { expect, test } from 'vitest'
import { indicatorControl, taskControl, yearBefore } from './control.ts'
import type { IndicatorPeriod, Occurrence } from './control.ts'

const source = { measure_id: 1, source_id: 2 }
const DAY = '2026-06-30'

function occurrence(rest: Partial<Occurrence>): Occurrence {
  const due_on = rest.due_on ?? '2026-03-31'
  return {
    due_on,
    counts_until: '2026-04-30',
    done_on: rest.answer ? due_on : null,
    answer: null,
    approval: 'NOT_REQUIRED',
    ...rest,
  }
}

test.each<[name: string, Partial<Occurrence>, conform: number, due: number, late: number]>([
  ['OK counts', { answer: 'OK' }, 1, 1, 0],
  ['done counts', { answer: 'DONE' }, 1, 1, 0],
  ['KO does not', { answer: 'KO' }, 0, 1, 0],
  ['not done does not', { answer: 'NOT_DONE' }, 0, 1, 0],
  ['missed does not', {}, 0, 1, 0],
  ['not applicable is left out', { answer: 'NOT_APPLICABLE' }, 0, 0, 0],
  ['approved counts', { answer: 'OK', approval: 'APPROVED' }, 1, 1, 0],
  ['waiting for approval does not count', { answer: 'OK', approval: 'PENDING' }, 0, 1, 0],
  ['rejected does not count', { answer: 'OK', approval: 'REJECTED' }, 0, 1, 0],
  ['not applicable is left out once approved', { answer: 'NOT_APPLICABLE', approval: 'PENDING' }, 0, 1, 0],
  ['late within one period counts, flagged', { answer: 'OK', done_on: '2026-04-30' }, 1, 1, 1],
  ['later than one period is missed', { answer: 'OK', done_on: '2026-05-01' }, 0, 1, 0],
  ['answered after the day is not answered yet', { answer: 'OK', done_on: '2026-07-01', counts_until: '2026-07-31' }, 0, 1, 0],
  ['due on the day is not due yet', { due_on: DAY }, 0, 0, 0],
  ['due on the day and answered is due', { due_on: DAY, answer: 'OK', counts_until: '2026-07-31' }, 1, 1, 0],
  ['answered ahead is due', { due_on: '2026-07-31', answer: 'OK', done_on: '2026-06-01', counts_until: '2026-08-31' }, 1, 1, 0],
  ['due a year ago is out', { due_on: '2025-06-30', answer: 'KO' }, 0, 0, 0],
  ['due the day after is in', { due_on: '2025-07-01', answer: 'KO' }, 0, 1, 0],
])('occurrence: %s', (_name, rest, conform, due, late) => {
  expect(taskControl(source, [occurrence(rest)], DAY)).toEqual({
    ...source,
    kind: 'TASK',
    numerator: conform,
    denominator: due,
    late,
    stale: false,
    proven: due > 0,
  })
})

const period = (ends_on: string, value: number | null, target: number | null = 60): IndicatorPeriod => ({
  ends_on,
  value,
  target,
})

test.each<[name: string, IndicatorPeriod[], value: number | null, stale: boolean, proven: boolean]>([
  ['the last closed period counts', [period('2026-05-31', 40), period(DAY, 54)], 54, false, true],
  ['an open period does not', [period('2026-05-31', 40), period('2026-07-31', 54)], 40, false, true],
  ['a missing value is carried forward and stale', [period('2026-05-31', 40), period(DAY, null)], 40, true, true],
  ['a value older than a year rates but does not prove', [period('2025-06-30', 40), period(DAY, null)], 40, true, false],
  ['without any value there is no data', [period(DAY, null)], null, true, false],
  ['without any period there is no data', [], null, false, false],
])('indicator: %s', (_name, periods, value, stale, proven) => {
  expect(indicatorControl(source, periods, DAY)).toMatchObject({ numerator: value, stale, proven })
})

test('one calendar year before a leap day is 28 February', () => {
  expect(['2024-02-29', '2025-02-28', '2026-06-30', '1000-01-01'].map(yearBefore)).toEqual(['2023-02-28', '2024-02-28', '2025-06-30', '0999-01-01'])
})
