export { exemptionRules } from './rules.ts'
export { exemptionAsked, exemptionInForce, exemptionLeavesOut, exemptionOpen, exemptionsInForceAt, projectExempted, renewalsAsked } from './facts.ts'
