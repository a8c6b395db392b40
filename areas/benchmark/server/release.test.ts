import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fewest, levels, peersOf, type Profile } from '#areas/benchmark/contract/levels.ts'
import { quartiles, releaseOf, type Cell, type Counted, type Entry } from './release.ts'

const profiles: readonly Profile[] = [
  { branch: 'RAIL', sector: 'TRANSPORT', country: 'FR' },
  { branch: 'ROAD', sector: 'TRANSPORT', country: 'FR' },
  { branch: 'BANKING', sector: 'FINANCE', country: 'FR' },
  { branch: 'RAIL', sector: 'TRANSPORT', country: 'BE' },
  { branch: 'FOOD', sector: 'MANUFACTURING', country: 'BE' },
]
const rail = profiles[0] as Profile

/** An organisation over five quarters: whether it takes part in each, with which score, and what it does then. */
const anyMember = fc.record({
  profile: fc.constantFrom(...profiles),
  moves: fc.option(fc.constantFrom(...profiles), { freq: 8 }),
  there: fc.oneof(
    { weight: 4, arbitrary: fc.constant([true, true, true, true, true]) },
    { weight: 3, arbitrary: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }) },
  ),
  scores: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 5 }),
})
const anyPopulation = fc.array(anyMember, { minLength: 1, maxLength: 70, size: 'max' })
type Population = typeof anyPopulation extends fc.Arbitrary<infer P> ? P : never

const countedOf = (cells: readonly Cell[]): Counted => new Map(cells.map(({ peers, members }) => [peers, members]))
const entriesAt = (population: Population, quarter: number): Entry[] =>
  population.flatMap(({ profile, moves, there, scores }, member) =>
    there[quarter] ? [{ member, score: scores[quarter] ?? 0, ...(quarter >= 3 && moves ? moves : profile) }] : [],
  )

/** Every release of a population, each after the one before. */
function releasesOf(population: Population): Cell[][] {
  let before: Counted = new Map()
  return [0, 1, 2, 3, 4].map((quarter) => {
    const cells = releaseOf(entriesAt(population, quarter), before, `2026-${quarter}`)
    before = countedOf(cells)
    return cells
  })
}

/** The organisations that some groups cannot tell apart: whatever is put together of these groups consists of such sets. */
function toldApart(groups: readonly ReadonlySet<number>[]): number[][] {
  const members = new Set(groups.flatMap((group) => [...group]))
  return [...Map.groupBy(members, (member) => groups.map((group) => (group.has(member) ? '1' : '0')).join('')).values()]
}

