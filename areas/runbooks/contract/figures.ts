import { defineFigures, only } from '#kit/contract/figure.ts'
import { statusFigures, workFilters } from '#kit/contract/work-item.ts'
import { occurrence } from './occurrence.ts'
import { occurrenceWork } from './occurrence-work.ts'

/** What the words that are shown with a number of occurrences mean (docs/FIGURES.md). */
export const occurrenceFigures = defineFigures(occurrence, {
  ...workFilters(occurrenceWork),
  to_approve: [only('decide_right', true)],
})
export const occurrenceStatusFigures = statusFigures(occurrenceWork)
