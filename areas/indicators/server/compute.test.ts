import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aggregate, perimeterAggregations, timeAggregations } from '#areas/catalog/contract/aggregate.ts'
import { periodicities, periodOf, within } from '#areas/metrics/contract/period.ts'
import { aggregationsOfPlaces } from '#areas/indicators/contract/types.ts'
import { computeAll, computeParent, normalize, reachOf, type Definition, type Entry, type Place, type UsedMetric } from './compute.ts'

/** A tree of up to eight places; each hangs below one before it. */
const trees: fc.Arbitrary<Place[]> = fc
  .array(fc.nat(), { minLength: 0, maxLength: 7 })
  .map((picks) => [{ id: 1, parent: null }, ...picks.map((pick, n) => ({ id: n + 2, parent: (pick % (n + 1)) + 1 }))])

const metrics: fc.Arbitrary<UsedMetric[]> = fc.tuple(
  ...['a', 'b'].map((identifier, n) =>
    fc.record({
      id: fc.constant(n + 1),
      identifier: fc.constant(identifier),
      periodicity: fc.constantFrom(...periodicities.slice(0, 3)),
      time_aggregation: fc.constantFrom(...timeAggregations),
      perimeter_aggregation: fc.constantFrom(...perimeterAggregations),
    }),
  ),
)

const facts = fc
  .record({
    places: trees,
    metrics,
    raw: fc.array(
      fc.record({
        metric: fc.integer({ min: 1, max: 2 }),
        perimeter: fc.integer({ min: 1, max: 8 }),
        day: fc.integer({ min: 0, max: 200 }),
        value: fc.integer({ min: -5, max: 50 }),
      }),
      { maxLength: 60 },
    ),
    definition: fc.record<Definition>({
      type: fc.constantFrom('PERFORMANCE', 'ACTIVITY'),
      periodicity: fc.constantFrom('MONTHLY', 'QUARTERLY'),
      formula: fc.constantFrom('a', 'a / b', '100 * SUM(a) / b', 'AVERAGE(a, b)', 'a - b * 2', 'LATEST(a) + MAX(b)'),
      perimeter_aggregation: fc.constantFrom(...aggregationsOfPlaces),
    }),
  })
  .map(({ raw, ...rest }) => {
    const entries = new Map<string, Entry>()
    for (const { metric, perimeter, day, value } of raw) {
      if (perimeter > rest.places.length) continue
      const period = periodOf(rest.metrics[metric - 1]?.periodicity ?? 'MONTHLY', new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10))
      entries.set(`${metric} ${perimeter} ${period}`, { metric, perimeter, period, value })
    }
    return { ...rest, entries: [...entries.values()].toSorted((a, b) => (a.period < b.period ? -1 : 1)) }
  })

const keyed = (values: readonly { perimeter: number; period: string; value: number; computed: number | null }[]) =>
  new Map(values.map((one) => [`${one.perimeter} ${one.period}`, [one.value, one.computed]]))

test('worked out after one entry, an indicator is what it would be worked out whole', () => {
  fc.assert(
    fc.property(facts, fc.nat(), fc.integer({ min: -5, max: 50 }), ({ places, metrics: used, entries, definition }, pick, value) => {
      const at = entries[pick % Math.max(1, entries.length)]
      if (!at) return
      const before = keyed(computeAll(definition, used, places, entries))
      const changed = entries.map((one) => (one === at ? { ...one, value } : one))
      const whole = keyed(computeAll(definition, used, places, changed))
      const period = within(definition.periodicity, used[at.metric - 1]?.periodicity ?? 'MONTHLY', at.period)
      const above = new Set<number>()
      for (let place: number | null | undefined = at.perimeter; place; place = places.find(({ id }) => id === place)?.parent) above.add(place)
      const wanted = (perimeter: number, start: string) => start === period && above.has(perimeter)
      const part = keyed(computeAll(definition, used, places, changed, wanted))
      for (const key of before.keys()) if (wanted(Number(key.split(' ')[0]), key.split(' ')[1] ?? '')) before.delete(key)
      expect(new Map([...before, ...part])).toEqual(whole)
    }),
    { numRuns: 150 },
  )
})

test('a place is worked out over itself and what lies below it alone, and a percentage stays one', () => {
  fc.assert(
    fc.property(facts, ({ places, metrics: used, entries, definition }) => {
      const all = computeAll(definition, used, places, entries)
      for (const [place, below] of reachOf(places)) {
        const alone = computeAll(
          definition,
          used,
          places,
          entries.filter(({ perimeter }) => below.includes(perimeter)),
        ).filter(({ perimeter }) => perimeter === place)
        expect(keyed(alone)).toEqual(keyed(all.filter(({ perimeter }) => perimeter === place)))
      }
      if (definition.type === 'PERFORMANCE')
        for (const { value, computed } of all) expect([value >= 0 && value <= 100, computed === null || computed !== value]).toEqual([true, true])
    }),
    { numRuns: 80 },
  )
})

test('a parent has a value where a child has one, between the least and the greatest of them', () => {
  const children = fc.array(
    fc.record({ perimeter: fc.integer({ min: 1, max: 3 }), period: fc.constantFrom('2026-01-01', '2026-02-01'), value: fc.integer({ min: 0, max: 100 }) }),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(children, fc.constantFrom('FORMULA' as const, 'AVERAGE' as const, 'MEDIAN' as const, 'MIN' as const, 'MAX' as const), (values, how) => {
      const found = computeParent({ type: 'PERFORMANCE', perimeter_aggregation: how }, values)
      const cells = new Set(values.map(({ perimeter, period }) => `${perimeter} ${period}`))
      expect(new Set(found.map(({ perimeter, period }) => `${perimeter} ${period}`))).toEqual(cells)
      for (const one of found) {
        const own = values.filter(({ perimeter, period }) => perimeter === one.perimeter && period === one.period).map(({ value }) => value)
        expect(one.value).toBeCloseTo(aggregate(how === 'FORMULA' ? 'AVERAGE' : how, own) ?? Number.NaN, 5)
      }
    }),
  )
})

test('a circle among perimeters that should be none ends', () => {
  const circle = [
    { id: 1, parent: 2 },
    { id: 2, parent: 1 },
  ]
  expect([...reachOf(circle)].map(([id, below]) => [id, new Set(below)])).toEqual([
    [1, new Set([1, 2])],
    [2, new Set([1, 2])],
  ])
  expect(normalize('ACTIVITY', 1e300)).toEqual({ value: 1e300, computed: null })
})
