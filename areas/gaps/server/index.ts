export { gapFindings } from './findings/import-findings.ts'
export { startGaps } from './gap-effects.ts'
export { gapRules } from './rules.ts'
export { everyGap, gapOpen, gapsOfAction, openGapsAt, usedGapRegisters } from './facts.ts'
