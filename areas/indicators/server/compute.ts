import { aggregate, type PerimeterAggregation, type TimeAggregation } from '#areas/catalog/contract/aggregate.ts'
import { compile, type Compiled } from '#areas/catalog/contract/formula/evaluate.ts'
import { parseFormula, type FunctionName } from '#areas/catalog/contract/formula/parser.ts'
import { rounded } from '#areas/metrics/contract/course.ts'
import { within, type Periodicity, type PeriodStart } from '#areas/metrics/contract/period.ts'
import type { AggregationOfPlaces, IndicatorType } from '#areas/indicators/contract/types.ts'

/** A metric as a formula brings it together. */
export interface UsedMetric {
  readonly id: number
  readonly identifier: string
  readonly periodicity: Periodicity
  readonly time_aggregation: TimeAggregation
  readonly perimeter_aggregation: PerimeterAggregation
}

export interface Entry {
  readonly metric: number
  readonly perimeter: number
  readonly period: PeriodStart
  readonly value: number
}

/** A perimeter in which an indicator has values: those of its own and of everything below it count. */
export interface Place {
  readonly id: number
  readonly parent: number | null
}

export interface Definition {
  readonly type: IndicatorType
  readonly periodicity: Periodicity
  readonly formula: string
  readonly perimeter_aggregation: AggregationOfPlaces
}

export interface Computed {
  readonly perimeter: number
  readonly period: PeriodStart
  readonly value: number
  /** What came out where it was beyond 0 to 100 (IND-05). */
  readonly computed: number | null
}

/** Each place with all places below it, itself among them; in time that grows with the depth of the tree. */
export function reachOf(places: readonly Place[]): ReadonlyMap<number, readonly number[]> {
  const parents = new Map(places.map(({ id, parent }) => [id, parent]))
  const reach = new Map<number, number[]>(places.map(({ id }) => [id, []]))
  for (const { id } of places) {
    const seen = new Set<number>()
    for (let at: number | null | undefined = id; at !== null && at !== undefined && !seen.has(at); at = parents.get(at)) {
      seen.add(at)
      reach.get(at)?.push(id)
    }
  }
  return reach
}

/** What a term amounts to in every period, by perimeter: its values over time first. */
type ByPeriod = ReadonlyMap<PeriodStart, ReadonlyMap<number, number>>

function overTime(entries: readonly Entry[], metric: UsedMetric, how: FunctionName | null, rhythm: Periodicity): ByPeriod {
  const collected = new Map<PeriodStart, Map<number, number[]>>()
  const starts = new Map<PeriodStart, PeriodStart>()
  for (const { perimeter, period, value } of entries) {
    let start = starts.get(period)
    if (start === undefined) starts.set(period, (start = within(rhythm, metric.periodicity, period)))
    const places = collected.get(start) ?? new Map<number, number[]>()
    collected.set(start, places)
    const there = places.get(perimeter)
    if (there) there.push(value)
    else places.set(perimeter, [value])
  }
  return new Map(
    [...collected].map(([start, places]) => [
      start,
      new Map(
        [...places].flatMap(([place, values]) => ((one) => (one === null ? [] : [[place, one] as const]))(aggregate(how ?? metric.time_aggregation, values))),
      ),
    ]),
  )
}

/** How a term is brought together over perimeters: LATEST says something of time alone. */
const overPlaces = (metric: UsedMetric, how: FunctionName | null): FunctionName => (how === null || how === 'LATEST' ? metric.perimeter_aggregation : how)

export interface Prepared {
  readonly compiled: Compiled
  readonly terms: readonly { readonly metric: UsedMetric; readonly how: FunctionName | null; readonly values: ByPeriod }[]
  readonly periods: readonly PeriodStart[]
}

