/** Percentiles of a year's loss that are told. */
export const percentiles = [50, 75, 90, 95, 99] as const
export type Percentile = (typeof percentiles)[number]

/** What simulated years say, in euros a year. */
export interface Summary {
  /** The expected annual loss. */
  readonly mean: number
  /** How far the mean of so many years may be from the true one, as a standard deviation. */
  readonly error: number
  readonly deviation: number
  /** Share of the years in which nothing happens. */
  readonly quiet: number
  /** What a year costs at most with so many percent of probability. */
  readonly percentiles: Readonly<Record<Percentile, number>>
  /** Mean of the worst twentieth of the years. */
  readonly worst: number
}

export interface CurvePoint {
  /** Euros. */
  readonly loss: number
  /** That a year costs as much or more, before, now and after. */
  readonly before: number
  readonly now: number
  readonly after: number
}

/** The worst twentieth of the years; `isIn` marks them. */
export function tailOf(totals: Float64Array, sorted: Float64Array): { readonly isIn: Uint8Array; readonly count: number } {
  const bound = at(sorted, 95)
  const isIn = new Uint8Array(totals.length)
  let count = 0
  for (const [year, total] of totals.entries()) {
    if (total < bound || total === 0) continue
    isIn[year] = 1
    count += 1
  }
  return { isIn, count }
}

/** Of years by rising loss: they are put in order once for all that is told of them. */
export function summaryOf(sorted: Float64Array): Summary {
  const years = sorted.length
  let sum = 0
  let quiet = 0
  for (const total of sorted) {
    sum += total
    if (total === 0) quiet += 1
  }
  const mean = sum / years
  let squares = 0
  for (const total of sorted) squares += (total - mean) ** 2
  const deviation = Math.sqrt(squares / Math.max(1, years - 1))
  const bound = at(sorted, 95)
  const tail = sorted.subarray(firstFrom(sorted, bound))
  return {
    mean,
    error: deviation / Math.sqrt(years),
    deviation,
    quiet: quiet / years,
    percentiles: Object.fromEntries(percentiles.map((each) => [each, at(sorted, each)])) as Record<Percentile, number>,
    worst: tail.reduce((all, each) => all + each, 0) / Math.max(1, tail.length),
  }
}

const points = 60

/** How probable each loss is to be met or exceeded, at losses that rise by the same factor; none where nothing ever happens. */
export function curveOf(sorted: readonly Float64Array[]): CurvePoint[] {
  const highest = Math.max(...sorted.map((each) => each.at(-1) ?? 0))
  if (highest <= 0) return []
  // From where nearly all years with a loss lie above.
  const lowest = Math.min(
    ...sorted.flatMap((each) => (each.at(-1) ? [each[Math.floor(firstFrom(each, Number.MIN_VALUE) * 0.99 + each.length * 0.01)] || highest] : [])),
  )
  const start = Math.max(1, lowest)
  const losses = new Set(Array.from({ length: points }, (_, n) => Math.min(highest, readable(start * (highest / start) ** (n / (points - 1))))))
  return [...losses]
    .toSorted((a, b) => a - b)
    .map((loss) => {
      const [before = 0, now = 0, after = 0] = sorted.map((each) => (each.length - firstFrom(each, loss)) / each.length)
      return { loss, before, now, after }
    })
}

/** Three digits tell enough. */
const readable = (euros: number): number => Number(euros.toPrecision(3))

/** The place of the first number that is at least this one, in rising numbers. */
function firstFrom(sorted: Float64Array, least: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** The least number that so many percent of all do not exceed. */
const at = (sorted: Float64Array, percent: number): number => sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0
