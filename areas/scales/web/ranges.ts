import type { Stretch } from '#areas/scales/contract/level-shape.ts'
import type { LevelInput } from '#areas/scales/contract/scale.ts'

/** A level with the part of 0 to 100 that it covers. */
interface LevelStretch extends Stretch {
  readonly level: LevelInput
}

const inside = (value: number) => Math.max(0, Math.min(100, Math.round(value)))

/** The levels whose range is one, from below. */
export const stretchesOf = (levels: readonly LevelInput[]): LevelStretch[] =>
  levels
    .flatMap((level) =>
      level.low == null || level.high == null || level.low > level.high ? [] : [{ level, low: inside(level.low), high: inside(level.high) }],
    )
    .toSorted((a, b) => a.low - b.low)

/** The parts of 0 to 100 that more than one level covers. */
export function overlapping(levels: readonly LevelInput[]): Stretch[] {
  const found: Stretch[] = []
  let reached = -1
  for (const { low, high } of stretchesOf(levels)) {
    if (low <= reached) found.push({ low, high: Math.min(high, reached) })
    reached = Math.max(reached, high)
  }
  return found
}

/** The same levels side by side from 0 to 100: each begins where it did, and reaches to the next one. */
export function filled(levels: readonly LevelInput[]): LevelInput[] {
  const begins = stretchesOf(levels)
  // Two that begin together, or too close to 100 for all, cannot both stay where they are.
  const lows: number[] = []
  for (const [n, { low }] of begins.entries()) lows.push(n === 0 ? 0 : Math.max(low, (lows[n - 1] ?? 0) + 2))
  for (let n = lows.length - 1, most = 99; n > 0; n -= 1, most -= 2) lows[n] = Math.min(lows[n] ?? most, most)
  const bounds = new Map(begins.map(({ level }, n) => [level, { low: lows[n] ?? 0, high: (lows[n + 1] ?? 101) - 1 }]))
  return levels.map((level) => ({ ...level, ...bounds.get(level) }))
}
