import { sql } from 'kysely'
import {
  allOf,
  anyOf,
  asSql,
  assignedTo,
  byRole,
  createdBySelf,
  everyRow,
  throughParent,
  withinGrouping,
  withinReach,
  type RowRule,
  type RowRules,
} from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/columns.ts'

const action = rowRef('in_action')

/** What an action shows that falls under a rule of actions. */
const shownBy =
  (rule: RowRule): RowRule =>
  (row, who) =>
    sql<boolean>`exists (select 1 from (select customer_id, owner_id, target_id from public.remediation__evidences union all select customer_id, owner_id, target_id from public.remediation__task_evidences) in_link
      join public.remediation in_action on in_action.customer_id = in_link.customer_id and in_action.id = in_link.owner_id
      where in_link.customer_id = ${row('customer_id')} and in_link.target_id = ${row('id')} and ${asSql(rule(action, who))})`

const time = rowRef('in_occurrence')

/** What an occurrence of a recurring task shows that falls under a rule of occurrences. */
const shownByOccurrence =
  (rule: RowRule): RowRule =>
  (row, who) =>
    sql<boolean>`exists (select 1 from public.occurrence__evidences in_link join public.occurrence in_occurrence on in_occurrence.customer_id = in_link.customer_id and in_occurrence.id = in_link.owner_id
      where in_link.customer_id = ${row('customer_id')} and in_link.target_id = ${row('id')} and ${asSql(rule(time, who))})`

const withTask: RowRule = (row, who) =>
  who.memberId === null
    ? false
    : sql<boolean>`exists (select 1 from public.remediation__tasks in_task where in_task.customer_id = ${row('customer_id')} and in_task.owner_id = ${row('id')} and in_task.manager_id = ${who.memberId})`

const own = anyOf(assignedTo(), createdBySelf)
/** As actions and occurrences are read. */
const ofActionsInReach = anyOf(shownBy(withinReach()), shownByOccurrence(anyOf(withinReach(), withinGrouping(), throughParent('runbook'))))
const ofActionsWorkedOn = anyOf(
  shownBy(anyOf(assignedTo(), withTask, throughParent('program'))),
  shownByOccurrence(anyOf(assignedTo(), assignedTo('approver_id', null), throughParent('runbook'))),
)
const local = anyOf(withinReach(), own, ofActionsInReach)

/** Kept by the pilots of its perimeter and by whoever it belongs to; read by whoever reads an action or an occurrence that shows it. */
export const evidenceRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: local,
    local_auditor: anyOf(withinReach(), ofActionsInReach),
    contributor: anyOf(own, ofActionsWorkedOn),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinReach(), own), contributor: createdBySelf }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinReach(), own), contributor: own }),
  delete: byRole({ global_pilote: everyRow, local_pilote: allOf(anyOf(withinReach(), own), createdBySelf) }),
}
