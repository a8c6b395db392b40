import { sql } from 'kysely'
import { registerRules } from '#kit/server/access/register-rules.ts'
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

/** What happened in a perimeter or a grouping that a local role reaches. */
const placed = anyOf(withinReach(), withinGrouping())

const named =
  (table: string): RowRule =>
  (row, who) =>
    who.memberId === null
      ? false
      : sql<boolean>`exists (select 1 from public.${sql.raw(table)} l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')} and l.target_id = ${who.memberId})`

const own = anyOf(assignedTo(), createdBySelf)
/** Whoever works on an incident, declared it or was told of it. */
const concerned = anyOf(own, named('incident__told'))
const open: RowRule = (row) => sql<boolean>`not ${row('confidential')}`
const local = anyOf(allOf(placed, open), concerned)

/** Confidential incidents are seen by global pilots and those concerned alone (INC-03). */
export const incidentRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: anyOf(open, concerned),
    local_pilote: local,
    local_auditor: local,
    contributor: concerned,
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, own), contributor: createdBySelf }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(allOf(placed, open), own), contributor: own }),
  comment: byRole({ global_pilote: everyRow, local_pilote: local, contributor: concerned }),
  delete: byRole({ global_pilote: everyRow, local_pilote: allOf(placed, createdBySelf) }),
  regular: byRole({ global_pilote: everyRow, local_pilote: anyOf(allOf(placed, open), own), contributor: own }),
}

const exemptionRegister = registerRules('exemption_register')
/** Contributors ask for exemptions: the default register is there for everybody's requests. */
export const exemptionRegisterRules: RowRules = {
  ...exemptionRegister,
  read: anyOf(exemptionRegister.read, byRole({ contributor: (row) => sql<boolean>`${row('is_default')}` })),
}
export const gapRegisterRules: RowRules = registerRules('gap_register')

const within =
  (target: string): RowRule =>
  (row, who) =>
    sql<boolean>`exists (select 1 from public.exemption__perimeters l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')} and ${sql.raw(target)} = any(${who.perimeterIds}::bigint[]))`
/** As lists are chosen and counted: what lies within reach is looked up once. */
const somewhere = within('l.target_id')
const elsewhere: RowRule = (row, who) =>
  sql<boolean>`not exists (select 1 from public.exemption__perimeters l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')} and not l.target_id = any(${who.perimeterIds}::bigint[]))`
/** All its perimeters are within reach. A sum is known to no index: what is asked of the few rows of a page looks at their perimeters, not at all within reach. */
const inside = allOf(within('l.target_id + 0'), elsewhere)
/** Asked for by them, or in their name. */
export const requestedFor: RowRule = (row, who) => (who.memberId === null ? false : sql<boolean>`coalesce(${row('requester_id')} = ${who.memberId}, false)`)
const requested: RowRule = anyOf(own, requestedFor)
const kept = throughParent('exemption_register', 'register_id')

/** Asked for by anybody for a place of theirs, decided by pilots of all its perimeters and by those to whom the register is given (EXM-04). */
export const exemptionRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(somewhere, kept, requested),
    local_auditor: anyOf(somewhere, kept),
    contributor: anyOf(requested, kept),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(inside, kept), contributor: createdBySelf }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(inside, kept, requested), contributor: anyOf(requested, kept) }),
  delete: byRole({ global_pilote: everyRow, local_pilote: anyOf(allOf(inside, createdBySelf), kept) }),
}
/** Whose decision it is. */
export const mayDecide: RowRule = byRole({ global_pilote: everyRow, local_pilote: anyOf(inside, kept), contributor: kept })

const gapRegister = rowRef('holding')
/** A chapter is seen and written with its register. */
const withRegister =
  (verb: 'read' | 'update'): RowRule =>
  (row, who) => {
    const rule = gapRegisterRules[verb](gapRegister, who)
    return typeof rule === 'boolean'
      ? rule
      : sql<boolean>`exists (select 1 from public.gap_register holding where holding.customer_id = ${row('customer_id')} and holding.id = ${row('register_id')} and ${asSql(rule)})`
  }
export const gapGroupRules: RowRules = {
  read: withRegister('read'),
  create: withRegister('update'),
  update: withRegister('update'),
  delete: withRegister('update'),
}

const found = throughParent('gap_register', 'register_id')
export const gapRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(placed, found),
    local_auditor: anyOf(placed, found),
    contributor: anyOf(assignedTo(), found),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, found) }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, found), contributor: assignedTo() }),
  comment: byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, found), contributor: anyOf(assignedTo(), found) }),
  delete: byRole({ global_pilote: everyRow, local_pilote: anyOf(found, allOf(placed, createdBySelf)) }),
  regular: byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, found) }),
}
