import { inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import type { ResourceCounts } from '#kit/server/data/resources/counted.ts'
import { gapFigures } from '#areas/gaps/contract/figures.ts'

/** What Vigie counts of gaps, incidents and exemptions for metrics (MET-20). */
export const gapCounts: ResourceCounts = {
  declared: { GAP_OPEN: { count: gapFigures.open }, GAP_LATE: { count: gapFigures.late } },
  places: inOnePerimeter,
}
