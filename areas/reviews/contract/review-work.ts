import { defineWorkItem } from '#kit/contract/work-item.ts'
import { review } from './review.ts'

/** Closed by whoever may write its target, which does what it suggests; open again without undoing the target (REV-14). */
export const reviewWork = defineWorkItem(review, {
  status: 'status',
  begins: 'OPEN',
  states: {
    OPEN: {},
    CLOSED: { closed: true },
  },
  moves: {
    close: { from: ['OPEN'], to: 'CLOSED' },
    reopen: { from: ['CLOSED'], to: 'OPEN' },
  },
})
