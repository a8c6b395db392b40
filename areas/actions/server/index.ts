export { abandonMeasures, measuresOf } from './effects.ts'
export { remediationRules } from './rules.ts'
