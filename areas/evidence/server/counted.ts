import { only } from '#kit/contract/figure.ts'
import { inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import type { ResourceCounts } from '#kit/server/data/resources/counted.ts'
import { evidenceFigures } from '#areas/evidence/contract/figures.ts'

/** What holds today, whether it ends soon or never. */
const holding = { ...evidenceFigures.valid, filters: () => [only('state', 'VALID', 'EXPIRING', 'NO_EXPIRY')] }

/** What Vigie counts of evidence for metrics (MET-20). */
export const evidenceCounts: ResourceCounts = {
  declared: {
    EVIDENCE_VALID: { count: holding },
    EVIDENCE_EXPIRED: { count: evidenceFigures.expired },
    EVIDENCE_VALID_SHARE: { count: holding, of: evidenceFigures.all },
  },
  places: inOnePerimeter,
}
