import { byGlobalPilots, byRole, everyRow, withinReach, type RowRules } from '#kit/server/access/row-rule.ts'

/** A perimeter is within reach with all that lies below it. */
export const reached = withinReach('id')

export const perimeterRules: RowRules = {
  read: byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: reached, local_auditor: reached, contributor: reached }),
  // The new row is not in the reach that the session loaded; its parent is.
  create: byRole({ global_pilote: everyRow, local_pilote: withinReach('parent_id') }),
  update: byRole({ global_pilote: everyRow, local_pilote: reached }),
  delete: byGlobalPilots,
}
