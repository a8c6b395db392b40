import { pertMean, pertNodes, pertQuantiles, type Range } from './pert.ts'

/** How many events a year has, as far as one share in 10¹² of the probability. */
export interface Counts {
  /** No event, in most years of most risks: asked first. */
  readonly none: number
  /** The probability of at most so many. */
  readonly atMost: Float64Array
  /** Where to begin looking, by the number's first 8 bits. */
  readonly guide: Uint16Array
}

/** Frequencies that stand for all that are possible in a year. */
const nodes = 96

/**
 * The number of events in a year: Poisson, with a frequency that is itself PERT. Its probabilities are worked out once, so that one uniform number chooses a year's count;
 * the same number chooses never fewer events where the frequency is higher.
 */
export function countsOf(frequency: Range): Counts {
  const rates = frequency.high > frequency.low ? pertNodes(pertQuantiles(frequency), nodes) : Float64Array.of(frequency.low)
  // Each rate's own probability of the count that is being looked at, in logarithms while it is too small to be told from nothing.
  const logs = rates.map((rate) => -rate)
  const atMost: number[] = []
  let sum = 0
  for (let count = 0; sum < 1 - 1e-12 && count <= mostCounts(frequency); count += 1) {
    let share = 0
    for (const [n, rate] of rates.entries()) {
      if (count > 0) logs[n] = rate === 0 ? -Infinity : (logs[n] ?? 0) + Math.log(rate / count)
      share += Math.exp(logs[n] ?? 0)
    }
    sum += share / rates.length
    atMost.push(sum)
  }
  atMost[atMost.length - 1] = 1
  const guide = new Uint16Array(256)
  for (let n = 0, count = 0; n < 256; n += 1) {
    while ((atMost[count] ?? 1) < n / 256) count += 1
    guide[n] = count
  }
  return { none: atMost[0] ?? 1, atMost: Float64Array.from(atMost), guide }
}

/** Beyond this nobody counts: ten standard deviations above the highest frequency. */
const mostCounts = ({ high }: Range): number => Math.ceil(high + 10 * Math.sqrt(high) + 20)

/** How many events the year has to which this number between 0 and 1 leads. */
export function countAt({ none, atMost, guide }: Counts, uniform: number): number {
  if (uniform <= none) return 0
  let count = guide[(uniform * 256) | 0] ?? 0
  while ((atMost[count] ?? 1) < uniform) count += 1
  return count
}

/** How often it happens in a year, on average, in closed form. */
export const countMean = (frequency: Range): number => pertMean(frequency)
