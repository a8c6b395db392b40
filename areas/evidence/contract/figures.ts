import { defineFigures, only } from '#kit/contract/figure.ts'
import { evidence } from './evidence.ts'

/** What the words that are shown with a number of evidence mean (docs/FIGURES.md). */
export const evidenceFigures = defineFigures(
  evidence,
  {
    all: [],
    valid: [only('state', 'VALID')],
    expiring: [only('state', 'EXPIRING')],
    expired: [only('state', 'EXPIRED')],
    no_expiry: [only('state', 'NO_EXPIRY')],
    behind_nothing: [only('used', false)],
  },
  { more: ['valid'], fewer: ['expired', 'behind_nothing'] },
)

/** What calls for somebody: it proves nothing any more to whatever still shows it. */
export const urgentEvidence = defineFigures(evidence, { expired_in_use: [only('state', 'EXPIRED'), only('used', true)] }, { fewer: ['expired_in_use'] })
