import { dayAfter } from '#kit/contract/day-after.ts'

/** Pieces of the calendar that reports tell of. */
export const reportPeriods = ['THIS_MONTH', 'LAST_MONTH', 'THIS_QUARTER', 'LAST_QUARTER', 'THIS_SEMESTER', 'LAST_SEMESTER', 'THIS_YEAR', 'LAST_YEAR'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** Days, `YYYY-MM-DD`, both included. */
export interface ReportDays {
  readonly from: string
  readonly to: string
}

const lengths: Readonly<Record<ReportPeriod, number>> = {
  THIS_MONTH: 1,
  LAST_MONTH: 1,
  THIS_QUARTER: 3,
  LAST_QUARTER: 3,
  THIS_SEMESTER: 6,
  LAST_SEMESTER: 6,
  THIS_YEAR: 12,
  LAST_YEAR: 12,
}

const countOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
/** The first day of a month, counted from January of year 0. */
const start = (count: number) => `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`
const piece = (first: number, length: number): ReportDays => ({ from: start(first), to: dayAfter(start(first + length), -1) })
const lengthOf = ({ from, to }: ReportDays) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/**
 * The days that a report tells of on a day, and those that they are compared with: of whole months as many months before; of a piece that is not over as many days of
 * the one before; of other days as many right before them.
 */
export function daysOfReport(period: ReportPeriod | ReportDays, today: string): { readonly days: ReportDays; readonly before: ReportDays } {
  if (typeof period === 'object') return { days: period, before: daysBefore(period) }
  const length = lengths[period]
  const count = countOf(today)
  const first = count - (count % length) - (period.startsWith('LAST_') ? length : 0)
  const whole = piece(first, length)
  const before = piece(first - length, length)
  if (whole.to <= today) return { days: whole, before }
  const days = { from: whole.from, to: today }
  const end = dayAfter(before.from, lengthOf(days) - 1)
  return { days, before: { from: before.from, to: end < before.to ? end : before.to } }
}

function daysBefore(days: ReportDays): ReportDays {
  const [first, last] = [countOf(days.from), countOf(days.to)]
  const months = last - first + 1
  if (days.from === start(first) && days.to === piece(last, 1).to && first >= months) return piece(first - months, months)
  return { from: dayAfter(days.from, -lengthOf(days)), to: dayAfter(days.from, -1) }
}
