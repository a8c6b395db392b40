import { defineFigures, only } from '#kit/contract/figure.ts'
import { statusFigures, workFilters } from '#kit/contract/work-item.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import { exemption } from './exemption.ts'
import { exemptionWork } from './exemption-work.ts'

/** An exemption ends soon enough to be told beside the debt within so many days. */
const endingWithin = 14

const inForce = only('in_force', true)
export const exemptionFigures = defineFigures(
  exemption,
  {
    ...workFilters(exemptionWork),
    in_force: [inForce],
    ending: (today) => [inForce, only('end_date', { to: dayAfter(today, endingWithin) })],
    renewed: [inForce, only('renewals', { from: 1 })],
    renewed_twice: [inForce, only('renewals', { from: 2 })],
  },
  { fewer: ['renewed', 'renewed_twice'] },
)

/** One figure for each status: what stands in the tabs of a list. */
export const registerStatusFigures = [statusFigures(exemptionWork)]
