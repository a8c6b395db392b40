import { sql } from 'kysely'
import { registerRules } from '#kit/server/access/register-rules.ts'
import {
  allOf,
  anyOf,
  assignedTo,
  byGlobalPilots,
  byRole,
  createdBySelf,
  everyRow,
  ifNamed,
  throughParent,
  withinPlace,
  type RowRule,
  type RowRules,
} from '#kit/server/access/row-rule.ts'

/** In a runbook that was given to them. */
const inAssignedRunbook = throughParent('runbook')

export const runbookRules: RowRules = registerRules('runbook')

/** Managed by the pilots of its place and by those who were given its runbook; read by whoever is to do it. */
export const runtaskRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(withinPlace, inAssignedRunbook, assignedTo()),
    local_auditor: anyOf(withinPlace, inAssignedRunbook),
    contributor: anyOf(assignedTo(), inAssignedRunbook),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, inAssignedRunbook) }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, inAssignedRunbook) }),
  delete: byRole({ global_pilote: everyRow, local_pilote: anyOf(inAssignedRunbook, allOf(withinPlace, createdBySelf)) }),
}

const approvedBySelf: RowRule = (row, who) => (who.memberId === null ? false : ifNamed(row('approver_id'), sql`= ${who.memberId}`))
/** Theirs to answer, or to look at once it is answered. */
const own = anyOf(assignedTo(), approvedBySelf)
const managed = byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, inAssignedRunbook) })

/** Answered by whom it is given to; made, moved and removed by the program alone. */
export const occurrenceRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(withinPlace, inAssignedRunbook, own),
    local_auditor: anyOf(withinPlace, inAssignedRunbook),
    contributor: anyOf(own, inAssignedRunbook),
  }),
  create: byGlobalPilots,
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, inAssignedRunbook, own), contributor: own }),
  comment: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, inAssignedRunbook, own), contributor: anyOf(own, inAssignedRunbook) }),
  delete: byGlobalPilots,
  regular: managed,
}

/** Whose it is to answer. */
export const mayAnswer: RowRule = byRole({
  global_pilote: everyRow,
  local_pilote: anyOf(withinPlace, inAssignedRunbook, assignedTo()),
  contributor: assignedTo(),
})
/** Whose decision it is whether an answer holds. */
export const mayDecide: RowRule = byRole({
  global_pilote: everyRow,
  local_pilote: anyOf(withinPlace, inAssignedRunbook, approvedBySelf),
  contributor: anyOf(approvedBySelf, inAssignedRunbook),
})
export { managed as managesOccurrence }
