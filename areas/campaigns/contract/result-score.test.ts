import fc from 'fast-check'
import { expect, test } from 'vitest'
import { topOf, topParts, weightedMean } from './result-score.ts'

const weighed = fc.record({ score: fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: null }), weight: fc.integer({ min: 0, max: 1000 }) })

test('a mean lies between what counts, whatever the order; what has no score or no weight changes nothing', () => {
  fc.assert(
    fc.property(fc.array(weighed, { maxLength: 30 }), (parts) => {
      const counted = parts.filter(({ score, weight }) => score !== null && weight > 0).map(({ score }) => score ?? 0)
      const mean = weightedMean(parts)
      if (counted.length === 0) return mean === null
      expect(mean).not.toBeNull()
      expect(mean).toBeGreaterThanOrEqual(Math.min(...counted) - 1e-9)
      expect(mean).toBeLessThanOrEqual(Math.max(...counted) + 1e-9)
      expect(weightedMean(parts.toReversed())).toBeCloseTo(mean ?? 0, 9)
      expect(weightedMean([...parts, { score: null, weight: 5 }, { score: 3, weight: 0 }])).toBe(mean)
      return true
    }),
  )
})

test('weights that are all so many times as large weigh the same, and a perimeter split in two halves counts as one', () => {
  fc.assert(
    fc.property(fc.array(weighed, { minLength: 1, maxLength: 20 }), fc.integer({ min: 2, max: 9 }), (parts, times) => {
      const mean = weightedMean(parts)
      const scaled = weightedMean(parts.map(({ score, weight }) => ({ score, weight: weight * times })))
      const split = weightedMean(parts.flatMap(({ score, weight }) => [weight / 2, weight / 2].map((half) => ({ score, weight: half }))))
      for (const other of [scaled, split]) expect(other === null ? null : Math.abs(other - (mean ?? 0)) < 1e-9).toBe(mean === null ? null : true)
    }),
  )
})

test('groups of the top are the columns; where all stand in one, those within it', () => {
  const part = (key: string, parent: string | null = null) => ({ key, parent })
  const [a, b, a1, a2] = [part('A'), part('B'), part('A1', 'A'), part('A2', 'A')]
  expect(topParts([a, a1, a2, b])).toEqual([a, b])
  expect(topParts([a, a1, a2])).toEqual([a1, a2])
  expect(topParts([a, a1])).toEqual([a])
  expect([...topOf([a, a1, a2, b], [a, b])]).toEqual([
    ['A', 'A'],
    ['A1', 'A'],
    ['A2', 'A'],
    ['B', 'B'],
  ])
})
