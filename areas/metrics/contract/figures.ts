import { defineFigures, only } from '#kit/contract/figure.ts'
import { metric } from './metric.ts'

/** What the words that are shown with a number of metrics mean (docs/FIGURES.md); of values that are missing, `missingOf` says how many. */
export const metricFigures = defineFigures(
  metric,
  {
    late: [only('entry_status', 'LATE')],
    expected: [only('entry_status', 'EXPECTED')],
    complete: [only('entry_status', 'COMPLETE')],
  },
  { more: ['complete'] },
)
