export { gapFindings } from './findings/import-findings.ts'
export { startGaps } from './gap-effects.ts'
export { gapRules } from './rules.ts'
export { gapOpen, openGapsAt } from './facts.ts'
