import type { FunctionName } from './formula/parser.ts'

/** How several values of one metric become one (MET-02, MET-03); missing ones are not among them (MET-21). */
export const perimeterAggregations = ['SUM', 'AVERAGE', 'MIN', 'MAX', 'MEDIAN'] as const
export const timeAggregations = [...perimeterAggregations, 'LATEST'] as const
export type PerimeterAggregation = (typeof perimeterAggregations)[number]
export type TimeAggregation = (typeof timeAggregations)[number]

/** One value of those that there are, in their order in time; null of none. */
export function aggregate(how: FunctionName, values: readonly number[]): number | null {
  const [first] = values
  if (first === undefined) return null
  switch (how) {
    case 'SUM':
      return values.reduce((sum, value) => sum + value, 0)
    case 'AVERAGE':
      return values.reduce((sum, value) => sum + value, 0) / values.length
    case 'MIN':
      return values.reduce((least, value) => Math.min(least, value), first)
    case 'MAX':
      return values.reduce((most, value) => Math.max(most, value), first)
    case 'MEDIAN':
      return median(values)
    case 'LATEST':
      return values.at(-1) ?? null
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [before = 0, after = 0] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 0 ? (before + after) / 2 : after
}
