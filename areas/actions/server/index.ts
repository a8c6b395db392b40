export { abandonMeasures, measuresOf } from './effects.ts'
export { keepMonths, monthsBefore, type ActionCounts } from './months.ts'
export { externalTickets, externalStatusOf, type ExternalTickets } from './external-tickets.ts'
export { isProject, projectFacts } from './projects.ts'
export { changesActionState, managesAction, remediationRules } from './rules.ts'
export {
  actionCancelled,
  actionFinished,
  actionOpen,
  actionsBesides,
  actionsNow,
  defaultPlan,
  everyAction,
  everyPlan,
  evidencesOfAction,
  furtherMeasures,
  holdAction,
  holdPlan,
  holdPlanInUse,
  measuresBuilt,
  measuresOfAction,
  openActionsOf,
  plannedFor,
  proofDemanded,
  proofLinks,
} from './facts.ts'
