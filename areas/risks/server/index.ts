export { moved } from './follow.ts'
export { riskRules } from './rules.ts'
export { guardShares, linkedAfter, shareLinesOf, sharesBy, sharesIn, type ShareLine, type Shares } from './shares.ts'
