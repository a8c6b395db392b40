import { countAt, countsOf, type Counts } from './counts.ts'
import { checkQuantification, moments, type Moment, type Quantification } from './input.ts'
import { pertQuantiles, quantileShares, type Range } from './pert.ts'
import { Random, streamOf } from './random.ts'
import { expectedLoss } from './expected-loss.ts'
import { curveOf, summaryOf, tailOf, type CurvePoint, type Summary } from './summary.ts'

/** What a risk is to the whole at one moment, in euros a year. */
export interface Contribution {
  readonly id: number
  /** Mean of the simulated years. */
  readonly mean: number
  /** The same in closed form. */
  readonly expected: number
  /** Mean over the worst twentieth of the years of all risks together. */
  readonly worst: number
  /** Share of the years in which it happens. */
  readonly happens: number
}

export interface Quantified {
  readonly seed: number
  readonly years: number
  readonly moments: Readonly<Record<Moment, Summary & { readonly risks: readonly Contribution[] }>>
  /** By rising loss: how probable it is that a year costs as much or more. */
  readonly curve: readonly CurvePoint[]
}

interface Model {
  readonly counts: Counts
  readonly quantiles: Float64Array
}

/** Where the numbers of a risk's events, and their losses, begin. */
const [ofCounts, ofLosses] = [0x5eed0001, 0x5eed0002]

/**
 * Simulates years of losses: for each risk the number of events, Poisson with a PERT frequency, and the PERT loss of each. The three moments are given the same random
 * numbers, so that what differs between them is what was estimated otherwise, not chance. Throws a QuantificationFault.
 */
export function quantify(input: Quantification): Quantified {
  checkQuantification(input)
  const { years, risks } = input
  const models = risks.map((risk) => ({ id: risk.id, at: modelsOf(risk) }))
  const totals = moments.map(() => new Float64Array(years))
  const sums = risks.map(() => moments.map(() => ({ mean: 0, happens: 0, worst: 0 })))
  for (const [n, model] of models.entries()) {
    const of = sums[n] ?? []
    const accumulated = new Float64Array(2 * moments.length)
    walk(input, model, (year, losses) => {
      for (let m = 0; m < losses.length; m += 1) {
        const loss = losses[m] as number
        if (loss === 0) continue
        const total = totals[m] as Float64Array
        total[year] = (total[year] as number) + loss
        accumulated[2 * m] = (accumulated[2 * m] as number) + loss
        accumulated[2 * m + 1] = (accumulated[2 * m + 1] as number) + 1
      }
    })
    for (const [m, sum] of of.entries()) Object.assign(sum, { mean: accumulated[2 * m], happens: accumulated[2 * m + 1] })
  }
  const sorted = totals.map((each) => each.toSorted())
  // Which years are the worst is known once all risks have been through: their losses in these come again from the same numbers.
  const worst = totals.map((each, m) => tailOf(each, sorted[m] ?? each))
  const tails = worst.map(({ isIn }) => isIn)
  const wanted = Uint8Array.from({ length: years }, (_, year) => (tails.some((isIn) => isIn[year] === 1) ? 1 : 0))
  for (const [n, model] of models.entries()) {
    const of = sums[n] ?? []
    const tailLosses = new Float64Array(moments.length)
    walk(
      input,
      model,
      (year, losses) => {
        for (let m = 0; m < losses.length; m += 1) if ((tails[m] as Uint8Array)[year] === 1) tailLosses[m] = (tailLosses[m] as number) + (losses[m] as number)
      },
      wanted,
    )
    for (const [m, sum] of of.entries()) sum.worst = tailLosses[m] ?? 0
  }
  const described = moments.map((moment, m) => ({
    ...summaryOf(sorted[m] ?? new Float64Array(0)),
    risks: risks.map((risk, n) => {
      const sum = sums[n]?.[m] ?? { mean: 0, happens: 0, worst: 0 }
      const estimate = risk[moment]
      return {
        id: risk.id,
        mean: sum.mean / years,
        expected: estimate ? expectedLoss(estimate) : 0,
        worst: sum.worst / Math.max(1, worst[m]?.count ?? 0),
        happens: sum.happens / years,
      }
    }),
  }))
  const [before, now, after] = described as [(typeof described)[0], (typeof described)[0], (typeof described)[0]]
  return { seed: input.seed, years, moments: { before, now, after }, curve: curveOf(sorted) }
}

/** What is estimated alike at several moments has one table, and is looked up once. */
function modelsOf(risk: Quantification['risks'][number]): (Model | null)[] {
  const tables = new Map<string, Float64Array>()
  const counted = new Map<string, Counts>()
  const once = <T>(known: Map<string, T>, { low, likely, high }: Range, make: (range: Range) => T): T => {
    const key = `${low} ${likely} ${high}`
    const made = known.get(key) ?? make({ low, likely, high })
    known.set(key, made)
    return made
  }
  return moments.map((moment) => {
    const estimate = risk[moment]
    if (!estimate || estimate.frequency.high === 0 || estimate.loss.high === 0) return null
    return { counts: once(counted, estimate.frequency, countsOf), quantiles: once(tables, estimate.loss, pertQuantiles) }
  })
}

/**
 * Goes through the years of a risk, or those that are wanted, and tells the losses of each in which something happens. The first event of a year costs what it costs
 * whether or not a second one follows: each year's losses have numbers of their own.
 */
function walk(
  { seed, years }: Quantification,
  { id, at }: { readonly id: number; readonly at: readonly (Model | null)[] },
  tell: (year: number, losses: Float64Array) => void,
  wanted?: Uint8Array,
): void {
  const used = at.flatMap((model, m) => (model ? [{ m, ...model }] : []))
  if (used.length === 0) return
  // Until the first number above this, nothing happens at any moment.
  const none = Math.min(...used.map((model) => model.counts.none))
  const happening = new Random(seed, id, ofCounts)
  const costing = new Random(seed)
  const losses = new Float64Array(at.length)
  const counts = new Int32Array(at.length)
  const stream = streamOf((seed ^ ofLosses) | 0, id)
  const many = used.length
  for (let year = 0; year < years; year += 1) {
    const uniform = happening.next()
    if (uniform <= none || (wanted !== undefined && wanted[year] === 0)) continue
    let most = 0
    for (let n = 0; n < many; n += 1) {
      const model = used[n] as (typeof used)[number]
      const count = countAt(model.counts, uniform)
      counts[n] = count
      losses[model.m] = 0
      if (count > most) most = count
    }
    costing.begin(stream, year)
    for (let event = 0; event < most; event += 1) {
      const place = costing.next() * quantileShares
      const cell = place | 0
      const within = place - cell
      for (let n = 0; n < many; n += 1) {
        if (event >= (counts[n] as number)) continue
        const { m, quantiles } = used[n] as (typeof used)[number]
        const below = quantiles[cell] as number
        losses[m] = (losses[m] as number) + below + ((quantiles[cell + 1] as number) - below) * within
      }
    }
    tell(year, losses)
  }
}
