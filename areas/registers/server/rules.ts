import { sql, type RawBuilder } from 'kysely'
import { registerRules } from '#kit/server/access/register-rules.ts'
import {
  allOf,
  anyOf,
  asSql,
  assignedTo,
  byRole,
  createdBySelf,
  everyRow,
  ifNamed,
  withinGrouping,
  withinReach,
  type Reader,
  type RowRef,
  type RowRule,
  type RowRules,
} from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/columns.ts'

/** What happened in a perimeter or a grouping that a local role reaches. */
const placed = anyOf(withinReach(), withinGrouping())

/** Looked up once, so that the rows are found by their ids. */
const named =
  (table: string): RowRule =>
  (row, who) =>
    who.memberId === null
      ? false
      : sql<boolean>`${row('id')} = any(array(select in_link.owner_id from public.${sql.raw(table)} in_link where in_link.customer_id = current_customer() and in_link.target_id = ${who.memberId}))`

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

/** Of a register of theirs: these are few, and looked up once, so that what they hold is found by an index. */
const inTheirRegister =
  (entity: string): RowRule =>
  (row, who) =>
    who.memberId === null
      ? false
      : sql<boolean>`${row('register_id')} = any(array(select in_assignment.object_id from public.assignment in_assignment where in_assignment.customer_id = current_customer() and in_assignment.entity = ${entity}
        and (in_assignment.member_id = ${who.memberId} or in_assignment.group_id = any(${who.groupIds}::bigint[]))))`

const exemptionRegister = registerRules('exemption_register')
/** Contributors ask for exemptions: the default register is there for everybody's requests. */
export const exemptionRegisterRules: RowRules = {
  ...exemptionRegister,
  read: anyOf(exemptionRegister.read, byRole({ contributor: (row) => sql<boolean>`${row('is_default')}` })),
}
export const gapRegisterRules: RowRules = registerRules('gap_register')

/** The set repeats the links of an exemption (migrations/20261125T0201); a version gone by tells none, and there the links are asked. */
const links = {
  set: { from: sql.table('public.perimeter_set_member'), owner: sql.ref('set_id'), of: 'perimeter_set_id', target: sql.ref('perimeter_id') },
  own: { from: sql.table('public.exemption__perimeters'), owner: sql.ref('owner_id'), of: 'id', target: sql.ref('target_id') },
} as const
const bySet =
  (rule: (of: (typeof links)['set' | 'own'], row: RowRef, who: Reader) => RawBuilder<boolean>): RowRule =>
  (row, who) =>
    sql<boolean>`(${rule(links.set, row, who)} or ${row('perimeter_set_id')} is null and ${rule(links.own, row, who)})`

/** To so many perimeters their exemptions are found by an index; beyond, every exemption is asked which set it has, which costs less than fetching most of them. */
const fewPerimeters = 20
/** Whether it is known whom a rule speaks of, as lists do that are planned for their reader; a text that is kept for a whole kind of people is not. */
const known = (ids: Reader['perimeterIds']): ids is readonly number[] => Array.isArray(ids)
/** Some of its perimeters are within reach. All sets that are so are looked up once: what lists are chosen and counted by has a cost that the planner knows. */
const somewhere = bySet(({ from, owner, of, target }, row, who) => {
  const theirs = sql`(select in_link.${owner} from ${from} in_link where in_link.customer_id = current_customer() and in_link.${target} = any(${who.perimeterIds}::bigint[]))`
  const few = of === 'perimeter_set_id' && known(who.perimeterIds) && who.perimeterIds.length <= fewPerimeters
  return few ? sql`${row(of)} = any(array${theirs})` : sql`coalesce(${row(of)}, 0) in ${theirs}`
})
/** Some are, and none is not. */
const inside = bySet(({ from, owner, of, target }, row, who) => {
  const theirs = sql`(select 1 from ${from} in_link where in_link.customer_id = ${row('customer_id')} and in_link.${owner} = ${row(of)}`
  const reached = sql`in_link.${target} = any(${who.perimeterIds}::bigint[])`
  return sql`exists ${theirs} and ${reached}) and not exists ${theirs} and not ${reached})`
})
/** The same of all rows at once: the sets that are so are looked up, and what has them is found by an index. */
const allInside: RowRule = (row, who) =>
  known(who.perimeterIds)
    ? sql<boolean>`(${row('perimeter_set_id')} = any(array(select in_link.set_id from public.perimeter_set_member in_link
        where in_link.customer_id = current_customer() and in_link.perimeter_id = any(${who.perimeterIds}::bigint[]) and not exists (select 1 from public.perimeter_set_member in_other
          where in_other.customer_id = current_customer() and in_other.set_id = in_link.set_id and not in_other.perimeter_id = any(${who.perimeterIds}::bigint[])))) or ${row('perimeter_set_id')} is null and ${asSql(inside(row, who))})`
    : inside(row, who)
/** Asked for by them, or in their name. */
export const requestedFor: RowRule = (row, who) => (who.memberId === null ? false : ifNamed(row('requester_id'), sql`= ${who.memberId}`))
const requested: RowRule = anyOf(own, requestedFor)
const kept = inTheirRegister('exemption_register')

/** Asked for by anybody for a place of theirs, seen by whoever reaches one of its perimeters or holds its grouping, decided by pilots of all its perimeters and by those to whom the register is given (EXM-04). */
export const exemptionRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(somewhere, withinGrouping(), kept, requested),
    local_auditor: anyOf(somewhere, withinGrouping(), kept),
    contributor: anyOf(requested, kept),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(inside, kept), contributor: createdBySelf }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(inside, kept, requested), contributor: anyOf(requested, kept) }),
  delete: byRole({ global_pilote: everyRow, local_pilote: anyOf(allOf(inside, createdBySelf), kept) }),
}
const decides = (placed: RowRule) => byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, kept), contributor: kept })
/** Whose decision it is. */
export const mayDecide: RowRule = decides(inside)
/** The same as a list asks it. */
export const mayDecideOf: RowRule = decides(allInside)

const gapRegister = rowRef('in_register')
/** A chapter is seen and written with its register. */
const withRegister =
  (verb: 'read' | 'update'): RowRule =>
  (row, who) => {
    const rule = gapRegisterRules[verb](gapRegister, who)
    return typeof rule === 'boolean'
      ? rule
      : sql<boolean>`exists (select 1 from public.gap_register in_register where in_register.customer_id = ${row('customer_id')} and in_register.id = ${row('register_id')} and ${asSql(rule)})`
  }
export const gapGroupRules: RowRules = {
  read: withRegister('read'),
  create: withRegister('update'),
  update: withRegister('update'),
  delete: withRegister('update'),
}

const found = inTheirRegister('gap_register')
/** Whoever manages the gaps of a place, or those of the register. */
export const managesGap: RowRule = byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, found) })
export const gapRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(placed, found),
    local_auditor: anyOf(placed, found),
    contributor: anyOf(assignedTo(), createdBySelf, found),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, found) }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, found), contributor: assignedTo() }),
  comment: byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, found), contributor: anyOf(assignedTo(), createdBySelf, found) }),
  delete: byRole({ global_pilote: everyRow, local_pilote: anyOf(found, allOf(placed, createdBySelf)) }),
  regular: byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, found) }),
}
