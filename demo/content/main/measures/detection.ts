import { measure } from '#demo/content/define.ts'
import type { Measure } from '#demo/content/types.ts'
import { everywhereBut, plants } from '#demo/content/main/perimeters.ts'

/** What perimeters decided: detection and response. */
export const detectionMeasures: readonly Measure[] = [
  measure({
    key: 'central-logs',
    solution: 'central-logs',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 555 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      {
        perimeters: ['head-office', 'group', 'hr', 'lab', 'deutschland', 'gent', 'linz'],
        since: { daysAgo: 555 },
        accepted: true,
      },
    ],
  }),
  measure({
    key: 'soc',
    solution: 'soc',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 570 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'katowice', 'aquilor'), since: { daysAgo: 570 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 75 }, accepted: true },
    ],
    efficiency: [
      {
        since: { daysAgo: 250 },
        value: 90,
        reason: {
          en: 'Alerts of workshop networks are qualified in working hours only.',
          fr: 'Les alertes des réseaux d’atelier ne sont qualifiées qu’aux heures ouvrées.',
        },
      },
    ],
  }),
  measure({
    key: 'plant-probes',
    solution: 'plant-probes',
    perimeter: 'head-office',
    servesOperator: false,
    decisions: [
      { since: { daysAgo: 548 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 440 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: plants.filter((key) => key !== 'katowice'), since: { daysAgo: 440 }, accepted: true }],
  }),
  measure({
    key: 'incident-procedure',
    solution: 'incident-procedure',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 590 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 590 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 310 }, accepted: true },
    ],
  }),
  measure({
    key: 'reflex-cards',
    solution: 'reflex-cards',
    perimeter: 'head-office',
    decisions: [
      { since: { daysAgo: 368 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 333 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: plants, since: { daysAgo: 333 }, accepted: true }],
  }),
  measure({
    key: 'log-retention',
    solution: 'log-retention',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 29 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'forensics-retainer',
    solution: 'forensics-retainer',
    perimeter: 'head-office',
    decisions: [
      { since: { daysAgo: 393 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 352 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: everywhereBut('head-office'), since: { daysAgo: 352 }, accepted: true }],
  }),
  measure({
    key: 'notification-kit',
    solution: 'notification-kit',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 68 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'post-incident-review',
    solution: 'post-incident-review',
    perimeter: 'head-office',
    decisions: [
      { since: { daysAgo: 195 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 151 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: everywhereBut('head-office'), since: { daysAgo: 151 }, accepted: true }],
  }),
  measure({
    key: 'triage-grid',
    solution: 'triage-grid',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 600 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 600 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'crisis-exercise',
    solution: 'crisis-exercise',
    perimeter: 'group',
    decisions: [
      { since: { daysAgo: 152 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 90 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['head-office', 'it'], since: { daysAgo: 90 }, accepted: true }],
  }),
]
