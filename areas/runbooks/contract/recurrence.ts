/** How often a task comes round (IND-03). */
export const periodicities = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY'] as const
export type Periodicity = (typeof periodicities)[number]

/** One time round: both days included. Days are `YYYY-MM-DD` of the organisation's calendar. */
export interface Period {
  /** How many periods after the first one, which is 0. */
  readonly index: number
  readonly start: string
  /** Last day on which it is in time: the day before the next one starts. */
  readonly due: string
}

const dayLength = 86_400_000
const toNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayLength
const fromNumber = (number: number): string => new Date(number * dayLength).toISOString().slice(0, 10)

/** A day so many days later. */
export const addDays = (day: string, days: number): string => fromNumber(toNumber(day) + days)
/** Days from one day to another one; negative where the second is earlier. */
export const daysFrom = (from: string, to: string): number => toNumber(to) - toNumber(from)

const inDays: Partial<Record<Periodicity, number>> = { HOURLY: 1, DAILY: 1, WEEKLY: 7 }
const inMonths: Partial<Record<Periodicity, number>> = { MONTHLY: 1, QUARTERLY: 3, SEMESTERLY: 6, YEARLY: 12 }

/** The same day so many months later, or the last one of a month that is too short for it: always counted from the first day, so that the 31st comes back. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [y, m] = [year + Math.floor((month - 1 + months) / 12), (((month - 1 + months) % 12) + 12) % 12]
  const last = new Date(Date.UTC(y, m + 1, 0)).getUTCDate()
  return new Date(Date.UTC(y, m, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The day on which a period starts; hourly tasks have a day of hours in each. */
const startOf = (periodicity: Periodicity, first: string, index: number): string => {
  const months = inMonths[periodicity]
  return months === undefined ? addDays(first, index * (inDays[periodicity] ?? 1)) : addMonths(first, index * months)
}

/** A period by its place. */
export const periodAt = (periodicity: Periodicity, first: string, index: number): Period => ({
  index,
  start: startOf(periodicity, first, index),
  due: addDays(startOf(periodicity, first, index + 1), -1),
})

/** The period that a day lies in; its place is negative before the first one. */
export function periodOn(periodicity: Periodicity, first: string, day: string): Period {
  const months = inMonths[periodicity]
  if (months === undefined) return periodAt(periodicity, first, Math.floor(daysFrom(first, day) / (inDays[periodicity] ?? 1)))
  const [[year = 0, month = 0], [y = 0, m = 0]] = [first.split('-').map(Number), day.split('-').map(Number)]
  const guess = Math.floor(((y - year) * 12 + m - month) / months)
  const index = startOf(periodicity, first, guess) > day ? guess - 1 : guess
  return periodAt(periodicity, first, index)
}

/** The periods from one place to another one, both included, in order: at most `most` of them. */
export const periodsBetween = (periodicity: Periodicity, first: string, from: number, to: number, most = 10_000): Period[] =>
  Array.from({ length: Math.max(0, Math.min(to - from + 1, most)) }, (_, n) => periodAt(periodicity, first, from + n))

/** Why a task may not start on a day, as the key of a message: weeks start on Mondays, months on their first day (RUN-09; decisions, Lifecycles). */
export function startFault(periodicity: Periodicity, day: string): 'runbooks.errors.start_monday' | 'runbooks.errors.start_first' | undefined {
  if (periodicity === 'WEEKLY' && new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) return 'runbooks.errors.start_monday'
  if (periodicity === 'MONTHLY' && !day.endsWith('-01')) return 'runbooks.errors.start_first'
  return undefined
}

/** What a day must be for a task to start on it, on or after a day. */
export function nextStart(periodicity: Periodicity, day: string): string {
  let found = day
  while (startFault(periodicity, found) !== undefined) found = addDays(found, 1)
  return found
}

export { hoursOf, startOfDay } from '#kit/contract/hours-of-day.ts'
