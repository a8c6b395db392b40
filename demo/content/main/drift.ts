import type { Drift } from '#demo/content/types.ts'

/** What slipped through in months of work, as it does everywhere. */
export const drift: Drift = {
  unmanagedPerimeters: ['logistics', 'lab', 'integrator'],
  unownedMeasures: [
    'time-servers',
    'media-destruction',
    'reflex-cards',
    'degraded-mode-gent',
    'safety-separation-west',
    'badge-sessions-linz',
    'power-cooling',
  ],
  lateOwners: [
    ['phishing-exercises', 52],
    ['privacy-assessment', 45],
    ['threat-watch', 38],
    ['vulnerability-scan', 31],
    ['change-board', 24],
    ['web-filter', 17],
    ['usb-station-central', 10],
  ],
  renamed: {
    measure: 'legacy-isolation-gent',
    ago: 34,
    name: { en: 'Filtered zone between the workshop and the office', fr: 'Zone filtrée entre l’atelier et la bureautique' },
  },
  unkeptEvidence: ['build-restore-tests', 'gateway-drawings'],
}
