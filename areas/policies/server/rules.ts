import { allOf, byRole, createdBySelf, everyRow, withinReach, type RowRules } from '#kit/server/access/row-rule.ts'

/** What belongs to a perimeter is seen where the perimeter is. */
export const reached = byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: withinReach(), local_auditor: withinReach() })
const decided = byRole({ global_pilote: everyRow, local_pilote: withinReach() })

/** A policy is the organisation's: whoever holds the right reaches all of it. */
export const shared: RowRules = { read: everyRow, create: everyRow, update: everyRow, delete: everyRow }
export const applicationRules: RowRules = { read: reached, create: everyRow, update: everyRow, delete: everyRow }
/** Local pilots say what does not apply in their own perimeters; what somebody else left out is the global pilots' to bring back (SEC-18). */
export const notApplicableRules: RowRules = {
  read: reached,
  create: decided,
  update: decided,
  delete: byRole({ global_pilote: everyRow, local_pilote: allOf(withinReach(), createdBySelf) }),
}
