import { sql } from 'kysely'
import {
  allOf,
  anyOf,
  assignedTo,
  byPilots,
  byRole,
  createdBySelf,
  everyRow,
  throughParent,
  withinPlace,
  type RowRule,
  type RowRules,
} from '#kit/server/access/row-rule.ts'

/** Given to whoever asks or one of their groups. */
const takesPart = throughParent('isp_project', 'id')

const theirs = anyOf(assignedTo(), takesPart)
/** An interrupted project is only read by people until it is reopened, which the program does for those who may decide about it (PRJ-13). */
const goesOn: RowRule = (row, who) => (who.memberId === null ? true : sql<boolean>`${row('status')} <> 'INTERRUPTED'`)

/** Whose it is to decide, to interrupt and to reopen: pilots of its perimeter, and those to whom it is assigned (PRJ-12, PRJ-13, PRJ-14). */
export const mayDecide: RowRule = byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, takesPart) })
const managed = allOf(mayDecide, goesOn)

/** Seen by whoever reaches its perimeter and by whom it is given to, who work on it (SEC-18). */
export const ispProjectRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(withinPlace, theirs),
    local_auditor: withinPlace,
    contributor: theirs,
  }),
  create: byPilots,
  update: allOf(byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, theirs), contributor: theirs }), goesOn),
  comment: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, theirs), contributor: theirs }),
  delete: allOf(byRole({ global_pilote: everyRow, local_pilote: allOf(withinPlace, createdBySelf) }), goesOn),
  regular: managed,
}
