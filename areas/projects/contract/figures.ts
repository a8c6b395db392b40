import { defineFigures, only } from '#kit/contract/figure.ts'
import { statusFigures, workFilters } from '#kit/contract/work-item.ts'
import { ispProjectWork } from './isp-project-work.ts'
import { ispProject } from './isp-project.ts'

export const projectFigures = defineFigures(
  ispProject,
  {
    ...workFilters(ispProjectWork),
    /** Live although the decision was no. */
    live_nogo: [only('dev_step', 'PRODUCTION'), only('decision', 'NOGO'), only('followed', true)],
    to_decide: [only('decide_right', true), only('decision', null), only('followed', true)],
  },
  { fewer: ['live_nogo'] },
)
export const projectStepFigures = statusFigures(ispProjectWork)
