export { acceptBenefits, serve, writablePerimeters } from './beneficiaries.ts'
export { measuresByGain } from './by-gain.ts'
export { measureRules } from './rules.ts'
export { actionFacts, holdPlans, type ActionFacts } from './action-facts.ts'
export { undo } from './undo.ts'
export { currentEfficiency, implement, measureFor, plan, reset, unplan } from './lifecycle.ts'
export { deductedPoints } from './derived.ts'
export {
  everyMeasure,
  lockMeasures,
  measureBeneficiaries,
  measureDecided,
  measureInPlace,
  measureOffers,
  measurePlanned,
  measureServes,
  measuresInPlace,
  measuresReadBy,
  measuresServing,
  measureWanted,
} from './facts.ts'
