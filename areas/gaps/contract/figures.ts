import { defineFigures } from '#kit/contract/figure.ts'
import { statusFigures, workFilters } from '#kit/contract/work-item.ts'
import { gap } from './gap.ts'
import { gapWork } from './gap-work.ts'

export const gapFigures = defineFigures(gap, workFilters(gapWork))

/** One figure for each status: what stands in the tabs of a list. */
export const registerStatusFigures = [statusFigures(gapWork)]
