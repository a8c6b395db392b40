import { sql } from 'kysely'
import { allOf, anyOf, assignedTo, byPilots, byRole, createdBySelf, everyRow, withinPlace, type RowRule, type RowRules } from '#kit/server/access/row-rule.ts'

/** Given to whoever asks or one of their groups; looked up once, so that the rows are found by their ids. */
const takesPart: RowRule = (row, who) =>
  who.memberId === null
    ? false
    : sql<boolean>`${row('id')} = any(array(select in_assignment.object_id from public.assignment in_assignment where in_assignment.customer_id = current_customer() and in_assignment.entity = 'isp_project'
        and (in_assignment.member_id = ${who.memberId} or in_assignment.group_id = any(${who.groupIds}::bigint[]))))`

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
