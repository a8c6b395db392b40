export { enter } from './enter.ts'
export { metricValues } from './sheet/import-values.ts'
export { setUses, type User } from './formula/uses.ts'
