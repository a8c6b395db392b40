import type { Level } from '#kit/contract/level.ts'

/** The levels of a scale as an indicator reads them: each begins where the indicator says, and ends before the next. Whole numbers decide, as shown. */
export function levelsWith(levels: readonly Level[], bounds: readonly number[] | null): readonly Level[] {
  const ranges = levels.filter(({ low, high }) => low !== undefined && high !== undefined).toSorted((a, b) => (a.low ?? 0) - (b.low ?? 0))
  if (bounds === null || bounds.length !== ranges.length - 1) return ranges
  return ranges.map((level, n) => ({ ...level, low: n === 0 ? 0 : (bounds[n - 1] ?? 0), high: n === ranges.length - 1 ? 100 : (bounds[n] ?? 100) - 1 }))
}

/** The level that a value is shown in: colours follow the whole number. */
export const levelAt = (levels: readonly Level[], value: number): Level | undefined => {
  const shown = Math.round(value)
  return levels.find(({ low = 101, high = -1 }) => low <= shown && shown <= high)
}
