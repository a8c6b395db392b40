import type { Posture } from '#areas/scores/contract/posture.ts'

/** The months of a curve: twelve before a day, its own, and those ahead; each as the first of its month. */
export function monthsAround(day: string, ahead: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: 13 + ahead }, (_, at) => new Date(Date.UTC(year, month - 13 + at, 1)).toISOString().slice(0, 10))
}

/** Points a month at the pace of the last three months, by what was measured before and after them; null where nothing was published then. */
export const paceNow = ({ day, moved }: Pick<Posture, 'day' | 'moved'>): number | null =>
  moved && (moved.performance / Math.max(1, daysBetween(moved.from, day))) * monthLength

/** Where a score stands in each of some months if nobody acts, from the last value on; nulls before, and where that is not forecast. */
export function unactedLine(
  trend: readonly (number | null)[],
  points: readonly { readonly day: string; readonly score: number }[] | undefined,
  months: readonly string[],
): (number | null)[] {
  const now = trend.length - 1
  if (!points || trend[now] === null) return months.map(() => null)
  return months.map((month, at) =>
    at <= now ? (at === now ? (trend[now] ?? null) : null) : (points.findLast(({ day }) => day.slice(0, 7) <= month.slice(0, 7))?.score ?? null),
  )
}

interface Aimed {
  readonly day: string
  readonly trend: readonly (number | null)[]
  readonly target: number | null
  /** When it is to be reached. */
  readonly until: string
}

/** A month on the average, in days: what a pace is told by. */
const monthLength = 365.25 / 12
const daysBetween = (from: string, to: string) => (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000

/**
 * What it takes to be at the target on its day: points a month, all of them where less than a month is left. Null where there is no target or it is met;
 * `late` where its day is over.
 */
export function neededPace({ day, trend, target, until }: Aimed): { readonly late: boolean; readonly points: number; readonly monthly: boolean } | null {
  const now = trend.at(-1) ?? null
  if (now === null || target === null || now >= target) return null
  const months = daysBetween(day, until) / monthLength
  return { late: until < day, points: (target - now) / Math.max(1, months), monthly: months >= 1 }
}

/** What was aimed at in each of some months: the last step that began by its end. */
export function targetIn(steps: readonly { readonly from: string; readonly target: number | null }[], months: readonly string[]): (number | null)[] {
  return months.map(
    (month) => (steps.findLast(({ from }) => from.slice(0, 7) <= month.slice(0, 7)) ?? (steps.length === 1 ? steps[0] : undefined))?.target ?? null,
  )
}
