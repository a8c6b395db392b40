/** How often what a model describes comes round; the areas that run it say the same, which a test compares. */
export const modelRhythms = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY'] as const
/** The same of what is measured. */
export const valueRhythms = modelRhythms
export type ValueRhythm = (typeof valueRhythms)[number]

/** Whether a value of one rhythm can be made of values of the other. */
export const longerOrEqual = (long: ValueRhythm, short: ValueRhythm): boolean => valueRhythms.indexOf(long) >= valueRhythms.indexOf(short)

/** The first day on or after another one on which a rhythm may start: weeks on a Monday, months on their first day. */
export function startDay(rhythm: string, day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (rhythm === 'WEEKLY') date.setUTCDate(date.getUTCDate() + ((8 - date.getUTCDay()) % 7))
  if (rhythm === 'MONTHLY' && date.getUTCDate() > 1) date.setUTCMonth(date.getUTCMonth() + 1, 1)
  return date.toISOString().slice(0, 10)
}
