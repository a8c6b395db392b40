import { sql } from 'kysely'
import {
  allOf,
  anyOf,
  assignedTo,
  byRole,
  createdBySelf,
  everyRow,
  withinGrouping,
  withinReach,
  type RowRule,
  type RowRules,
} from '#kit/server/access/row-rule.ts'

/** Named among those who work on it; looked up once, so that the rows are found by their ids. */
const takesPart: RowRule = (row, who) =>
  who.memberId === null
    ? false
    : sql<boolean>`${row('id')} = any(array(select l.owner_id from public.isp_project__members l where l.customer_id = current_customer() and l.target_id = ${who.memberId}))`

const theirs = anyOf(assignedTo(), takesPart)
const placed = anyOf(withinReach(), withinGrouping())
/** An interrupted project is only read by people until it is reopened, which the program does for those who may decide about it (PRJ-13). */
const goesOn: RowRule = (row, who) => (who.memberId === null ? true : sql<boolean>`${row('status')} <> 'INTERRUPTED'`)

/** Whose it is to decide, to interrupt and to reopen: pilots of its perimeter (PRJ-13, PRJ-14). */
export const mayDecide: RowRule = byRole({ global_pilote: everyRow, local_pilote: placed })
const managed = allOf(mayDecide, goesOn)

/** Seen by whoever reaches its perimeter and by whom it is given to, who work on it (SEC-18). */
export const ispProjectRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(placed, theirs),
    local_auditor: placed,
    contributor: theirs,
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: withinReach() }),
  update: allOf(byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, theirs), contributor: theirs }), goesOn),
  comment: byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, theirs), contributor: theirs }),
  delete: allOf(byRole({ global_pilote: everyRow, local_pilote: allOf(placed, createdBySelf) }), goesOn),
  regular: managed,
}
