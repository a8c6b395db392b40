import { measure } from '#demo/content/define.ts'
import type { Measure } from '#demo/content/types.ts'
import { everywhereBut } from '#demo/content/main/perimeters.ts'

/** What perimeters decided: identities and access. */
export const identityMeasures: readonly Measure[] = [
  measure({
    key: 'mfa',
    solution: 'mfa',
    perimeter: 'head-office',
    decisions: [
      { since: { daysAgo: 628 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 470 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 470 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 150 }, accepted: true },
    ],
  }),
  measure({
    key: 'single-directory',
    solution: 'single-directory',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 590 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 590 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 55 }, accepted: true },
    ],
  }),
  measure({
    key: 'privileged-bastion',
    solution: 'privileged-bastion',
    perimeter: 'it',
    decisions: [
      { since: { daysAgo: 302 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 140 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['head-office', 'group', 'gent', 'linz', 'deutschland'], since: { daysAgo: 140 }, accepted: true }],
  }),
  measure({
    key: 'admin-tiers',
    solution: 'admin-tiers',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 70 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'access-review',
    solution: 'access-review',
    perimeter: 'head-office',
    decisions: [
      { since: { daysAgo: 163 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 84 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['group', 'it', 'hr', 'lab', 'deutschland', 'italia', 'gent'], since: { daysAgo: 84 }, accepted: true }],
  }),
  measure({
    key: 'auto-closing',
    solution: 'auto-closing',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 88 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'password-vault',
    solution: 'password-vault',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 585 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: ['head-office', 'lab', 'gent', 'linz', 'deutschland'], since: { daysAgo: 585 }, accepted: true }],
  }),
  measure({
    key: 'password-rules',
    solution: 'password-rules',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 700 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'erp-duties',
    solution: 'erp-duties',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 54 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'badge-sessions-gent',
    solution: 'badge-sessions',
    perimeter: 'gent',
    decisions: [
      { since: { daysAgo: 551 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 480 }, status: 'IMPLEMENTED' },
    ],
  }),
  measure({
    key: 'badge-sessions-linz',
    solution: 'badge-sessions',
    perimeter: 'linz',
    decisions: [{ since: { daysAgo: 52 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }],
  }),
  measure({
    key: 'role-model',
    solution: 'role-model',
    perimeter: 'it',
    decisions: [
      {
        since: { daysAgo: 260 },
        status: 'NOT_IMPLEMENTED',
        decision: 'DISCARDED',
        justification: {
          en: 'Ninety profiles would take two years to agree; group membership by department and half-yearly reviews give most of the benefit.',
          fr: 'Quatre-vingt-dix profils demanderaient deux ans de concertation ; les groupes par service et les revues semestrielles apportent l’essentiel.',
        },
      },
    ],
  }),
]
