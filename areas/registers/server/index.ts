export { gapFindings } from './findings/import-findings.ts'
export { startGaps } from './gap-effects.ts'
export { exemptionRules, gapRules, incidentRules } from './rules.ts'
export {
  exemptionAsked,
  exemptionInForce,
  exemptionLeavesOut,
  exemptionOpen,
  exemptionsInForceAt,
  gapOpen,
  incidentOpen,
  openGapsAt,
  projectExempted,
  renewalsAsked,
} from './facts.ts'
