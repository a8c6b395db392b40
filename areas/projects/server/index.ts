export { ispProjectRules } from './rules.ts'
export { projectFollowed } from './facts.ts'
