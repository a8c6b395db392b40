/** When releases are made: on the first day of the second month of each quarter, of scores as they were published the day before. */

/** Months of the releases, 1 to 12. */
const months = [2, 5, 8, 11] as const

/** A quarter as it is stored: `2026-4`. */
const quarterOf = (year: number, month: number): string => `${year}-${Math.ceil(month / 3)}`
const two = (number: number) => String(number).padStart(2, '0')

/** The first day of a quarter's release. */
export function releaseDay(quarter: string): string {
  const [year = 0, number = 1] = quarter.split('-').map(Number)
  return `${year}-${two(number * 3 - 1)}-01`
}

/** The last day of which scores count in a quarter's release. */
export const scoresUntil = (quarter: string): string => new Date(Date.parse(`${releaseDay(quarter)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/**
 * The quarter whose release is due on a day, which whatever kept it from its day makes later in that month; null in the others, so that an installation begins with whole
 * quarters.
 */
export function dueQuarter(day: string): string | null {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return months.some((each) => each === month) ? quarterOf(year, month) : null
}

/** The day of the next release after a day. */
export function nextReleaseDay(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const next = months.find((each) => each > month)
  return next === undefined ? `${year + 1}-02-01` : `${year}-${two(next)}-01`
}

/** The quarter before another. */
export function quarterBefore(quarter: string): string {
  const [year = 0, number = 1] = quarter.split('-').map(Number)
  return number === 1 ? `${year - 1}-4` : `${year}-${number - 1}`
}
