import { expect, test } from 'vitest'
import { criticalityOf } from './criticality.ts'
import type { Accumulator } from './structure.ts'

const withLevels = (count: number) =>
  ({ key: 'SUM', initial: 0, levels: Array.from({ length: count }, (_, n) => ({ from: n * 10 })).toReversed() }) as unknown as Accumulator

test('levels of an accumulator stand for the four, from end to end, in whatever order they are written', () => {
  const ladder = (count: number) => Array.from({ length: count }, (_, n) => criticalityOf(withLevels(count), n * 10 + 5))
  expect([1, 2, 3, 4, 5, 7].map(ladder)).toEqual([
    ['LOW'],
    ['LOW', 'HIGH'],
    ['LOW', 'MEDIUM', 'HIGH'],
    ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'],
    ['LOW', 'MEDIUM', 'HIGH', 'HIGH', 'CRITICAL'],
    ['LOW', 'MEDIUM', 'MEDIUM', 'HIGH', 'HIGH', 'CRITICAL', 'CRITICAL'],
  ])
  expect(criticalityOf(withLevels(3), -1)).toBe('LOW')
})
