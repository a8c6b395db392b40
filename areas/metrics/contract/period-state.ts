import type { GridPeriod } from './calls.ts'
import { countPeriods, dueDay, movePeriod, periodEnd, periodOf, type Periodicity, type PeriodStart } from './period.ts'

/** What decides which periods of a metric take values. */
export interface Timing {
  readonly periodicity: Periodicity
  readonly start_date: string
  readonly due_days: number
  readonly history_size: number
}

/** The first period that is expected, and the first that is not closed: as many of them are open as the metric says, the current one among them. */
export function openFrom({ periodicity, start_date, history_size }: Timing, today: string): { readonly first: PeriodStart; readonly open: PeriodStart } {
  const first = periodOf(periodicity, start_date)
  const oldest = movePeriod(periodicity, periodOf(periodicity, today), 1 - history_size)
  return { first, open: first > oldest ? first : oldest }
}

/** How a period stands to a day. */
export function periodStateOf(timing: Timing, start: PeriodStart, today: string): GridPeriod {
  const { periodicity, due_days } = timing
  const { first, open } = openFrom(timing, today)
  const current = periodOf(periodicity, today)
  const state = start > current ? 'FUTURE' : start === current ? 'CURRENT' : start < first ? 'BEFORE' : start < open ? 'CLOSED' : 'OPEN'
  return { start, end: periodEnd(periodicity, start), due: dueDay(periodicity, start, due_days), state }
}

/** Of the open periods that are over: from which to which, how many, and up to which of them values are late; undefined where none is over. */
export function overdue(
  timing: Timing,
  today: string,
): { readonly from: PeriodStart; readonly to: PeriodStart; readonly count: number; readonly late: number } | undefined {
  const { periodicity, due_days } = timing
  const { open: from } = openFrom(timing, today)
  const to = movePeriod(periodicity, periodOf(periodicity, today), -1)
  const count = countPeriods(periodicity, from, to)
  if (count === 0) return undefined
  let late = count
  for (let start = to; late > 0 && dueDay(periodicity, start, due_days) >= today; start = movePeriod(periodicity, start, -1)) late--
  return { from, to, count, late }
}
