import { defineFigures, only } from '#kit/contract/figure.ts'
import { statusFigures, workFilters } from '#kit/contract/work-item.ts'
import { risk } from './risk.ts'
import { riskWork } from './risk-work.ts'

/** What the words that are shown with a number of risks mean (docs/FIGURES.md). */
export const riskFigures = defineFigures(
  risk,
  {
    ...workFilters(riskWork),
    above: [only('closed', false), only('above', true)],
    to_approve: [only('status', 'TO_BE_APPROVED')],
    for_me: [only('decide_right', true)],
    stale: [only('closed', false), only('stale', true)],
  },
  { fewer: ['above', 'stale'] },
)
export const riskTreatmentFigures = statusFigures(riskWork)
