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
const kept = throughParent('runbook')

export const runbookRules: RowRules = registerRules('runbook')

/** Managed by the pilots of its place and by those who were given its runbook; read by whoever is to do it. */
export const runtaskRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(withinPlace, kept, assignedTo()),
    local_auditor: anyOf(withinPlace, kept),
    contributor: anyOf(assignedTo(), kept),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, kept) }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, kept) }),
  delete: byRole({ global_pilote: everyRow, local_pilote: anyOf(kept, allOf(withinPlace, createdBySelf)) }),
}

const approvedBySelf: RowRule = (row, who) => (who.memberId === null ? false : ifNamed(row('approver_id'), sql`= ${who.memberId}`))
/** Theirs to answer, or to look at once it is answered. */
const own = anyOf(assignedTo(), approvedBySelf)
const managed = byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, kept) })

/** Answered by whom it is given to; made, moved and removed by the program alone. */
export const occurrenceRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(withinPlace, kept, own),
    local_auditor: anyOf(withinPlace, kept),
    contributor: anyOf(own, kept),
  }),
  create: byGlobalPilots,
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, kept, own), contributor: own }),
  comment: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, kept, own), contributor: anyOf(own, kept) }),
  delete: byGlobalPilots,
  regular: managed,
}

/** Whose it is to answer. */
export const mayAnswer: RowRule = byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, kept, assignedTo()), contributor: assignedTo() })
/** Whose decision it is whether an answer holds. */
export const mayDecide: RowRule = byRole({
  global_pilote: everyRow,
  local_pilote: anyOf(withinPlace, kept, approvedBySelf),
  contributor: anyOf(approvedBySelf, kept),
})
export { managed as managesOccurrence }
