import type { Matrix } from '#areas/scales/contract/risk-matrix.ts'

/** Where a risk stands on the matrix: the lowest place of a side is 1. */
export interface Position {
  readonly impact: number
  readonly probability: number
}

/** What the levels of a risk follow from. */
export interface LevelFacts {
  readonly initial: Position
  /** How low measures can bring it. */
  readonly minimum: Position
  /** Said by hand in place of what follows from the measures; either side may be left to them. */
  readonly manual: { readonly impact: number | null; readonly probability: number | null }
  /** What each linked measure that is in place is worth, 0–100: its efficiency times its control factor. */
  readonly worths: readonly number[]
}

export interface CurrentLevel extends Position {
  /** Mean of what the measures are worth; null where none counts. */
  readonly mean: number | null
  /** Before rounding up, with the mean as it is; what was said by hand is not in it. */
  readonly exact: Position
  /** Something was said by hand. */
  readonly byHand: boolean
}

/** Sums of fractions differ in their last digits: what is that close to a whole number is one. */
const grain = 1e-9

/** Mean of what the measures are worth, whatever their order; null without any. */
export const meanOf = (worths: readonly number[]): number | null =>
  worths.length === 0 ? null : worths.toSorted((a, b) => a - b).reduce((sum, worth) => sum + worth, 0) / worths.length

/** A side lowered toward its minimum in proportion to the mean, before rounding. */
const lowered = (initial: number, minimum: number, mean: number | null) => initial - (initial - Math.min(minimum, initial)) * ((mean ?? 0) / 100)

/** Where a risk stands now (docs/RISK-LEVELS.md): the initial place lowered toward the minimum in proportion to the mean of the measures that are in place, rounded up. */
export function currentOf({ initial, minimum, manual, worths }: LevelFacts): CurrentLevel {
  const mean = meanOf(worths)
  const exact = { impact: lowered(initial.impact, minimum.impact, mean), probability: lowered(initial.probability, minimum.probability, mean) }
  const rounded = (value: number) => Math.ceil(value - grain)
  return {
    impact: manual.impact ?? rounded(exact.impact),
    probability: manual.probability ?? rounded(exact.probability),
    mean,
    exact,
    byHand: manual.impact !== null || manual.probability !== null,
  }
}

/** The value of the level of risk at a place of the matrix; null where the scale has no such place. */
export const levelAt = (matrix: Matrix, { impact, probability }: Position): number | null => matrix[impact - 1]?.[probability - 1] ?? null

/** Months until a risk is looked at again, by how many levels of its scale are above its own: quarterly, half-yearly, else once a year. */
export const reviewMonths = (levels: readonly number[], current: number): number => [3, 6][levels.filter((value) => value > current).length] ?? 12
