import { allOf, anyOf, assignedTo, byRole, createdBySelf, everyRow, withinReach, type RowRules } from '#kit/server/access/row-rule.ts'
import { shownByRows } from './evidence-places.ts'

const own = anyOf(assignedTo(), createdBySelf)
const ofRowsInReach = shownByRows(({ inReach }) => inReach)
const ofRowsWorkedOn = shownByRows(({ workedOn }) => workedOn)
const local = anyOf(withinReach(), own, ofRowsInReach)

/** Kept by the pilots of its perimeter and by whoever it belongs to; read by whoever reads a row that shows it. */
export const evidenceRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: local,
    local_auditor: anyOf(withinReach(), ofRowsInReach),
    contributor: anyOf(own, ofRowsWorkedOn),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinReach(), own), contributor: createdBySelf }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinReach(), own), contributor: own }),
  delete: byRole({ global_pilote: everyRow, local_pilote: allOf(anyOf(withinReach(), own), createdBySelf) }),
}
