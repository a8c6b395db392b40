import type { Estimate } from './input.ts'
import { pertMean } from './pert.ts'

/** What a risk costs in a year on average, in euros, in closed form: how often it happens times what it costs. */
export const expectedLoss = ({ frequency, loss }: Estimate): number => pertMean(frequency) * pertMean(loss)

/** A risk as it is without an action and with it; null: it costs nothing. */
export interface Change {
  readonly without: Estimate | null
  readonly with: Estimate | null
}

export interface Worth {
  /** Euros a year that the action saves on average; negative where it does harm. */
  readonly saved: number
  /** The same for each k€ that is spent; null where nothing is. */
  readonly perKiloEuro: number | null
  /** After how many months it has paid for itself; null where it never does. */
  readonly months: number | null
}

/** What an action is worth that changes some risks and costs so many k€, once. In closed form: it does not depend on chance. */
export function worthOf(changes: readonly Change[], kiloEuros: number | null): Worth {
  const cost = (estimate: Estimate | null) => (estimate ? expectedLoss(estimate) : 0)
  const saved = changes.reduce((sum, change) => sum + cost(change.without) - cost(change.with), 0)
  const spent = kiloEuros !== null && kiloEuros > 0
  return {
    saved,
    perKiloEuro: spent ? saved / kiloEuros : null,
    months: spent && saved > 0 ? (12 * kiloEuros * 1000) / saved : null,
  }
}
