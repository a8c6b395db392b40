import type { NamedExplanation } from '#areas/scores/contract/calls.ts'

type Line = Pick<NamedExplanation, 'kind' | 'value' | 'weight' | 'contribution'>

/** What a line keeps its parent from, in its parent's points times the weights of all; below zero where it has no part in them. */
const lossOf = ({ kind, value, weight, contribution }: Line): number =>
  kind === 'HIDDEN' || contribution === null || value === null || weight === null ? -1 : weight * (100 - value)

/** The lines of an explanation, those first by which most points are lost; what does not count or cannot be told apart keeps its order behind them. */
export const byLoss = <L extends Line>(lines: readonly L[]): L[] => lines.toSorted((one, other) => lossOf(other) - lossOf(one))
