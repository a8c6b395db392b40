import { defineFigures, only } from '#kit/contract/figure.ts'
import { statusFigures as figuresByStatus, workFilters } from '#kit/contract/work-item.ts'
import { remediation } from './remediation.ts'
import { remediationWork } from './remediation-work.ts'

const late = only('late', true)
const mine = only('mine', true)
function month(day: string): { from: string; to: string } {
  const [year = 0, number = 1] = day.split('-').map(Number)
  return { from: `${day.slice(0, 7)}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

// Neither reviews nor decisions are about actions: what waits for their reader is theirs and late, which has a word already.
const { waiting: _, ...filters } = workFilters(remediationWork)
/** Neither a person nor a group is in charge. */
const [, ...nobodys] = filters.unassigned

/** What the words that are shown with a number of actions mean (docs/FIGURES.md). */
export const actionFigures = defineFigures(
  remediation,
  {
    ...filters,
    finished: [only('status', 'FINISHED')],
    mine_to_plan: [mine, only('status', 'TO_PLAN')],
    unassigned_late: { right: 'remediation.manage', filters: [late, ...nobodys] },
    finished_this_month: (today) => [only('status', 'FINISHED'), only('done_date', month(today))],
    ongoing_on_time: [only('status', 'ONGOING'), only('late', false)],
    to_begin_on_time: [only('status', 'TO_PLAN', 'PLANNED', 'STANDBY'), only('late', false)],
    without_measure: { right: 'remediation.manage', filters: [only('measure', null)] },
  },
  { more: ['finished', 'finished_this_month'], fewer: ['unassigned_late', 'without_measure'] },
)

/** One figure for each status: what stands in the tabs of a list. */
export const statusFigures = figuresByStatus(remediationWork)
