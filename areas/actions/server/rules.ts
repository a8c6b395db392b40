import { sql } from 'kysely'
import { registerRules } from '#kit/server/access/register-rules.ts'
import {
  allOf,
  anyOf,
  assignedTo,
  both,
  byPilots,
  byRole,
  createdBySelf,
  everyRow,
  throughParent,
  withinReach,
  type RowRule,
  type RowRules,
} from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { defectOutcomes } from '#areas/actions/contract/remediation.ts'
import { projectFacts } from './projects.ts'

/** One of its tasks is theirs. */
export const ofTask: RowRule = (row, who) =>
  who.memberId === null
    ? false
    : sql<boolean>`exists (select 1 from public.remediation__tasks in_task where in_task.customer_id = ${row('customer_id')} and in_task.owner_id = ${row('id')} and in_task.manager_id = ${who.memberId})`

/** A contributor works on what is theirs: the action, or one of its tasks, is given to them or to one of their groups. */
const theirs = anyOf(assignedTo(), ofTask)
/** Whoever a plan is given to reads and discusses all of it, and works on what is theirs in it. */
const followed = anyOf(theirs, throughParent('program'))
/** Actions of a closed project rest until it is reopened (ACT-24). The closed ones are looked up once. */
const notResting: RowRule = (row) =>
  both(...projectFacts.all().map(({ closed }) => sql<boolean>`(${row('project_id')} is null or ${row('project_id')} <> all(array(${closed})))`))
const managed = allOf(byPilots, notResting)

export const remediationRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: withinReach(),
    local_auditor: withinReach(),
    contributor: followed,
  }),
  create: managed,
  update: allOf(anyOf(byPilots, byRole({ contributor: theirs })), notResting),
  comment: anyOf(byPilots, byRole({ contributor: followed })),
  // What somebody else created is the global pilots' to delete, or the plan's people's (SEC-18).
  delete: allOf(byRole({ global_pilote: everyRow, local_pilote: allOf(withinReach(), anyOf(createdBySelf, throughParent('program'))) }), notResting),
  regular: managed,
}

/** Whether a person manages actions of a perimeter, rather than works on one that was given to them. */
export const manages = (who: Who, perimeterId: unknown) =>
  who.roles.includes('global_pilote') || (who.roles.includes('local_pilote') && who.perimeterIds.some((id) => id === perimeterId))

/** The same as a rule of rows. */
export const managesAction: RowRule = byPilots
const accepted: (typeof defectOutcomes)[number] = 'ACCEPTED'
/** Whose it is to change the state of one that they may change: a defect that was accepted lowered its measure for good, and that is a pilot's to take back. */
export const changesActionState: RowRule = anyOf(managesAction, (row) => sql<boolean>`(${row('defect')} is distinct from ${accepted})`)

export const programRules: RowRules = registerRules('program')
