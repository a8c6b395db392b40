import type { GridMetric, GridPeriod } from './calls.ts'
import type { PeriodStart } from './period.ts'

/** A value of an earlier period. */
export interface Carried {
  readonly period: PeriodStart
  readonly value: number
}

/** Whether the last value of a metric holds until there is another: what it amounts to is its latest (MET-21). What fills itself in has none where it says none. */
export const isCarried = ({ time_aggregation, is_auto }: Pick<GridMetric, 'time_aggregation' | 'is_auto'>): boolean => time_aggregation === 'LATEST' && !is_auto

/** What is carried into periods that are over and have no value of their own; it is shown and neither kept nor summed up. `before` is the last value before these periods. */
export function carriedIn(
  metric: Pick<GridMetric, 'time_aggregation' | 'is_auto'>,
  periods: readonly Pick<GridPeriod, 'start' | 'state'>[],
  valueAt: (start: PeriodStart) => number | null,
  before: Carried | undefined,
): ReadonlyMap<PeriodStart, Carried> {
  const carried = new Map<PeriodStart, Carried>()
  if (!isCarried(metric)) return carried
  let last = before
  for (const { start, state } of periods) {
    const value = valueAt(start)
    if (value !== null) last = { period: start, value }
    else if (last && (state === 'OPEN' || state === 'CLOSED')) carried.set(start, last)
  }
  return carried
}
