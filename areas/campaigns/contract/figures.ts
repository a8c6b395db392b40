import { defineFigures, only } from '#kit/contract/figure.ts'
import { statusFigures, workFilters } from '#kit/contract/work-item.ts'
import { campaign } from './campaign.ts'
import { campaignWork } from './campaign-work.ts'
import { evaluation } from './evaluation.ts'
import { evaluationWork } from './evaluation-work.ts'

/** What the words that are shown with a number of campaigns and evaluations mean (docs/FIGURES.md). */
export const campaignFigures = defineFigures(campaign, workFilters(campaignWork))
export const evaluationFigures = defineFigures(evaluation, {
  ...workFilters(evaluationWork),
  to_validate: [only('decide_right', true)],
  not_submitted: [only('not_submitted', true)],
})
export const campaignStatusFigures = [statusFigures(campaignWork), statusFigures(evaluationWork)]
