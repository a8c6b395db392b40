export { exemptionRules } from './rules.ts'
export {
  exemptionAsked,
  exemptionInForce,
  exemptionLeavesOut,
  exemptionOpen,
  exemptionsInForceAt,
  exemptionsOfAction,
  projectExempted,
  renewalsAsked,
} from './facts.ts'
