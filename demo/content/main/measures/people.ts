import { measure } from '#demo/content/define.ts'
import type { Measure } from '#demo/content/types.ts'
import { everywhereBut } from '#demo/content/main/perimeters.ts'

/** What perimeters decided: people and awareness. */
export const peopleMeasures: readonly Measure[] = [
  measure({
    key: 'usage-charter',
    solution: 'usage-charter',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 700 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 230 }, accepted: true },
    ],
  }),
  measure({
    key: 'awareness',
    solution: 'awareness',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 640 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 640 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 190 }, accepted: true },
    ],
    efficiency: [
      {
        since: { daysAgo: 300 },
        value: 85,
        reason: {
          en: 'Three employees in twenty have no company address and miss the modules.',
          fr: 'Trois salariés sur vingt n’ont pas d’adresse professionnelle et ne reçoivent pas les modules.',
        },
      },
    ],
  }),
  measure({
    key: 'phishing-exercises',
    solution: 'phishing-exercises',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 575 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 575 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'workshop-induction-gent',
    solution: 'workshop-induction',
    perimeter: 'gent',
    decisions: [{ since: { daysAgo: 620 }, status: 'IMPLEMENTED' }],
  }),
  measure({
    key: 'workshop-induction-linz',
    solution: 'workshop-induction',
    perimeter: 'linz',
    decisions: [
      { since: { daysAgo: 531 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 480 }, status: 'IMPLEMENTED' },
    ],
    efficiency: [
      {
        since: { daysAgo: 26 },
        value: 45,
        reason: {
          en: 'The night shift and temporary workers have not had it for a year.',
          fr: 'L’équipe de nuit et les intérimaires ne l’ont pas suivi depuis un an.',
        },
      },
    ],
  }),
  measure({
    key: 'workshop-induction-zaragoza',
    solution: 'workshop-induction',
    perimeter: 'zaragoza',
    decisions: [{ since: { daysAgo: 45 }, status: 'TO_IMPLEMENT' }],
  }),
  measure({
    key: 'board-training',
    solution: 'board-training',
    perimeter: 'group',
    decisions: [
      { since: { daysAgo: 285 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 250 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      { perimeters: ['head-office', 'deutschland'], since: { daysAgo: 250 }, accepted: true },
      { perimeters: ['italia'], since: { daysAgo: 100 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 46 }, accepted: false },
    ],
  }),
  measure({
    key: 'expert-training',
    solution: 'expert-training',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 610 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: ['head-office', 'lab', 'deutschland'], since: { daysAgo: 610 }, accepted: true }],
  }),
  measure({
    key: 'screening',
    solution: 'screening',
    perimeter: 'hr',
    decisions: [
      { since: { daysAgo: 556 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 520 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: everywhereBut('hr', 'it', 'italia', 'aquilor'), since: { daysAgo: 520 }, accepted: true }],
  }),
  measure({
    key: 'employment-clauses',
    solution: 'employment-clauses',
    perimeter: 'hr',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('hr', 'aquilor'), since: { daysAgo: 700 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'joiner-leaver',
    solution: 'joiner-leaver',
    perimeter: 'hr',
    decisions: [
      { since: { daysAgo: 354 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 262 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: everywhereBut('hr', 'zaragoza', 'aquilor'), since: { daysAgo: 262 }, accepted: true }],
  }),
  measure({
    key: 'report-channel',
    solution: 'report-channel',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 630 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 630 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'remote-work-rules',
    solution: 'remote-work-rules',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 700 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
]
