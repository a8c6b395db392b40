import { defineFigures, only } from '#kit/contract/figure.ts'
import { statusFigures as figuresByStatus, workFilters } from '#kit/contract/work-item.ts'
import { remediation } from './remediation.ts'
import { remediationWork } from './remediation-work.ts'

const late = only('late', true)
const mine = only('mine', true)
/** Days within which a proof is asked for once an action is finished: about three months. */
const provenWithin = 92

const before = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

function month(day: string): { from: string; to: string } {
  const [year = 0, number = 1] = day.split('-').map(Number)
  return { from: `${day.slice(0, 7)}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

const filters = workFilters(remediationWork)
/** Neither a person nor a group is in charge. */
const [, ...nobodys] = filters.unassigned

/** What the words that are shown with a number of actions mean (docs/FIGURES.md). */
export const actionFigures = defineFigures(remediation, {
  ...filters,
  finished: [only('status', 'FINISHED')],
  mine_to_plan: [mine, only('status', 'TO_PLAN')],
  unassigned_late: { right: 'remediation.manage', filters: [late, ...nobodys] },
  postponed: { right: 'remediation.manage', filters: [...filters.open, only('postponements', { from: 3 })] },
  unproven: {
    right: 'remediation.manage',
    filters: (today) => [only('status', 'FINISHED'), only('proven', false), only('done_date', { from: before(today, provenWithin) })],
  },
  finished_this_month: (today) => [only('status', 'FINISHED'), only('done_date', month(today))],
  ongoing_on_time: [only('status', 'ONGOING'), only('late', false)],
  to_begin_on_time: [only('status', 'TO_PLAN', 'PLANNED', 'STANDBY'), only('late', false)],
  without_measure: { right: 'remediation.manage', filters: [only('measure', null)] },
})

/** One figure for each status: what stands in the tabs of a list. */
export const statusFigures = figuresByStatus(remediationWork)
