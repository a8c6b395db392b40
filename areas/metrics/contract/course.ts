import { aggregate, type PerimeterAggregation, type TimeAggregation } from '#areas/catalog/contract/aggregate.ts'
import { within, type Periodicity, type PeriodStart } from './period.ts'

/** One value of one perimeter; whoever brings them together knows which belong. */
export interface Measured {
  readonly perimeter: number
  readonly period: PeriodStart
  readonly value: number
}

export interface How {
  readonly periodicity: Periodicity
  readonly time_aggregation: TimeAggregation
  readonly perimeter_aggregation: PerimeterAggregation
}

export interface Point {
  readonly value: number
  /** Of how many perimeters. */
  readonly count: number
}

/**
 * Values of several perimeters as one for each period of a rhythm: first each perimeter's over time, then over the perimeters; what is missing is left out (MET-21).
 * They come in the order of time.
 */
export function courseOf(how: How, rhythm: Periodicity, values: readonly Measured[]): ReadonlyMap<PeriodStart, Point> {
  const periods = new Map<PeriodStart, Map<number, number[]>>()
  for (const { perimeter, period, value } of values) {
    const start = within(rhythm, how.periodicity, period)
    const places = periods.get(start) ?? new Map<number, number[]>()
    periods.set(start, places)
    const there = places.get(perimeter)
    if (there) there.push(value)
    else places.set(perimeter, [value])
  }
  const points = new Map<PeriodStart, Point>()
  for (const [start, places] of periods) {
    const each = [...places.values()].flatMap((one) => aggregate(how.time_aggregation, one) ?? [])
    const value = aggregate(how.perimeter_aggregation, each)
    if (value !== null) points.set(start, { value, count: each.length })
  }
  return points
}

/** As many decimals as a metric has, half away from nought; without the noise of binary fractions. */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return (Math.sign(value) * Math.round(Math.abs(value) * factor * (1 + Number.EPSILON))) / factor
}

/** Whether a value lies further from the former ones than three of their standard deviations; of fewer than six nobody can tell. */
export function isUnusual(former: readonly number[], value: number): boolean {
  if (former.length < 6) return false
  const mean = former.reduce((sum, one) => sum + one, 0) / former.length
  const deviation = Math.sqrt(former.reduce((sum, one) => sum + (one - mean) ** 2, 0) / former.length)
  return deviation > 0 && Math.abs(value - mean) > 3 * deviation
}
