import { measure } from '#demo/content/define.ts'
import type { Measure } from '#demo/content/types.ts'
import { everywhereBut } from '#demo/content/main/perimeters.ts'

/** What perimeters decided: networks and remote access. */
export const networkMeasures: readonly Measure[] = [
  measure({
    key: 'firewalls',
    solution: 'firewalls',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 700 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 145 }, accepted: true },
    ],
  }),
  measure({
    key: 'office-segmentation',
    solution: 'office-segmentation',
    perimeter: 'it',
    decisions: [
      { since: { daysAgo: 628 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 505 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      {
        perimeters: ['head-office', 'group', 'hr', 'lab', 'deutschland', 'gent', 'linz'],
        since: { daysAgo: 505 },
        accepted: true,
      },
    ],
  }),
  measure({
    key: 'plant-segmentation-gent',
    solution: 'plant-segmentation',
    perimeter: 'gent',
    decisions: [{ since: { daysAgo: 600 }, status: 'IMPLEMENTED' }],
  }),
  measure({
    key: 'plant-segmentation-linz',
    solution: 'plant-segmentation',
    perimeter: 'linz',
    decisions: [
      { since: { daysAgo: 661 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 520 }, status: 'IMPLEMENTED' },
    ],
  }),
  measure({
    key: 'plant-segmentation-brno',
    solution: 'plant-segmentation',
    perimeter: 'brno',
    decisions: [
      { since: { daysAgo: 309 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 155 }, status: 'IMPLEMENTED' },
    ],
  }),
  measure({
    key: 'plant-segmentation-saint-etienne',
    solution: 'plant-segmentation',
    perimeter: 'saint-etienne',
    decisions: [{ since: { daysAgo: 82 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'plant-segmentation-zaragoza',
    solution: 'plant-segmentation',
    perimeter: 'zaragoza',
    decisions: [{ since: { daysAgo: 64 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'plant-segmentation-katowice',
    solution: 'plant-segmentation',
    perimeter: 'katowice',
    decisions: [{ since: { daysAgo: 33 }, status: 'TO_IMPLEMENT' }],
  }),
  measure({
    key: 'flow-matrix-west',
    solution: 'flow-matrix',
    perimeter: 'west',
    servesOperator: false,
    decisions: [
      { since: { daysAgo: 571 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 500 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      { perimeters: ['gent', 'saint-etienne'], since: { daysAgo: 500 }, accepted: true },
      { perimeters: ['zaragoza'], since: { daysAgo: 52 }, accepted: true },
    ],
  }),
  measure({
    key: 'flow-matrix-linz',
    solution: 'flow-matrix',
    perimeter: 'linz',
    decisions: [
      { since: { daysAgo: 311 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 247 }, status: 'IMPLEMENTED' },
    ],
  }),
  measure({
    key: 'update-relay',
    solution: 'update-relay',
    perimeter: 'it',
    servesOperator: false,
    decisions: [
      { since: { daysAgo: 492 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 420 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      { perimeters: ['gent', 'linz', 'brno', 'saint-etienne'], since: { daysAgo: 420 }, accepted: true },
      { perimeters: ['zaragoza'], since: { daysAgo: 108 }, accepted: true },
    ],
  }),
  measure({
    key: 'remote-access',
    solution: 'remote-access',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 660 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 660 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'web-filter',
    solution: 'web-filter',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 640 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 640 }, accepted: true }],
  }),
  measure({
    key: 'time-servers',
    solution: 'time-servers',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 700 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'remote-maintenance-west',
    solution: 'remote-maintenance',
    perimeter: 'west',
    servesOperator: false,
    decisions: [
      { since: { daysAgo: 558 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 470 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['gent', 'saint-etienne', 'zaragoza'], since: { daysAgo: 470 }, accepted: true }],
  }),
  measure({
    key: 'remote-maintenance-central',
    solution: 'remote-maintenance',
    perimeter: 'central',
    servesOperator: false,
    decisions: [
      { since: { daysAgo: 190 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 100 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      { perimeters: ['linz', 'brno'], since: { daysAgo: 100 }, accepted: true },
      { perimeters: ['katowice'], since: { daysAgo: 15 }, accepted: false },
    ],
  }),
]
