import { measure } from '#demo/content/define.ts'
import type { Measure } from '#demo/content/types.ts'
import { everywhereBut } from '#demo/content/main/perimeters.ts'

/** What perimeters decided: data and privacy. */
export const dataMeasures: readonly Measure[] = [
  measure({
    key: 'classification',
    solution: 'classification',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 580 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 580 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'labelling-tool',
    solution: 'labelling-tool',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 56 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'leak-prevention',
    solution: 'leak-prevention',
    perimeter: 'lab',
    decisions: [
      {
        since: { daysAgo: 95 },
        status: 'NOT_IMPLEMENTED',
        decision: 'DISCARDED',
        justification: {
          en: 'Two months of trial gave four hundred false alarms a week on formulas. To be looked at again once documents are labelled.',
          fr: 'Deux mois d’essai ont donné quatre cents fausses alertes par semaine sur les formulations. À réexaminer quand les documents seront marqués.',
        },
      },
    ],
  }),
  measure({
    key: 'secure-transfer',
    solution: 'secure-transfer',
    perimeter: 'it',
    decisions: [
      { since: { daysAgo: 570 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 520 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 520 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'privacy-register',
    solution: 'privacy-register',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 700 }, accepted: true }],
  }),
  measure({
    key: 'privacy-assessment',
    solution: 'privacy-assessment',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 580 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 580 }, accepted: true }],
  }),
  measure({
    key: 'retention-schedule',
    solution: 'retention-schedule',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 41 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'crypto-rules',
    solution: 'crypto-rules',
    perimeter: 'it',
    decisions: [
      { since: { daysAgo: 338 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 275 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: everywhereBut('it', 'katowice'), since: { daysAgo: 275 }, accepted: true }],
  }),
]
