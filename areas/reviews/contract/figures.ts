import { defineFigures, only, type Figure } from '#kit/contract/figure.ts'
import { statusFigures as figuresByStatus } from '#kit/contract/work-item.ts'
import { review } from './review.ts'
import { reviewWork } from './review-work.ts'

const open = only('closed', false)
const from = (...sources: string[]) => [open, only('source', ...sources)]
const about = (...targets: string[]) => [open, only('target_type', ...targets)]

/** Open reviews, by the choices above their list (REV-02). */
export const openReviews = defineFigures(review, {
  open: [open],
  warned: [open, only('others_open', true)],
  MEASURE: about('BUILD', 'UPGRADE'),
  INCIDENT: about('INCIDENT'),
  GAP: about('GAP'),
  EXEMPTION: about('EXEMPTION'),
  RISK: about('RISK'),
  USER: from('USER'),
  POLICY: from('POLICY'),
  PROJECT: about('PROJECT'),
  EVAL: about('EVAL'),
  CONFIGURATION: from('AUTH_CONFIG', 'CONNECTOR', 'MSDEFENDER'),
  ACTION_MAPPING: from('ACTION_MAPPING'),
})
export type ReviewChoice = Exclude<keyof typeof openReviews, 'open' | 'warned'>

export const reviewStatusFigures: Readonly<Record<string, Figure>> = figuresByStatus(reviewWork)
