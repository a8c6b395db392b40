import { only } from '#kit/contract/figure.ts'
import { inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import type { ResourceCounts } from '#kit/server/data/resources/counted.ts'
import { measureFigures } from '#areas/measures/contract/figures.ts'

const { all } = measureFigures
const among = (...situations: string[]) => ({ ...all, filters: (today: string) => [...all.filters(today), only('situation', ...situations)] })

/** What Vigie counts of measures for metrics (MET-20). */
export const measureCounts: ResourceCounts = {
  declared: {
    MEASURE_ALL: { count: all },
    MEASURE_IMPLEMENTED: { count: measureFigures.implemented },
    /** As the progress of a base: what others do for it counts, what is discarded does not. */
    MEASURE_IMPLEMENTED_SHARE: { count: among('IMPLEMENTED', 'SERVED'), of: among('TO_HANDLE', 'PLANNED', 'IMPLEMENTED', 'SERVED') },
    MEASURE_PLANNED: { count: measureFigures.planned },
    MEASURE_TO_HANDLE: { count: measureFigures.to_handle },
  },
  places: inOnePerimeter,
}