/** Entries made ready for every place and period; undefined where the formula cannot be read or names what is not there. Entries come in the order of time. */
export function prepare(
  { formula, periodicity }: Pick<Definition, 'formula' | 'periodicity'>,
  metrics: readonly UsedMetric[],
  entries: readonly Entry[],
): Prepared | undefined {
  const parsed = parseFormula(formula)
  if (!parsed.ok) return undefined
  const compiled = compile(parsed.node)
  const known = new Map(metrics.map((metric) => [metric.identifier, metric]))
  const byMetric = Map.groupBy(entries, ({ metric }) => metric)
  const terms: Prepared['terms'][number][] = []
  for (const { metric: name, how } of compiled.terms) {
    const metric = known.get(name)
    if (!metric) return undefined
    terms.push({ metric, how, values: overTime(byMetric.get(metric.id) ?? [], metric, how, periodicity) })
  }
  const periods = [...new Set(terms.flatMap(({ values }) => [...values.keys()]))].toSorted()
  return { compiled, terms, periods }
}

/** What the terms of a formula amount to in one period over some perimeters. */
export const termValues = ({ terms }: Prepared, period: PeriodStart, below: readonly number[]): (number | null)[] =>
  terms.map(({ metric, how, values }) => {
    const there = values.get(period)
    if (!there) return null
    const each: number[] = []
    for (const place of below) {
      const value = there.get(place)
      if (value !== undefined) each.push(value)
    }
    return aggregate(overPlaces(metric, how), each)
  })

/** A value as it is kept: a percentage within its bounds. Six decimals are more than anybody reads. */
export function normalize(type: IndicatorType, value: number): Pick<Computed, 'value' | 'computed'> {
  const short = Math.abs(value) < 1e9 ? rounded(value, 6) : value
  if (type === 'ACTIVITY') return { value: short, computed: null }
  const bounded = Math.min(100, Math.max(0, short))
  return { value: bounded, computed: bounded === short ? null : short }
}

/** The value of one place in one period; null where there is none. */
export function valueAt(
  prepared: Prepared,
  { type, perimeter_aggregation: how }: Pick<Definition, 'type' | 'perimeter_aggregation'>,
  period: PeriodStart,
  below: readonly number[],
) {
  const formula = (places: readonly number[]) => prepared.compiled.evaluate(termValues(prepared, period, places))
  if (how === 'FORMULA') {
    const value = formula(below)
    return value === null ? null : normalize(type, value)
  }
  const each = below.flatMap((place) => {
    const value = formula([place])
    return value === null ? [] : [normalize(type, value).value]
  })
  const value = aggregate(how, each)
  return value === null ? null : normalize(type, value)
}

/** Every value of an indicator, or those of some cells alone: the same as if all had been worked out. */
export function computeAll(
  definition: Definition,
  metrics: readonly UsedMetric[],
  places: readonly Place[],
  entries: readonly Entry[],
  wanted?: (perimeter: number, period: PeriodStart) => boolean,
): Computed[] {
  const prepared = prepare(definition, metrics, entries)
  if (!prepared) return []
  const found: Computed[] = []
  for (const [perimeter, below] of reachOf(places))
    for (const period of prepared.periods) {
      if (wanted && !wanted(perimeter, period)) continue
      const value = valueAt(prepared, definition, period, below)
      if (value) found.push({ perimeter, period, ...value })
    }
  return found
}

/** Children as one, where each of them has its values; an aggregation by formula has none of its own and takes the mean (IND-11). */
export function computeParent(
  { type, perimeter_aggregation: how }: Pick<Definition, 'type' | 'perimeter_aggregation'>,
  children: readonly Pick<Computed, 'perimeter' | 'period' | 'value'>[],
): Computed[] {
  const cells = Map.groupBy(children, ({ perimeter, period }) => `${perimeter} ${period}`)
  return [...cells.values()].flatMap((values) => {
    const [first] = values
    const value = aggregate(
      how === 'FORMULA' ? 'AVERAGE' : how,
      values.map((one) => one.value),
    )
    return first && value !== null ? [{ perimeter: first.perimeter, period: first.period, ...normalize(type, value) }] : []
  })
}
