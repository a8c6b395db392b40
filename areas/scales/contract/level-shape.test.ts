import { expect, test } from 'vitest'
import { filled, overlapping } from '#areas/scales/web/ranges.ts'
import { faultsOf, holesOf, meaningOf } from './level-shape.ts'
import { rearranged, revalued } from './risk-matrix.ts'
import type { LevelInput } from './scale.ts'

/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * (most + 1))
  }
}

const arbitrary = (seed: number): LevelInput[] => {
  const next = numbers(seed)
  return Array.from({ length: 2 + next(4) }, () => ({ low: next(100), high: next(100) }))
}

/** How many levels cover each whole number from 0 to 100. */
const cover = (levels: readonly LevelInput[]) =>
  Array.from({ length: 101 }, (_, n) => levels.filter(({ low, high }) => (low ?? 101) <= n && n <= (high ?? -1)).length)

test('ranges are accepted exactly when each is one and no number lies in two of them', () => {
  let accepted = 0
  for (let seed = 1; seed <= 3000; seed += 1) {
    const levels = arbitrary(seed)
    const sound = levels.every(({ low, high }) => (low ?? 0) < (high ?? 0)) && cover(levels).every((count) => count < 2)
    expect([seed, faultsOf('indicator', levels).length === 0]).toEqual([seed, sound])
    accepted += sound ? 1 : 0
  }
  expect(accepted).toBeGreaterThan(30)
})

test('holes are exactly the numbers that no range covers, overlaps those that several do', () => {
  for (let seed = 1; seed <= 1000; seed += 1) {
    const levels = arbitrary(seed).map(({ low, high }) => ({ low: Math.min(low ?? 0, high ?? 0), high: Math.max(low ?? 0, high ?? 0) }))
    const spread = (parts: readonly { low: number; high: number }[]) => cover(parts).flatMap((count, n) => (count > 0 ? [n] : []))
    expect([seed, spread(holesOf(levels))]).toEqual([seed, cover(levels).flatMap((count, n) => (count === 0 ? [n] : []))])
    expect([seed, spread(overlapping(levels))]).toEqual([seed, cover(levels).flatMap((count, n) => (count > 1 ? [n] : []))])
  }
})

test('filled ranges cover 0 to 100 once, and none of them is refused', () => {
  for (let seed = 1; seed <= 1000; seed += 1) {
    const levels = filled(arbitrary(seed).map(({ low, high }) => ({ low: Math.min(low ?? 0, high ?? 0), high: Math.max(low ?? 0, high ?? 0) })))
    expect([seed, faultsOf('indicator', levels), holesOf(levels)]).toEqual([seed, [], []])
  }
})

test('what levels mean does not depend on their order, names or colours', () => {
  const levels = [
    { value: 25, name_en: 'Low', color: '#111111' },
    { value: 50, name_en: 'High', color: null },
  ]
  const changed = levels.toReversed().map((level) => ({ ...level, name_en: 'Other', color: '#222222' }))
  expect(meaningOf('priority', changed)).toBe(meaningOf('priority', levels))
  expect(meaningOf('priority', [{ value: 25 }, { value: 51 }])).not.toBe(meaningOf('priority', levels))
  expect(
    meaningOf('perimeter', [
      { value: 1, weight: 2 },
      { value: 2, weight: 2 },
    ]),
  ).not.toBe(
    meaningOf('perimeter', [
      { value: 1, weight: 1 },
      { value: 2, weight: 2 },
    ]),
  )
})

test('cells of a matrix move with their places and keep their level under another value', () => {
  const matrix = [
    [1, 1, 2],
    [1, 2, 3],
    [2, 3, 3],
  ]
  expect(rearranged(matrix, [2, 1, 0], [0, 1, 2])).toEqual([matrix[2], matrix[1], matrix[0]])
  expect(rearranged(matrix, [0, 2], [0, 2])).toEqual([
    [1, 2],
    [2, 3],
  ])
  expect(rearranged(matrix, [0, 1, 2, undefined], [0, 1, 2])[3]).toEqual(matrix[2])
  const before = [{ value: 1 }, { value: 2 }, { value: 3 }]
  expect(revalued(matrix, before, [{ value: 10 }, { value: 20 }, { value: 30 }], [0, 1, 2])[1]).toEqual([10, 20, 30])
  expect(revalued(matrix, before, [{ value: 1 }, { value: 3 }], [0, 2])[1]).toEqual([1, 1, 3])
})
