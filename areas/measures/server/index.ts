export { serve } from './beneficiaries.ts'
export { currentEfficiency, implement, measureFor, plan, reset, unplan } from './lifecycle.ts'
