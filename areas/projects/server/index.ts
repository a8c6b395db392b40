export { ispProjectRules } from './rules.ts'
