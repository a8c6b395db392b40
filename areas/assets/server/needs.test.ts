import { expect, test } from 'vitest'
import { criteria, type Criterion } from '#areas/assets/contract/criteria.ts'
import { loopsOf } from './dependency-cycles.ts'
import { inheritedNeeds, type AssetFacts, type Needs } from './needs.ts'

const none: Needs = { availability: null, integrity: null, confidentiality: null, traceability: null }
const value = (id: number, needs: Partial<Needs>) => ({ id, needs: { ...none, ...needs } })
type Pairs = AssetFacts['carried']

/** In words: «4 from 1 by 10 > 11». */
const describeNeed = (facts: AssetFacts, asset: number, criterion: Criterion = 'availability') => {
  const found = inheritedNeeds(facts)(asset)[criterion]
  return found && `${found.need} from ${found.value} by ${found.path.join(' > ')}`
}

test.each<[string, ReturnType<typeof value>[], Pairs, Pairs, Record<number, string | null>]>([
  ['an asset has the need of what it carries', [value(1, { availability: 3 })], [[1, 10]], [], { 10: '3 from 1 by 10', 11: null }],
  [
    'the highest of several counts',
    [value(1, { availability: 2 }), value(2, { availability: 4 })],
    [
      [1, 10],
      [2, 10],
    ],
    [],
    { 10: '4 from 2 by 10' },
  ],
  [
    'it is handed on to what the asset depends on, and not back',
    [value(1, { availability: 3 })],
    [[1, 11]],
    [
      [10, 11],
      [11, 12],
      [12, 13],
    ],
    { 10: null, 11: '3 from 1 by 11', 12: '3 from 1 by 11 > 12', 13: '3 from 1 by 11 > 12 > 13' },
  ],
  [
    'what comes from afar counts as much as what is near',
    [value(1, { availability: 4 }), value(2, { availability: 2 })],
    [
      [1, 10],
      [2, 12],
    ],
    [
      [10, 11],
      [11, 12],
    ],
    { 12: '4 from 1 by 10 > 11 > 12' },
  ],
  [
    'of two ways the shorter one is told',
    [value(1, { availability: 4 })],
    [[1, 10]],
    [
      [10, 11],
      [11, 12],
      [12, 13],
      [10, 13],
    ],
    { 13: '4 from 1 by 10 > 13' },
  ],
  [
    'of two values with the same need the first is told',
    [value(2, { availability: 3 }), value(1, { availability: 3 })],
    [
      [2, 10],
      [1, 10],
    ],
    [],
    { 10: '3 from 1 by 10' },
  ],
  [
    'a loop ends, and all of it has the need',
    [value(1, { availability: 3 })],
    [[1, 10]],
    [
      [10, 11],
      [11, 12],
      [12, 10],
    ],
    { 10: '3 from 1 by 10', 11: '3 from 1 by 10 > 11', 12: '3 from 1 by 10 > 11 > 12' },
  ],
  ['what nobody has said is handed down to nobody', [value(1, {})], [[1, 10]], [[10, 11]], { 10: null, 11: null }],
])('%s', (_, values, carried, dependencies, expected) => {
  for (const [asset, words] of Object.entries(expected)) expect([asset, describeNeed({ values, carried, dependencies }, Number(asset))]).toEqual([asset, words])
})

test('each criterion comes its own way', () => {
  const facts: AssetFacts = {
    values: [value(1, { availability: 4, confidentiality: 1 }), value(2, { confidentiality: 3, traceability: 0 })],
    carried: [
      [1, 10],
      [2, 11],
    ],
    dependencies: [
      [10, 12],
      [11, 12],
    ],
  }
  expect(criteria.map((criterion) => describeNeed(facts, 12, criterion))).toEqual(['4 from 1 by 10 > 12', null, '3 from 2 by 11 > 12', '0 from 2 by 11 > 12'])
})

/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

