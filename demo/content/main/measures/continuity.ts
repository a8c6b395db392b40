import { measure } from '#demo/content/define.ts'
import type { Measure } from '#demo/content/types.ts'
import { everywhereBut } from '#demo/content/main/perimeters.ts'

/** What perimeters decided: back-up and continuity. */
export const continuityMeasures: readonly Measure[] = [
  measure({
    key: 'backup',
    solution: 'backup',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 700 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 250 }, accepted: true },
    ],
  }),
  measure({
    key: 'immutable-backup',
    solution: 'immutable-backup',
    perimeter: 'it',
    decisions: [
      { since: { daysAgo: 640 }, status: 'IMPLEMENTED' },
      {
        since: { daysAgo: 121 },
        status: 'NOT_IMPLEMENTED',
        decision: 'PLANNED',
        justification: {
          en: 'The array that held the locked copies failed and its maker no longer repairs it.',
          fr: 'La baie qui portait les copies verrouillées est tombée en panne et son constructeur ne la répare plus.',
        },
      },
    ],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'katowice', 'aquilor'), since: { daysAgo: 640 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'restore-tests',
    solution: 'restore-tests',
    perimeter: 'it',
    decisions: [
      { since: { daysAgo: 137 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 72 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['head-office', 'group', 'gent', 'linz', 'deutschland'], since: { daysAgo: 72 }, accepted: true }],
  }),
  measure({
    key: 'recovery-plan',
    solution: 'recovery-plan',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 62 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'continuity-plan',
    solution: 'continuity-plan',
    perimeter: 'head-office',
    decisions: [
      { since: { daysAgo: 516 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 408 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['group', 'it', 'gent', 'linz', 'deutschland'], since: { daysAgo: 408 }, accepted: true }],
  }),
  measure({
    key: 'degraded-mode-gent',
    solution: 'degraded-mode',
    perimeter: 'gent',
    decisions: [{ since: { daysAgo: 560 }, status: 'IMPLEMENTED' }],
  }),
  measure({
    key: 'degraded-mode-central',
    solution: 'degraded-mode',
    perimeter: 'central',
    servesOperator: false,
    decisions: [
      { since: { daysAgo: 161 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 106 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      { perimeters: ['linz', 'brno'], since: { daysAgo: 106 }, accepted: true },
      { perimeters: ['katowice'], since: { daysAgo: 48 }, accepted: true },
    ],
  }),
  measure({
    key: 'second-host',
    solution: 'second-host',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 76 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'power-cooling',
    solution: 'power-cooling',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: ['head-office', 'lab', 'deutschland', 'gent', 'linz'], since: { daysAgo: 700 }, accepted: true }],
  }),
]
