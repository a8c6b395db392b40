import { measure } from '#demo/content/define.ts'
import type { Measure } from '#demo/content/types.ts'

/** What perimeters decided: industrial systems. */
export const industrialMeasures: readonly Measure[] = [
  measure({
    key: 'plant-inventory-gent',
    solution: 'plant-inventory',
    perimeter: 'gent',
    decisions: [{ since: { daysAgo: 580 }, status: 'IMPLEMENTED' }],
  }),
  measure({
    key: 'plant-inventory-linz',
    solution: 'plant-inventory',
    perimeter: 'linz',
    decisions: [{ since: { daysAgo: 560 }, status: 'IMPLEMENTED' }],
  }),
  measure({
    key: 'controller-backup-west',
    solution: 'controller-backup',
    perimeter: 'west',
    servesOperator: false,
    decisions: [
      { since: { daysAgo: 535 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 455 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      { perimeters: ['gent', 'saint-etienne'], since: { daysAgo: 455 }, accepted: true },
      { perimeters: ['zaragoza'], since: { daysAgo: 66 }, accepted: true },
    ],
  }),
  measure({
    key: 'controller-backup-central',
    solution: 'controller-backup',
    perimeter: 'central',
    servesOperator: false,
    decisions: [
      { since: { daysAgo: 523 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 440 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['linz', 'brno'], since: { daysAgo: 440 }, accepted: true }],
  }),
  measure({
    key: 'legacy-isolation-gent',
    solution: 'legacy-isolation',
    perimeter: 'gent',
    decisions: [{ since: { daysAgo: 600 }, status: 'IMPLEMENTED' }],
  }),
  measure({
    key: 'legacy-isolation-linz',
    solution: 'legacy-isolation',
    perimeter: 'linz',
    decisions: [{ since: { daysAgo: 59 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'safety-separation-west',
    solution: 'safety-separation',
    perimeter: 'west',
    servesOperator: false,
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: ['gent', 'saint-etienne'], since: { daysAgo: 700 }, accepted: true },
      { perimeters: ['zaragoza'], since: { daysAgo: 300 }, accepted: true },
    ],
  }),
  measure({
    key: 'safety-separation-central',
    solution: 'safety-separation',
    perimeter: 'central',
    servesOperator: false,
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: ['linz', 'brno', 'katowice'], since: { daysAgo: 700 }, accepted: true }],
  }),
  measure({
    key: 'plant-change-gent',
    solution: 'plant-change',
    perimeter: 'gent',
    decisions: [{ since: { daysAgo: 640 }, status: 'IMPLEMENTED' }],
  }),
  measure({
    key: 'plant-change-katowice',
    solution: 'plant-change',
    perimeter: 'katowice',
    decisions: [{ since: { daysAgo: 28 }, status: 'TO_IMPLEMENT' }],
  }),
]
