export { enterAt, readAt, type ValueOf } from './at-place.ts'
export { enter } from './enter.ts'
export { metricValues } from './sheet/import-values.ts'
export { setUses, setUsesOf, type User } from './formula/uses.ts'