describe('the differencing attack', () => {
  test('no cut, union or difference of groups of a release and of the one before holds fewer than five', () => {
    fc.assert(
      fc.property(anyPopulation, (population) => {
        const releases = releasesOf(population)
        for (const [at, cells] of releases.entries()) {
          const groups = [...(releases[at - 1] ?? []), ...cells].map(({ members }) => members)
          for (const part of toldApart(groups)) expect(part.length).toBeGreaterThanOrEqual(fewest)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('it sees what groups as they stand would give away', () => {
    const naive = (entries: readonly Entry[]) =>
      levels.flatMap((level) =>
        [...Map.groupBy(entries, (entry) => peersOf(level, entry)).values()]
          .filter(({ length }) => length >= fewest)
          .map((group) => new Set(group.map(({ member }) => member))),
      )
    const seen = fc.check(
      fc.property(anyPopulation, (population) => toldApart(naive(entriesAt(population, 0))).every(({ length }) => length >= fewest)),
      { numRuns: 300 },
    )
    expect(seen.failed).toBe(true)
  })

  test('whoever comes alone changes no figure, whatever the score', () => {
    fc.assert(
      fc.property(anyPopulation, fc.constantFrom(...profiles), fc.integer({ min: 0, max: 100 }), (population, profile, score) => {
        const steady = population.map((member) => ({ ...member, there: [true, true, true, true, true], moves: null }))
        const first = releaseOf(entriesAt(steady, 0), new Map(), '2026-0')
        // Whoever waited already is no newcomer beside whom another is not alone.
        const known = new Set(first.flatMap(({ members }) => [...members]))
        const entries = entriesAt(steady, 1).filter(({ member }) => known.has(member))
        const newcomer = { member: 1000, score, ...profile }
        expect(releaseOf([...entries, newcomer], countedOf(first), '2026-1')).toEqual(releaseOf(entries, countedOf(first), '2026-1'))
      }),
    )
  })

  test('what members of a group know of all others but one tells no more of that one than in which quarter it lies, unless it is a quartile itself', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 8, maxLength: 30 }), fc.integer({ min: 0, max: 100 }), (others, score) => {
        const told = quartiles([...others, score])
        const alike = Array.from({ length: 101 }, (_, other) => other).filter((other) => JSON.stringify(quartiles([...others, other])) === JSON.stringify(told))
        const sorted = [...others, score].toSorted((a, b) => a - b)
        const near = [0.25, 0.5, 0.75]
          .flatMap((share) => [Math.floor(share * (sorted.length - 1)), Math.ceil(share * (sorted.length - 1))])
          .map((place) => sorted[place])
        // Beyond the outer quartiles any score gives the same figures, down to nought and up to a hundred.
        if (!near.includes(score) && score < told.lower) expect(alike[0]).toBe(0)
        if (!near.includes(score) && score > told.upper) expect(alike.at(-1)).toBe(100)
      }),
    )
  })
})

const many = (count: number, profile: Profile, from = 0): Entry[] => Array.from({ length: count }, (_, n) => ({ member: from + n, score: 40 + n, ...profile }))

describe('a release', () => {
  test('tells of five and not of four, and gives whoever is left out the next wider group', () => {
    expect(releaseOf(many(4, rail), new Map(), '2026-1')).toEqual([])
    const [branch, ...wider] = releaseOf(many(5, rail), new Map(), '2026-1')
    expect(branch).toMatchObject({ peers: 'BRANCH:FR:RAIL', band: 'FROM_5', lower: 41, median: 42, upper: 43 })
    expect(wider.map(({ peers }) => peers)).toEqual(['SECTOR:FR:TRANSPORT', 'COUNTRY:FR', 'ALL'])
  })

  test('does not take four into a wider group when the others are told of already', () => {
    const entries = [...many(8, rail), ...many(4, profiles[1] as Profile, 100)]
    const cells = releaseOf(entries, new Map(), '2026-1')
    expect(cells.map(({ peers, members }) => [peers, members.size])).toEqual([
      ['BRANCH:FR:RAIL', 8],
      ['SECTOR:FR:TRANSPORT', 8],
      ['COUNTRY:FR', 8],
      ['ALL', 8],
    ])
    expect(
      releaseOf([...entries, ...many(1, profiles[2] as Profile, 200)], new Map(), '2026-1').map(({ peers, members }) => [peers, members.size]),
    ).toContainEqual(['COUNTRY:FR', 13])
  })

  test('newcomers count from the fifth on, and with one that leaves four others rest', () => {
    const first = countedOf(releaseOf(many(12, rail), new Map(), '2026-1'))
    const sizes = (entries: readonly Entry[]) => releaseOf(entries, first, '2026-2').map(({ members }) => members.size)
    expect(sizes(many(16, rail))).toEqual([12, 12, 12, 12])
    expect(sizes(many(17, rail))).toEqual([17, 17, 17, 17])
    expect(sizes(many(12, rail).slice(1))).toEqual([7, 7, 7, 7])
    expect(sizes(many(12, rail).slice(5))).toEqual([7, 7, 7, 7])
    // Four leave: one more rests.
    expect(sizes(many(12, rail).slice(4))).toEqual([7, 7, 7, 7])
  })

  test('rounds quartiles to the point, between neighbours', () => {
    expect(quartiles([10, 20, 30, 40, 50])).toEqual({ lower: 20, median: 30, upper: 40 })
    expect(quartiles([10.4, 20, 30, 41, 50, 60])).toEqual({ lower: 23, median: 36, upper: 48 })
    expect(quartiles(Array.from({ length: 6 }, () => 70.5))).toEqual({ lower: 71, median: 71, upper: 71 })
  })
})
