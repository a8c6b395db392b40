import { defineWorkItem } from '#kit/contract/work-item.ts'
import { gap } from './gap.ts'

const closing = { needs: { resolution_status: 'gaps.errors.resolution_needed' } } as const

/** Confirmed, handled, closed with what came of it (GAP-06; decisions, Lifecycles). */
export const gapWork = defineWorkItem(gap, {
  status: 'status',
  begins: 'TO_HANDLE',
  reason: 'status_reason',
  states: {
    TO_BE_CONFIRMED: {},
    TO_HANDLE: {},
    IN_PROGRESS: {},
    CLOSE: {
      closed: true,
      since: 'closed_on',
      ...closing,
      only: {
        resolution_status: 'gaps.errors.resolution_only',
        review_date: 'gaps.errors.resolution_only',
        effect: 'gaps.errors.effect_only',
        effect_checked_on: 'gaps.errors.effect_only',
        effect_checked_by: 'gaps.errors.effect_only',
        effect_comment: 'gaps.errors.effect_only',
      },
    },
  },
  moves: {
    confirm: { from: ['TO_BE_CONFIRMED'], to: 'TO_HANDLE', right: 'gap.manage' },
    doubt: { from: ['TO_HANDLE'], to: 'TO_BE_CONFIRMED', right: 'gap.manage', offered: false },
    start: { from: ['TO_HANDLE'], to: 'IN_PROGRESS' },
    stop: { from: ['IN_PROGRESS'], to: 'TO_HANDLE', offered: false },
    close: { from: ['TO_BE_CONFIRMED', 'TO_HANDLE', 'IN_PROGRESS'], to: 'CLOSE' },
    reopen: { from: ['CLOSE'], to: 'TO_HANDLE', right: 'gap.manage', reason: 'kit.errors.reopen_reason' },
  },
  responsible: { person: 'manager', group: 'group' },
  due: { date: 'target_date', soon: 14 },
})
