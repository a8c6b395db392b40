import { measure } from '#demo/content/define.ts'
import type { Measure } from '#demo/content/types.ts'
import { everywhereBut } from '#demo/content/main/perimeters.ts'

/** What perimeters decided: governance and compliance. */
export const governanceMeasures: readonly Measure[] = [
  measure({
    key: 'policy-set',
    solution: 'policy-set',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 700 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'roles-map',
    solution: 'roles-map',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 640 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 640 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'site-correspondents',
    solution: 'site-correspondents',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 570 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'zaragoza', 'aquilor'), since: { daysAgo: 570 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
      { perimeters: ['zaragoza'], since: { daysAgo: 60 }, accepted: true },
    ],
  }),
  measure({
    key: 'steering-committee',
    solution: 'steering-committee',
    perimeter: 'group',
    decisions: [{ since: { daysAgo: 600 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('group', 'aquilor'), since: { daysAgo: 600 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'risk-analysis',
    solution: 'risk-analysis',
    perimeter: 'head-office',
    decisions: [
      { since: { daysAgo: 327 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 240 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      { perimeters: ['group', 'it', 'hr', 'lab', 'deutschland', 'gent', 'linz'], since: { daysAgo: 240 }, accepted: true },
      { perimeters: ['brno'], since: { daysAgo: 130 }, accepted: true },
    ],
  }),
  measure({
    key: 'authority-contacts',
    solution: 'authority-contacts',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 600 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 600 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'threat-watch',
    solution: 'threat-watch',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 620 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 620 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'project-security',
    solution: 'project-security',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 590 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: ['group', 'it', 'hr', 'lab', 'deutschland', 'italia'], since: { daysAgo: 590 }, accepted: true }],
  }),
  measure({
    key: 'internal-audit',
    solution: 'internal-audit',
    perimeter: 'group',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('group', 'aquilor'), since: { daysAgo: 700 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'security-indicators',
    solution: 'security-indicators',
    perimeter: 'head-office',
    decisions: [
      { since: { daysAgo: 92 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 44 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: everywhereBut('head-office'), since: { daysAgo: 44 }, accepted: true }],
  }),
  measure({
    key: 'legal-register',
    solution: 'legal-register',
    perimeter: 'head-office',
    decisions: [{ since: { daysAgo: 560 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('head-office', 'aquilor'), since: { daysAgo: 560 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'corrective-register',
    solution: 'corrective-register',
    perimeter: 'head-office',
    decisions: [
      { since: { daysAgo: 248 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 205 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: everywhereBut('head-office'), since: { daysAgo: 205 }, accepted: true }],
  }),
  measure({
    key: 'asset-inventory',
    solution: 'asset-inventory',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 610 }, status: 'IMPLEMENTED' }],
    beneficiaries: [{ perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 610 }, accepted: true }],
    efficiency: [
      {
        since: { daysAgo: 430 },
        value: 80,
        reason: { en: 'One server in five has no confirmed owner.', fr: 'Un serveur sur cinq n’a pas de propriétaire confirmé.' },
      },
    ],
  }),
]
