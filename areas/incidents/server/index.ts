export { nameOf } from './declare.ts'
export { incidentRules } from './rules.ts'
export { incidentOpen, incidentsOfAction } from './facts.ts'
