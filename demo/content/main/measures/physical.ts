import { measure } from '#demo/content/define.ts'
import type { Measure } from '#demo/content/types.ts'

/** What perimeters decided: buildings and equipment. */
export const physicalMeasures: readonly Measure[] = [
  measure({
    key: 'zoning',
    solution: 'zoning',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      {
        perimeters: ['group', 'it', 'hr', 'lab', 'deutschland', 'gent', 'linz', 'brno', 'katowice', 'zaragoza', 'saint-etienne'],
        since: { daysAgo: 700 },
        accepted: true,
      },
    ],
  }),
  measure({
    key: 'badge-access',
    solution: 'badge-access',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      {
        perimeters: ['group', 'it', 'hr', 'lab', 'deutschland', 'italia', 'gent', 'linz', 'saint-etienne', 'brno', 'katowice', 'zaragoza'],
        since: { daysAgo: 700 },
        accepted: true,
      },
    ],
  }),
]
