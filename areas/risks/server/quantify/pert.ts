/** The least, the likeliest and the greatest that somebody thinks possible. */
export interface Range {
  readonly low: number
  readonly likely: number
  readonly high: number
}

/** The mean of a PERT distribution, in closed form. */
export const pertMean = ({ low, likely, high }: Range): number => (low + 4 * likely + high) / 6

/** Its variance, in closed form. */
export const pertVariance = (range: Range): number => ((pertMean(range) - range.low) * (range.high - pertMean(range))) / 7

/** How finely the density is added up, and how many equal shares of probability are kept of it. */
const [cells, shares] = [2048, 1024]
export const quantileShares: number = shares

/**
 * The value below which each share of the probability lies, from 0 to 1 in steps of 1/1024, scaled to the range: a uniform number becomes a PERT one by looking it up
 * and going on in a straight line. The mean so drawn is within 0.05 % of the width of the range, the variance within 1 %.
 */
export function pertQuantiles({ low, likely, high }: Range): Float64Array {
  const table = new Float64Array(shares + 1)
  const width = high - low
  if (!(width > 0)) return table.fill(low)
  const cumulative = cumulated((likely - low) / width)
  const whole = cumulative[cells] ?? 1
  let cell = 0
  for (let n = 1; n < shares; n += 1) {
    const wanted = (n / shares) * whole
    while ((cumulative[cell + 1] ?? whole) < wanted) cell += 1
    const before = cumulative[cell] ?? 0
    const within = (wanted - before) / ((cumulative[cell + 1] ?? whole) - before)
    table[n] = low + width * ((cell + within) / cells)
  }
  table[0] = low
  table[shares] = high
  return table
}

/** The value of a PERT distribution for a number between 0 and 1: never less for a greater one. */
export function pertAt(quantiles: Float64Array, uniform: number): number {
  const place = uniform * shares
  const n = place | 0
  const below = quantiles[n] ?? 0
  return below + ((quantiles[n + 1] ?? below) - below) * (place - n)
}

/** Values of equal weight that stand for the distribution: the middle of each of so many equal shares. */
export function pertNodes(quantiles: Float64Array, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, n) => pertAt(quantiles, (n + 0.5) / count))
}

/** Of the middle of each cell, taken once: a power costs many times what an exponential does. The other side is the same, read backwards. */
const logs = Float64Array.from({ length: cells }, (_, n) => Math.log((n + 0.5) / cells))

/** What lies below each of the cells' ends, of the density with its mode at `mode` of the way; both exponents are between 0 and 4. */
function cumulated(mode: number): Float64Array {
  const left = 4 * mode
  const right = 4 * (1 - mode)
  const sums = new Float64Array(cells + 1)
  let sum = 0
  for (let n = 0; n < cells; n += 1) {
    sum += Math.exp(left * (logs[n] as number) + right * (logs[cells - 1 - n] as number))
    sums[n + 1] = sum
  }
  return sums
}
