export { exemptionRules } from './rules.ts'
export {
  everyExemption,
  exemptionAsked,
  exemptionInForce,
  exemptionLeavesOut,
  exemptionOpen,
  exemptionsInForceAt,
  exemptionsOfAction,
  projectExempted,
  renewalsAsked,
} from './facts.ts'
