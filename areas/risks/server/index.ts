export { moved } from './follow.ts'
export { riskRules } from './rules.ts'
export { guardShares, shareLinesOf, sharesBy, sharesIn, type ShareLine, type Shares } from './shares.ts'
