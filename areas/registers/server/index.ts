export { startGaps } from './start-gaps.ts'
export { exemptionRules, gapRules, incidentRules } from './rules.ts'
