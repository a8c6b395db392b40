export { moved } from './follow.ts'
export { riskRules } from './rules.ts'
