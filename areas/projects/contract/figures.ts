import { defineFigures, only } from '#kit/contract/figure.ts'
import { statusFigures, workFilters } from '#kit/contract/work-item.ts'
import { ispProjectWork } from './isp-project-work.ts'
import { ispProject } from './isp-project.ts'

export const projectFigures = defineFigures(ispProject, {
  ...workFilters(ispProjectWork),
  /** Live although the decision was no. */
  live_nogo: [only('dev_step', 'PRODUCTION'), only('decision', 'NOGO')],
  to_decide: [only('decide_right', true), only('decision', null)],
})
export const projectStepFigures = statusFigures(ispProjectWork)
