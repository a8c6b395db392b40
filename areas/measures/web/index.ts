// What areas above may use of the measures' screens.
export { ImplementDialog, type ImplementAsked } from './fork-dialog.tsx'
export { useOfferedPlans } from './offered-plans.ts'
