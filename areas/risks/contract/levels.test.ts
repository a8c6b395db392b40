import { expect, test } from 'vitest'
import { currentOf, layersOf, levelAt, reviewMonths, type Layer, type LevelFacts } from './levels.ts'

/** A measure that brings all that it is worth, or so many percent of it. */
type Said = number | readonly [worth: number, share: number]
const layer = (given: Said): Layer => (typeof given === 'number' ? { worth: given, share: 100 } : { worth: given[0], share: given[1] })

const facts = (
  initial: [number, number],
  minimum: [number, number],
  given: readonly Said[],
  manual: [number | null, number | null] = [null, null],
): LevelFacts => ({
  initial: { impact: initial[0], probability: initial[1] },
  minimum: { impact: minimum[0], probability: minimum[1] },
  manual: { impact: manual[0], probability: manual[1] },
  layers: given.map(layer),
})

/** Worked by hand in docs/RISK-LEVELS.md. */
const golden: readonly (readonly [name: string, given: LevelFacts, impact: number, probability: number, effect: number | null])[] = [
  ['three measures, rounded up', facts([5, 4], [3, 2], [80, 45, 50]), 4, 3, 94.5],
  ['no measure: the initial level', facts([5, 4], [3, 2], []), 5, 4, null],
  ['measures that are worth nothing lower nothing', facts([5, 4], [3, 2], [0, 0]), 5, 4, 0],
  ['everything in place: the minimum', facts([5, 4], [3, 2], [100, 100]), 3, 2, 100],
  ['one that is perfect reaches the minimum, whatever the others', facts([5, 4], [3, 2], [100, 10]), 3, 2, 100],
  ['half, on a whole number', facts([5, 5], [1, 3], [50]), 3, 4, 50],
  ['a hair above a whole number is the next one', facts([5, 5], [1, 1], [74]), 3, 3, 74],
  ['two halves leave a quarter', facts([5, 5], [1, 1], [50, 50]), 2, 2, 75],
  ['a share of a half of a perfect one', facts([5, 5], [1, 3], [[100, 50]]), 3, 4, 50],
  ['a share of 40 of 50 beside one of 50', facts([5, 5], [1, 1], [[50, 40], 50]), 3, 3, 60],
  ['the smallest share moves, and nothing is lost by it', facts([5, 5], [1, 1], [[1, 1], 50]), 3, 3, 50.005],
  ['minimum above the initial place lowers nothing', facts([2, 2], [3, 2], [100]), 2, 2, 100],
  ['set by hand, both sides', facts([5, 4], [1, 1], [80], [2, 5]), 2, 5, 80],
  ['set by hand, one side', facts([5, 4], [1, 1], [50], [2, null]), 2, 3, 50],
  ['controls count: 75 and 80 × 70 %', facts([4, 4], [1, 1], [75, 56]), 2, 2, 89],
]

test.each(golden)('golden: %s', (_, given, impact, probability, effect) => {
  const found = currentOf(given)
  expect([found.impact, found.probability]).toEqual([impact, probability])
  if (effect === null) expect(found.effect).toBeNull()
  else expect(found.effect).toBeCloseTo(effect, 3)
})

test('what is linked and not in place is no layer; what is, has its share or all of it', () => {
  const worths = new Map([
    [1, { worth: 80 }],
    [2, { worth: null }],
    [3, { worth: 0 }],
  ])
  expect(layersOf([1, 2, 3, 4], { 1: 30, 2: 50 }, worths)).toEqual([
    { worth: 80, share: 30 },
    { worth: 0, share: 100 },
  ])
})

/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * (most + 1))
  }
}

test('a measure more, one that is worth more or a larger share never raises a risk, one less never lowers it; never below the minimum nor above the initial, whatever their order', () => {
  for (let seed = 1; seed <= 3000; seed += 1) {
    const next = numbers(seed)
    const initial: [number, number] = [1 + next(5), 1 + next(5)]
    const minimum: [number, number] = [1 + next(initial[0] - 1), 1 + next(initial[1] - 1)]
    const one = () => [next(1000) / 10, 1 + next(99)] as const
    const sample = Array.from({ length: 1 + next(7) }, one)
    const of = (layers: readonly Said[]) => currentOf(facts(initial, minimum, layers))
    const found = of(sample)
    for (const [side, at] of [
      ['impact', 0],
      ['probability', 1],
    ] as const) {
      expect(found[side]).toBeGreaterThanOrEqual(minimum[at])
      expect(found[side]).toBeLessThanOrEqual(initial[at])
      expect(Number.isInteger(found[side])).toBe(true)
    }
    const shuffled = sample.map((it) => ({ it, key: next(1000) })).toSorted((a, b) => a.key - b.key)
    expect(of(shuffled.map(({ it }) => it))).toEqual(found)
    const at = next(sample.length - 1)
    const changed = (to: (worth: number, share: number) => readonly [number, number]) => sample.map((it, n) => (n === at ? to(...it) : it))
    const lower = [
      [...sample, one()],
      changed((worth, share) => [Math.min(100, worth + next(300) / 10), share]),
      changed((worth, share) => [worth, Math.min(100, share + next(30))]),
    ]
    for (const better of lower.map(of)) {
      expect(better.impact).toBeLessThanOrEqual(found.impact)
      expect(better.probability).toBeLessThanOrEqual(found.probability)
    }
    const less = of(sample.toSpliced(at, 1))
    expect(less.impact).toBeGreaterThanOrEqual(found.impact)
    expect(less.probability).toBeGreaterThanOrEqual(found.probability)
  }
})

test('a single measure that counts whole gives what the mean of measures gave: its own worth', () => {
  for (let worth = 0; worth <= 100; worth += 1) {
    const { effect, impact, exact } = currentOf(facts([6, 5], [2, 1], [worth]))
    expect(effect).toBeCloseTo(worth, 9)
    expect(exact.impact).toBeCloseTo(6 - (4 * worth) / 100, 9)
    expect(impact).toBe(Math.ceil((600 - 4 * worth) / 100))
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
