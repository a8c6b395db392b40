/** How often what a model describes comes round; the areas that run it say the same, which a test compares. */
export const modelRhythms = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY'] as const
/** The same of what is measured: nobody gives values by the hour. */
export const valueRhythms = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY'] as const
/** How values of one place over time, and of several places, become one. */
export const overTime = ['SUM', 'AVERAGE', 'MIN', 'MAX', 'MEDIAN', 'LATEST'] as const
export const overPlaces = ['SUM', 'AVERAGE', 'MIN', 'MAX', 'MEDIAN'] as const

/** The first day on or after another one on which a rhythm may start: weeks on a Monday, months on their first day. */
export function startDay(rhythm: string, day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (rhythm === 'WEEKLY') date.setUTCDate(date.getUTCDate() + ((8 - date.getUTCDay()) % 7))
  if (rhythm === 'MONTHLY' && date.getUTCDate() > 1) date.setUTCMonth(date.getUTCMonth() + 1, 1)
  return date.toISOString().slice(0, 10)
}
