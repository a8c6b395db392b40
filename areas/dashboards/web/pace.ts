/** Months ahead that a curve looks. */
export const monthsAhead = 4

/** The months of a curve: twelve before a day, its own, and those ahead; each as the first of its month. */
export function monthsAround(day: string): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: 13 + monthsAhead }, (_, at) => new Date(Date.UTC(year, month - 13 + at, 1)).toISOString().slice(0, 10))
}

/** Where a score goes at the pace of the last three months, from the last value on; nulls before. Bounded by what a score can be. */
export function paceOf(trend: readonly (number | null)[]): (number | null)[] {
  const now = trend.at(-1) ?? null
  const before = trend.at(-4) ?? null
  const step = now === null || before === null ? null : (now - before) / 3
  return [
    ...trend.slice(0, -1).map(() => null),
    step === null ? null : now,
    ...Array.from({ length: monthsAhead }, (_, at) => (step === null || now === null ? null : Math.max(0, Math.min(100, now + step * (at + 1))))),
  ]
}

/** What was aimed at in each of some months: the last step that began by its end. */
export function targetIn(steps: readonly { readonly from: string; readonly target: number | null }[], months: readonly string[]): (number | null)[] {
  return months.map(
    (month) => (steps.findLast(({ from }) => from.slice(0, 7) <= month.slice(0, 7)) ?? (steps.length === 1 ? steps[0] : undefined))?.target ?? null,
  )
}
