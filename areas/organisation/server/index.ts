export { perimeterRules } from './rules.ts'
export { appliedPlaces } from './checks.ts'
