import { measure } from '#demo/content/define.ts'
import type { Measure } from '#demo/content/types.ts'
import { everywhereBut } from '#demo/content/main/perimeters.ts'

/** What perimeters decided: workstations, servers and vulnerabilities. */
export const systemsMeasures: readonly Measure[] = [
  measure({
    key: 'edr',
    solution: 'edr',
    perimeter: 'head-office',
    decisions: [
      { since: { daysAgo: 672 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 530 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      { perimeters: ['group', 'it', 'hr', 'lab', 'deutschland', 'gent', 'linz'], since: { daysAgo: 530 }, accepted: true },
      { perimeters: ['saint-etienne', 'brno', 'italia'], since: { daysAgo: 405 }, accepted: true },
      { perimeters: ['zaragoza'], since: { daysAgo: 215 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 85 }, accepted: true },
      { perimeters: ['katowice'], since: { daysAgo: 12 }, accepted: false },
    ],
  }),
  measure({
    key: 'allow-listing',
    solution: 'allow-listing',
    perimeter: 'gent',
    decisions: [
      { since: { daysAgo: 493 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 410 }, status: 'IMPLEMENTED' },
    ],
  }),
  measure({
    key: 'mail-filter',
    solution: 'mail-filter',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 700 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 700 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 398 }, accepted: true },
    ],
  }),
  measure({
    key: 'disk-encryption',
    solution: 'disk-encryption',
    perimeter: 'it',
    decisions: [
      { since: { daysAgo: 558 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 500 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'katowice', 'aquilor'), since: { daysAgo: 500 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 160 }, accepted: true },
    ],
  }),
  measure({
    key: 'device-management',
    solution: 'device-management',
    perimeter: 'it',
    decisions: [
      { since: { daysAgo: 512 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 430 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      {
        perimeters: ['head-office', 'group', 'hr', 'lab', 'deutschland', 'italia', 'gent', 'linz'],
        since: { daysAgo: 430 },
        accepted: true,
      },
    ],
  }),
  measure({
    key: 'patching',
    solution: 'patching',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 650 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      { perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 650 }, accepted: true },
      { perimeters: ['aquilor'], since: { daysAgo: 210 }, accepted: true },
    ],
  }),
  measure({
    key: 'vulnerability-scan',
    solution: 'vulnerability-scan',
    perimeter: 'it',
    decisions: [
      { since: { daysAgo: 161 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 103 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: everywhereBut('it', 'katowice'), since: { daysAgo: 103 }, accepted: true }],
  }),
  measure({
    key: 'plant-patch-window-katowice',
    solution: 'plant-patch-window',
    perimeter: 'katowice',
    decisions: [{ since: { daysAgo: 38 }, status: 'TO_IMPLEMENT' }],
  }),
  measure({
    key: 'plant-patch-window-gent',
    solution: 'plant-patch-window',
    perimeter: 'gent',
    decisions: [{ since: { daysAgo: 640 }, status: 'IMPLEMENTED' }],
  }),
  measure({
    key: 'hardening',
    solution: 'hardening',
    perimeter: 'it',
    decisions: [{ since: { daysAgo: 565 }, status: 'IMPLEMENTED' }],
    beneficiaries: [
      {
        perimeters: ['head-office', 'group', 'hr', 'lab', 'deutschland', 'gent', 'linz', 'brno'],
        since: { daysAgo: 565 },
        accepted: true,
      },
    ],
  }),
  measure({
    key: 'software-packaging',
    solution: 'software-packaging',
    perimeter: 'it',
    decisions: [
      { since: { daysAgo: 557 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 470 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [
      {
        perimeters: ['head-office', 'group', 'hr', 'lab', 'gent', 'linz', 'brno', 'saint-etienne'],
        since: { daysAgo: 470 },
        accepted: true,
      },
    ],
  }),
  measure({
    key: 'usb-station-gent',
    solution: 'usb-station',
    perimeter: 'gent',
    decisions: [{ since: { daysAgo: 640 }, status: 'IMPLEMENTED' }],
  }),
  measure({
    key: 'usb-station-central',
    solution: 'usb-station',
    perimeter: 'central',
    servesOperator: false,
    decisions: [
      { since: { daysAgo: 309 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 252 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['linz', 'brno'], since: { daysAgo: 252 }, accepted: true }],
  }),
  measure({
    key: 'usb-station-zaragoza',
    solution: 'usb-station',
    perimeter: 'zaragoza',
    decisions: [
      {
        since: { daysAgo: 140 },
        status: 'NOT_IMPLEMENTED',
        decision: 'DISCARDED',
        justification: {
          en: 'The site disabled removable media on every machine and receives its files through the transfer service.',
          fr: 'Le site a désactivé les supports amovibles sur toutes les machines et reçoit ses fichiers par le service de transfert.',
        },
      },
    ],
  }),
  measure({
    key: 'media-destruction',
    solution: 'media-destruction',
    perimeter: 'it',
    decisions: [
      { since: { daysAgo: 572 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 540 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: everywhereBut('it', 'aquilor'), since: { daysAgo: 540 }, accepted: true }],
  }),
  measure({
    key: 'obsolescence-plan',
    solution: 'obsolescence-plan',
    perimeter: 'it',
    decisions: [
      { since: { daysAgo: 186 }, status: 'NOT_IMPLEMENTED', decision: 'PLANNED' },
      { since: { daysAgo: 120 }, status: 'IMPLEMENTED' },
    ],
    beneficiaries: [{ perimeters: ['gent', 'linz', 'brno', 'saint-etienne', 'head-office', 'group'], since: { daysAgo: 120 }, accepted: true }],
  }),
]
