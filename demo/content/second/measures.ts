import { measure } from '#demo/content/define.ts'
import type { Measure } from '#demo/content/types.ts'

/** Every measure. */
export const measures: readonly Measure[] = [
  measure({
    key: 'policy',
    solution: 'policy',
    perimeter: 'company',
    decisions: [{ since: { daysAgo: 500 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: ['product', 'support'], since: { daysAgo: 500 }, accepted: true }],
  }),
  measure({
    key: 'patient-risks',
    solution: 'patient-risks',
    perimeter: 'company',
    decisions: [
      { since: { daysAgo: 191 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 150 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['product'], since: { daysAgo: 150 }, accepted: true }],
  }),
  measure({
    key: 'health-training',
    solution: 'health-training',
    perimeter: 'company',
    decisions: [
      { since: { daysAgo: 456 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 420 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['product', 'support'], since: { daysAgo: 420 }, accepted: true }],
  }),
  measure({
    key: 'certified-hosting',
    solution: 'certified-hosting',
    perimeter: 'product',
    decisions: [{ since: { daysAgo: 560 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: ['company'], since: { daysAgo: 560 }, accepted: true }],
  }),
  measure({
    key: 'encryption',
    solution: 'encryption',
    perimeter: 'product',
    decisions: [
      { since: { daysAgo: 576 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 520 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['company'], since: { daysAgo: 520 }, accepted: true }],
  }),
  measure({
    key: 'made-up-patients',
    solution: 'made-up-patients',
    perimeter: 'product',
    decisions: [
      { since: { daysAgo: 149 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 95 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['support'], since: { daysAgo: 60 }, accepted: true }],
  }),
  measure({
    key: 'end-of-contract',
    solution: 'end-of-contract',
    perimeter: 'company',
    decisions: [{ since: { daysAgo: 44 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'card-sign-in',
    solution: 'card-sign-in',
    perimeter: 'product',
    decisions: [
      { since: { daysAgo: 292 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 210 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['company'], since: { daysAgo: 210 }, accepted: true }],
  }),
  measure({
    key: 'phone-factor',
    solution: 'phone-factor',
    perimeter: 'product',
    decisions: [
      { since: { daysAgo: 379 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 330 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['company', 'support'], since: { daysAgo: 330 }, accepted: true }],
  }),
  measure({
    key: 'support-door',
    solution: 'support-door',
    perimeter: 'support',
    decisions: [{ since: { daysAgo: 62 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'access-log',
    solution: 'access-log',
    perimeter: 'product',
    decisions: [
      { since: { daysAgo: 335 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 280 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['company', 'support'], since: { daysAgo: 280 }, accepted: true }],
  }),
  measure({
    key: 'two-readers',
    solution: 'two-readers',
    perimeter: 'product',
    decisions: [
      { since: { daysAgo: 566 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 540 }, status: 'IMPLEMENTED' },
    ],
  }),
  measure({
    key: 'component-watch',
    solution: 'component-watch',
    perimeter: 'product',
    decisions: [
      { since: { daysAgo: 212 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 180 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['company'], since: { daysAgo: 180 }, accepted: true }],
  }),
  measure({
    key: 'outside-test',
    solution: 'outside-test',
    perimeter: 'product',
    decisions: [
      {
        since: { daysAgo: 120 },
        status: 'NOT_IMPLEMENTED',
        decision: 'DISCARDED',
        justification: {
          en: 'The next major version is a year away; the hospital groups share the report of their own test.',
          fr: 'La prochaine version majeure est dans un an ; les groupes hospitaliers partagent le rapport de leur propre test.',
        },
      },
    ],
  }),
  measure({
    key: 'offline-rounds',
    solution: 'offline-rounds',
    perimeter: 'product',
    decisions: [{ since: { daysAgo: 30 }, status: 'TO_IMPLEMENT' }],
  }),
]
