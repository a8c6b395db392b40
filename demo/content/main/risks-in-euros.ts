import type { RiskRegisterStory } from '#demo/content/risk-story.ts'

/** What the dearest risks are thought to cost: times a year, then k€ each time, as least, likeliest and greatest. */
export const risksInEuros: NonNullable<RiskRegisterStory['euros']> = {
  'ransomware-brno': {
    BEFORE: [0.2, 0.5, 1, 400, 1800, 9000],
    NOW: [0.05, 0.2, 0.5, 300, 1200, 6000],
    AFTER: [0.02, 0.08, 0.2, 200, 600, 2500],
  },
  furnaces: { NOW: [0.05, 0.15, 0.4, 500, 1500, 5000], AFTER: [0.01, 0.05, 0.2, 500, 1500, 5000] },
  integrator: { BEFORE: [0.3, 0.8, 2, 50, 250, 1500], NOW: [0.05, 0.2, 0.6, 50, 250, 1500] },
  drawings: { NOW: [0.1, 0.3, 1, 80, 300, 2000], AFTER: [0.05, 0.15, 0.4, 80, 300, 2000] },
  'erp-fraud': { NOW: [0.2, 0.5, 1.5, 10, 60, 800], AFTER: [0.1, 0.2, 0.6, 10, 60, 400] },
  phishing: { BEFORE: [4, 12, 30, 1, 5, 60], NOW: [1, 4, 12, 1, 4, 40], AFTER: [0.5, 2, 6, 1, 4, 30] },
  laptop: { NOW: [2, 5, 12, 1, 2, 8], AFTER: [2, 5, 12, 0.5, 1.5, 3] },
  host: { NOW: [0.02, 0.05, 0.2, 200, 900, 4000] },
}
