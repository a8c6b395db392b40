import { allOf, anyOf, byRole, createdBySelf, everyRow, ownedBySelf, withinReach, type RowRules } from '#kit/server/access/row-rule.ts'
import { shownByRows, shownInReach } from './evidence-places.ts'

const ofRowsWorkedOn = shownByRows(({ workedOn }) => workedOn)
const local = anyOf(withinReach(), ownedBySelf, shownInReach)

/** Kept by the pilots of its perimeter and by whoever it belongs to; read by whoever reads a row that shows it. */
export const evidenceRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: local,
    local_auditor: anyOf(withinReach(), shownInReach),
    contributor: anyOf(ownedBySelf, ofRowsWorkedOn),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinReach(), ownedBySelf), contributor: createdBySelf }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinReach(), ownedBySelf), contributor: ownedBySelf }),
  delete: byRole({ global_pilote: everyRow, local_pilote: allOf(anyOf(withinReach(), ownedBySelf), createdBySelf) }),
}
