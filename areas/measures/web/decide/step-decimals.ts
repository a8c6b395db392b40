import { roundHalfUp } from '#kit/contract/shown-score.ts'

/** With how many decimals a step from one score to another is shown: one where both would read the same although points are told beside them. */
export const stepDecimals = (before: number | null, after: number | null): 0 | 1 =>
  before !== null && after !== null && roundHalfUp(before) === roundHalfUp(after) && roundHalfUp(after - before, 2) !== 0 ? 1 : 0
