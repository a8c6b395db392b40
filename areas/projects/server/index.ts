export { ispProjectRules } from './rules.ts'
export { everyProject, projectFollowed } from './facts.ts'
