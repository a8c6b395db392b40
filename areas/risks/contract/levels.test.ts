import { expect, test } from 'vitest'
import { currentOf, levelAt, reviewMonths, type LevelFacts } from './levels.ts'

const facts = (initial: [number, number], minimum: [number, number], worths: number[], manual: [number | null, number | null] = [null, null]): LevelFacts => ({
  initial: { impact: initial[0], probability: initial[1] },
  minimum: { impact: minimum[0], probability: minimum[1] },
  manual: { impact: manual[0], probability: manual[1] },
  worths,
})

/** Worked by hand in docs/RISK-LEVELS.md. */
const golden: readonly (readonly [name: string, given: LevelFacts, impact: number, probability: number, mean: number | null])[] = [
  ['three measures, rounded up', facts([5, 4], [3, 2], [80, 45, 50]), 4, 3, 58.333],
  ['no measure: the initial level', facts([5, 4], [3, 2], []), 5, 4, null],
  ['measures that are worth nothing lower nothing', facts([5, 4], [3, 2], [0, 0]), 5, 4, 0],
  ['everything in place: the minimum', facts([5, 4], [3, 2], [100, 100]), 3, 2, 100],
  ['half, on a whole number', facts([5, 5], [1, 3], [50]), 3, 4, 50],
  ['a hair above a whole number is the next one', facts([5, 5], [1, 1], [74]), 3, 3, 74],
  ['minimum above the initial place lowers nothing', facts([2, 2], [3, 2], [100]), 2, 2, 100],
  ['set by hand, both sides', facts([5, 4], [1, 1], [80], [2, 5]), 2, 5, 80],
  ['set by hand, one side', facts([5, 4], [1, 1], [50], [2, null]), 2, 3, 50],
  ['controls count: 75 and 80 × 70 %', facts([4, 4], [1, 1], [75, 56]), 3, 3, 65.5],
]

test.each(golden)('golden: %s', (_, given, impact, probability, mean) => {
  const found = currentOf(given)
  expect([found.impact, found.probability]).toEqual([impact, probability])
  if (mean === null) expect(found.mean).toBeNull()
  else expect(found.mean).toBeCloseTo(mean, 3)
})

/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * (most + 1))
  }
}

test('never below the minimum nor above the initial, monotonic in what measures are worth, whatever their order', () => {
  for (let seed = 1; seed <= 3000; seed += 1) {
    const next = numbers(seed)
    const initial: [number, number] = [1 + next(5), 1 + next(5)]
    const minimum: [number, number] = [1 + next(initial[0] - 1), 1 + next(initial[1] - 1)]
    const worths = Array.from({ length: 1 + next(7) }, () => next(1000) / 10)
    const found = currentOf(facts(initial, minimum, worths))
    for (const [side, at] of [
      ['impact', 0],
      ['probability', 1],
    ] as const) {
      expect(found[side]).toBeGreaterThanOrEqual(minimum[at])
      expect(found[side]).toBeLessThanOrEqual(initial[at])
      expect(Number.isInteger(found[side])).toBe(true)
    }
    const shuffled = worths.map((worth) => ({ worth, key: next(1000) })).toSorted((a, b) => a.key - b.key)
    expect(
      currentOf(
        facts(
          initial,
          minimum,
          shuffled.map(({ worth }) => worth),
        ),
      ),
    ).toEqual(found)
    const at = next(worths.length - 1)
    const better = currentOf(
      facts(
        initial,
        minimum,
        worths.map((worth, n) => (n === at ? Math.min(100, worth + next(300) / 10) : worth)),
      ),
    )
    expect(better.impact).toBeLessThanOrEqual(found.impact)
    expect(better.probability).toBeLessThanOrEqual(found.probability)
  }
})

test('the level is the cell of the matrix, and the next review follows from it', () => {
  const matrix = [
    [1, 1, 2],
    [1, 2, 3],
  ]
  expect(levelAt(matrix, { impact: 2, probability: 3 })).toBe(3)
  expect(levelAt(matrix, { impact: 3, probability: 1 })).toBeNull()
  expect([1, 2, 3, 4].map((level) => reviewMonths([1, 2, 3, 4], level))).toEqual([12, 12, 6, 3])
})
