/** Days that move with the calendar: what a date is filtered by is read again every day, wherever the filter was kept. */
export const periods = ['past', 'today', 'this_week', 'this_month', 'this_quarter', 'this_year', 'last_days', 'next_days', 'until_days'] as const
export type PeriodName = (typeof periods)[number]

/** `last_days` and `next_days` have today among them; `until_days` has every day before, too. Weeks begin on Monday. */
export interface Period {
  readonly period: PeriodName
  /** Given with those that end in `_days`. */
  readonly days?: number | undefined
}

export const maxDays = 3650

/** Whether a period is said with a number of days. */
export const countsDays = (period: PeriodName): boolean => period.endsWith('_days')
