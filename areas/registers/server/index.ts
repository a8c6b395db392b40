export { gapFindings } from './findings/import-findings.ts'
export { startGaps } from './gap-effects.ts'
export { exemptionRules, gapRules, incidentRules } from './rules.ts'
