export { abandonMeasures, measuresOf } from './effects.ts'
export { isProject, projectFacts } from './projects.ts'
export { remediationRules } from './rules.ts'