function arbitrary(seed: number): { facts: AssetFacts; assets: number[] } {
  const next = numbers(seed)
  const assets = Array.from({ length: 2 + next(14) }, (_, n) => 100 + n)
  const some = () => 100 + next(assets.length)
  const ids = Array.from({ length: 1 + next(5) }, (_, n) => 1 + n)
  const need = () => (next(3) === 0 ? null : next(5))
  return {
    assets,
    facts: {
      values: ids.map((id) => ({ id, needs: { availability: need(), integrity: need(), confidentiality: need(), traceability: need() } })),
      carried: Array.from({ length: next(8) }, () => [1 + next(ids.length), some()] as const),
      dependencies: Array.from({ length: next(30) }, () => [some(), some()] as const).filter(([a, b]) => a !== b),
    },
  }
}

/** Everything that is reached from an asset, itself first, in the slowest way there is. */
function reached(from: number, dependencies: Pairs): Set<number> {
  const found = new Set([from])
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const [a, b] of dependencies) if (found.has(a)) found.add(b)
  }
  return found
}

test('whatever the graph: the need is the highest that reaches the asset, its way is one that there is, and the order of facts does not matter', () => {
  for (let seed = 1; seed <= 600; seed += 1) {
    const { facts, assets } = arbitrary(seed)
    const { values, carried, dependencies } = facts
    const of = inheritedNeeds(facts)
    const turned = inheritedNeeds({ values: values.toReversed(), carried: carried.toReversed(), dependencies: dependencies.toReversed() })
    for (const asset of assets) {
      expect([seed, turned(asset)]).toEqual([seed, of(asset)])
      for (const criterion of criteria) {
        const found = of(asset)[criterion]
        const come = carried.flatMap(([id, carrier]) =>
          reached(carrier, dependencies).has(asset) ? [values.find((one) => one.id === id)?.needs[criterion] ?? -1] : [],
        )
        expect([seed, asset, found?.need ?? -1]).toEqual([seed, asset, Math.max(-1, ...come)])
        if (!found) continue
        expect(values.find(({ id }) => id === found.value)?.needs[criterion]).toBe(found.need)
        expect(carried.some(([id, carrier]) => id === found.value && carrier === found.path[0])).toBe(true)
        expect(found.path.at(-1)).toBe(asset)
        expect(new Set(found.path).size).toBe(found.path.length)
        for (const [n, on] of found.path.slice(1).entries()) expect(dependencies.some(([a, b]) => a === found.path[n] && b === on)).toBe(true)
      }
    }
  }
})

test('raising a need never lowers what an asset has, nor does a further dependency', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { facts, assets } = arbitrary(seed)
    const next = numbers(seed + 7)
    const more: AssetFacts = {
      values: facts.values.map(({ id, needs }) => ({ id, needs: { ...needs, integrity: (needs.integrity ?? 0) + next(2) } })),
      carried: facts.carried,
      dependencies: [...facts.dependencies, [100 + next(assets.length), 100 + next(assets.length)]],
    }
    const [before, after] = [inheritedNeeds(facts), inheritedNeeds(more)]
    for (const asset of assets)
      expect([seed, asset, (after(asset).integrity?.need ?? -1) >= (before(asset).integrity?.need ?? -1)]).toEqual([seed, asset, true])
  }
})

test('loops are the assets that reach themselves, each with those that it reaches back', () => {
  let found = 0
  for (let seed = 1; seed <= 600; seed += 1) {
    const { facts, assets } = arbitrary(seed)
    const { dependencies } = facts
    const below = new Map(assets.map((asset) => [asset, reached(asset, dependencies)]))
    const together = assets.map((a) => assets.filter((b) => below.get(a)?.has(b) && below.get(b)?.has(a))).filter(({ length }) => length > 1)
    const expected = [...new Set(together.map((loop) => loop.join(' ')))]
    expect([seed, loopsOf(dependencies).map((loop) => loop.join(' '))]).toEqual([seed, expected])
    found += expected.length
  }
  expect(found).toBeGreaterThan(100)
})

test('a chain of a hundred thousand assets, with a loop at its end, is walked without fail', () => {
  const length = 100_000
  const dependencies: [number, number][] = Array.from({ length }, (_, n) => [n + 1, n + 2])
  dependencies.push([length + 1, length])
  expect(loopsOf(dependencies)).toEqual([[length, length + 1]])
  const of = inheritedNeeds({ values: [value(1, { integrity: 4 })], carried: [[1, 1]], dependencies })
  expect(of(length + 1).integrity?.path).toHaveLength(length + 1)
})
