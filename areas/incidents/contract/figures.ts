import { defineFigures } from '#kit/contract/figure.ts'
import { statusFigures, workFilters } from '#kit/contract/work-item.ts'
import { incident } from './incident.ts'
import { incidentWork } from './incident-work.ts'

/** What the words that are shown with a number of incidents, exemptions and gaps mean (docs/FIGURES.md). */
export const incidentFigures = defineFigures(incident, workFilters(incidentWork))

/** One figure for each status: what stands in the tabs of a list. */
export const registerStatusFigures = [statusFigures(incidentWork)]
