export { acceptBenefits, serve, writablePerimeters } from './beneficiaries.ts'
export { measureRules } from './rules.ts'
export { holdPlans, undo } from './undo.ts'
export { currentEfficiency, implement, measureFor, plan, reset, unplan } from './lifecycle.ts'
