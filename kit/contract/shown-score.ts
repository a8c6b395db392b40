/** What stands for "nothing counts", in every language. */
export const NO_SCORE = '—'

/** Far above the drift of a sum of doubles, far below anything that people enter. */
const DRIFT = 1e-9

/** Rounds half up (towards +∞) to `decimals`; drift of the last bits never turns a half down. */
export function roundHalfUp(value: number, decimals = 0): number {
  const unit = 10 ** decimals
  return Math.floor(value * unit + 0.5 + DRIFT * unit) / unit
}

/** The integer that is shown, or null when nothing counts. */
export function shownScore(value: number | null): number | null {
  return value === null ? null : roundHalfUp(value)
}

/** The text that is shown: an integer, or "—". */
export function scoreText(value: number | null): string {
  return value === null ? NO_SCORE : String(roundHalfUp(value))
}
