// What areas above may use of the measures' screens.
export { ImplementDialog, ImplementFields, type ImplementAsked, type ImplementValues as ImplementSaid } from './fork-dialog.tsx'
export { proposedDue, useOfferedPlans } from './offered-plans.ts'
