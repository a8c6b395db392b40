import { roundHalfUp } from '#kit/contract/shown-score.ts'
import type { ScoreBar } from './score.ts'

export { NO_SCORE, roundHalfUp, scoreText, shownScore } from '#kit/contract/shown-score.ts'
export { levelOfScore } from '#kit/contract/tone.ts'

/** The three parts as shown; they add up to exactly 100 and agree with the performance and coverage shown beside them. */
export function shownBar(performance: number, coverage: number, decimals = 0): ScoreBar {
  const unit = 10 ** decimals
  const low = Math.round(roundHalfUp(performance, decimals) * unit)
  const high = Math.round(roundHalfUp(coverage, decimals) * unit)
  return { performance: low / unit, lost: (high - low) / unit, not_covered: (100 * unit - high) / unit }
}

/**
 * Rounds parts to whole units so that they add up to exactly `total` (largest remainder; ties go to the earlier part).
 * Throws RangeError when the parts do not add up to the total in the first place.
 */
export function apportion(parts: readonly number[], total: number): number[] {
  const units = parts.map(Math.floor)
  let rest = total - units.reduce((sum, unit) => sum + unit, 0)
  if (rest < -1 || rest > parts.length + 1) throw new RangeError(`parts miss the total by ${rest} units`)
  const sign = Math.sign(rest)
  const order = parts.map((part, at) => ({ at, remainder: part - Math.floor(part) })).toSorted((a, b) => sign * (b.remainder - a.remainder) || a.at - b.at)
  for (let turn = 0; rest !== 0 && order.length > 0; turn = (turn + 1) % order.length) {
    const at = order[turn]?.at ?? 0
    units[at] = (units[at] ?? 0) + sign
    rest -= sign
  }
  return units
}
