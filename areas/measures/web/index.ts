// What areas above may use of the measures' screens.
export type { ImplementAsked, ImplementValues as ImplementSaid } from './fork-dialog.tsx'
export { proposedDue, useOfferedPlans } from './offered-plans.ts'

/** The dialog by which a measure is put in place and its fields, once somebody asks for them. */
export const implementing = () => import('./fork-dialog.tsx')
