import { pertMean, type Range } from './pert.ts'

/** What is thought of one risk: how often it happens in a year, and what it costs each time, in euros. */
export interface Estimate {
  readonly frequency: Range
  readonly loss: Range
}

/** Before any measure, as things are, and once what is planned is done. */
export const moments = ['before', 'now', 'after'] as const
export type Moment = (typeof moments)[number]

/** A risk by its id, which also names its random numbers: alone or among others, its years are the same. Null: at that moment it costs nothing. */
export type EstimatedRisk = { readonly id: number } & Readonly<Record<Moment, Estimate | null>>

export interface Quantification {
  readonly seed: number
  readonly years: number
  readonly risks: readonly EstimatedRisk[]
}

export const limits = {
  years: { least: 1000, most: 200_000 },
  risks: 500,
  /** A year; what happens more often is estimated as one loss for the whole. */
  frequency: 1000,
  euros: 1e12,
  /** Events that are expected in all years at one moment. */
  events: 60_000_000,
} as const

/** Why something cannot be worked out; `risk` names the one at fault. */
export class QuantificationFault extends Error {
  readonly reason: 'seed' | 'years' | 'risks' | 'twice' | 'order' | 'bounds' | 'events'
  readonly risk: number | undefined

  constructor(reason: QuantificationFault['reason'], risk?: number) {
    super(`The quantification cannot be worked out: ${reason}${risk === undefined ? '' : ` of risk ${risk}`}`)
    this.reason = reason
    this.risk = risk
  }
}

const isOrdered = ({ low, likely, high }: Range) => low <= likely && likely <= high
const within = ({ low, high, likely }: Range, most: number) => [low, likely, high].every(Number.isFinite) && low >= 0 && high <= most

/** Throws a QuantificationFault for what would give no figure, or a wrong one, or would take for ever. */
export function checkQuantification({ seed, years, risks }: Quantification): void {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) throw new QuantificationFault('seed')
  if (!Number.isInteger(years) || years < limits.years.least || years > limits.years.most) throw new QuantificationFault('years')
  if (risks.length > limits.risks) throw new QuantificationFault('risks')
  if (new Set(risks.map(({ id }) => id)).size < risks.length) throw new QuantificationFault('twice')
  for (const moment of moments) {
    let expected = 0
    for (const risk of risks) {
      const estimate = risk[moment]
      if (!Number.isInteger(risk.id)) throw new QuantificationFault('bounds', risk.id)
      if (!estimate) continue
      if (!within(estimate.frequency, limits.frequency) || !within(estimate.loss, limits.euros)) throw new QuantificationFault('bounds', risk.id)
      if (!isOrdered(estimate.frequency) || !isOrdered(estimate.loss)) throw new QuantificationFault('order', risk.id)
      expected += pertMean(estimate.frequency) * years
    }
    if (expected > limits.events) throw new QuantificationFault('events')
  }
}
