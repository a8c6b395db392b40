import { measure } from '#demo/content/define.ts'
import type { Measure } from '#demo/content/types.ts'

/** What perimeters decided: applications and changes. */
export const applicationsMeasures: readonly Measure[] = [
  measure({
    key: 'secure-development',
    solution: 'secure-development',
    perimeter: 'lab',
    decisions: [{ since: { daysAgo: 600 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: ['it', 'deutschland'], since: { daysAgo: 600 }, accepted: true }],
  }),
  measure({
    key: 'environment-separation',
    solution: 'environment-separation',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 560 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: ['head-office', 'lab', 'deutschland'], since: { daysAgo: 560 }, accepted: true }],
  }),
  measure({
    key: 'penetration-tests',
    solution: 'penetration-tests',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 590 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: ['head-office', 'group', 'lab', 'deutschland'], since: { daysAgo: 590 }, accepted: true }],
  }),
  measure({
    key: 'change-board',
    solution: 'change-board',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 610 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      {
        perimeters: ['head-office', 'group', 'hr', 'lab', 'deutschland', 'gent', 'linz'],
        since: { daysAgo: 610 },
        accepted: true,
      },
    ],
  }),
]
