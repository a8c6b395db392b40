import { countAt, countsOf, type Counts } from './counts.ts'
import { checkQuantification, moments, type Estimate, type Moment, type Quantification } from './input.ts'
import { pertAt, pertQuantiles } from './pert.ts'
import { Random } from './random.ts'
import { expectedLoss } from './worth.ts'
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
  const models = risks.map((risk) => ({ id: risk.id, at: moments.map((moment) => modelOf(risk[moment])) }))
  const totals = moments.map(() => new Float64Array(years))
  const sums = risks.map(() => moments.map(() => ({ mean: 0, happens: 0, worst: 0 })))
  for (const [n, model] of models.entries()) {
    const of = sums[n] ?? []
    walk(input, model, (year, losses) => {
      for (let m = 0; m < losses.length; m += 1) {
        const loss = losses[m] ?? 0
        const [total, sum] = [totals[m], of[m]]
        if (loss === 0 || !total || !sum) continue
        total[year] = (total[year] ?? 0) + loss
        sum.mean += loss
        sum.happens += 1
      }
    })
  }
  // Which years are the worst is known once all risks have been through: their losses in these come again from the same numbers.
  const worst = totals.map(tailOf)
  const wanted = Uint8Array.from({ length: years }, (_, year) => (worst.some(({ isIn }) => isIn[year] === 1) ? 1 : 0))
  for (const [n, model] of models.entries()) {
    const of = sums[n] ?? []
    walk(
      input,
      model,
      (year, losses) => {
        for (let m = 0; m < losses.length; m += 1) {
          const sum = of[m]
          if (sum && worst[m]?.isIn[year] === 1) sum.worst += losses[m] ?? 0
        }
      },
      wanted,
    )
  }
  const described = moments.map((moment, m) => ({
    ...summaryOf(totals[m] ?? new Float64Array(0)),
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
  return { seed: input.seed, years, moments: { before, now, after }, curve: curveOf(totals) }
}

function modelOf(estimate: Estimate | null): Model | null {
  if (!estimate || estimate.frequency.high === 0 || estimate.loss.high === 0) return null
  return { counts: countsOf(estimate.frequency), quantiles: pertQuantiles(estimate.loss) }
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
  const used = at.filter((model) => model !== null)
  if (used.length === 0) return
  // Until the first number above this, nothing happens at any moment.
  const none = Math.min(...used.map(({ counts }) => counts.none))
  const happening = new Random(seed, id, ofCounts)
  const costing = new Random(seed)
  const losses = new Float64Array(at.length)
  const counts = new Int32Array(at.length)
  const lossSeed = (seed ^ ofLosses) | 0
  for (let year = 0; year < years; year += 1) {
    const uniform = happening.next()
    if (uniform <= none || (wanted && wanted[year] === 0)) continue
    let most = 0
    for (let m = 0; m < at.length; m += 1) {
      const model = at[m]
      const count = model ? countAt(model.counts, uniform) : 0
      counts[m] = count
      losses[m] = 0
      if (count > most) most = count
    }
    costing.reseed(lossSeed, id, year)
    for (let event = 0; event < most; event += 1) {
      const cost = costing.next()
      for (let m = 0; m < at.length; m += 1) {
        const model = at[m]
        if (model && event < (counts[m] ?? 0)) losses[m] = (losses[m] ?? 0) + pertAt(model.quantiles, cost)
      }
    }
    tell(year, losses)
  }
}
