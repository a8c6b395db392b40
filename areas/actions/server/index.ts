export { abandonMeasures, measuresOf } from './effects.ts'
export { isProject, projectFacts } from './projects.ts'
export { remediationRules } from './rules.ts'
export {
  actionCancelled,
  actionFinished,
  actionOpen,
  actionsBesides,
  actionsOnDay,
  actionVersions,
  measuresOfAction,
  openActionsOf,
  plannedFor,
} from './facts.ts'
