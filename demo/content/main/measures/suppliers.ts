import { measure } from '#demo/content/define.ts'
import type { Measure } from '#demo/content/types.ts'
import { everywhereBut } from '#demo/content/main/perimeters.ts'

/** What perimeters decided: suppliers and cloud. */
export const suppliersMeasures: readonly Measure[] = [
  measure({
    key: 'supplier-assessment',
    solution: 'supplier-assessment',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 650 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 650 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'supplier-clauses',
    solution: 'supplier-clauses',
    perimeter: 'head-office',
    decisions: [
      { since: { daysAgo: 460 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 398 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: everywhereBut('head-office'), since: { daysAgo: 398 }, accepted: true }],
  }),
  measure({
    key: 'supplier-review',
    solution: 'supplier-review',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 35 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'cloud-rules',
    solution: 'cloud-rules',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 570 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 570 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'cloud-posture',
    solution: 'cloud-posture',
    perimeter: 'it',
    decisions: [
      { since: { daysAgo: 132 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 80 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['head-office', 'group', 'lab', 'deutschland'], since: { daysAgo: 80 }, accepted: true }],
  }),
  measure({
    key: 'supply-chain',
    solution: 'supply-chain',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 52 }, status: 'TO_IMPLEMENT' }],
  }),
]
