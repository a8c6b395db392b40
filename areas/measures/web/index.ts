// What areas above may use of the measures' screens.
export { ImplementDialog, ImplementFields, type ImplementAsked, type ImplementSaid } from './fork-dialog.tsx'
export { proposedDue, useOfferedPlans } from './offered-plans.ts'
