/** How often what a model describes comes round; the areas that run it say the same, which a test compares. */
export const modelRhythms = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY'] as const
/** The same of what is measured: nobody gives values by the hour. */
export const valueRhythms = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY'] as const
/** How values of one place over time, and of several places, become one. */
export const overTime = ['SUM', 'AVERAGE', 'MIN', 'MAX', 'MEDIAN', 'LATEST'] as const
export const overPlaces = ['SUM', 'AVERAGE', 'MIN', 'MAX', 'MEDIAN'] as const
