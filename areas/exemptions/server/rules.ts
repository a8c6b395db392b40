import { sql, type RawBuilder } from 'kysely'
import { registerRules } from '#kit/server/access/register-rules.ts'
import {
  allOf,
  anyOf,
  asSql,
  byRole,
  createdBySelf,
  everyRow,
  ifNamed,
  ownedBySelf,
  withinGrouping,
  type Reader,
  type RowRef,
  type RowRule,
  type RowRules,
} from '#kit/server/access/row-rule.ts'
import { anyWay, byPlace } from '#kit/server/access/ways.ts'
import { inTheirRegister } from '#kit/server/access/register-rules.ts'

const exemptionRegister = registerRules('exemption_register')
/** Contributors ask for exemptions: the default register is there for everybody's requests. */
export const exemptionRegisterRules: RowRules = {
  ...exemptionRegister,
  read: anyOf(exemptionRegister.read, byRole({ contributor: (row) => sql<boolean>`${row('is_default')}` })),
}

/** The set repeats the links of an exemption (migrations/20261125T0201); a version gone by tells none, and there the links are asked. */
const links = {
  set: { from: sql.table('public.perimeter_set_member'), owner: sql.ref('set_id'), of: 'perimeter_set_id', target: sql.ref('perimeter_id') },
  own: { from: sql.table('public.exemption__perimeters'), owner: sql.ref('owner_id'), of: 'id', target: sql.ref('target_id') },
} as const
const bySet =
  (rule: (of: (typeof links)['set' | 'own'], row: RowRef, who: Reader) => RawBuilder<boolean>): RowRule =>
  (row, who) =>
    anyWay([rule(links.set, row, who), sql<boolean>`${row('perimeter_set_id')} is null and ${rule(links.own, row, who)}`])

/** To so many perimeters their exemptions are found by an index; beyond, every exemption is asked which set it has, which costs less than fetching most of them. */
const fewPerimeters = 20
/** Whether it is known whom a rule speaks of, as lists do that are planned for their reader; a text that is kept for a whole kind of people is not. */
const known = (ids: Reader['perimeterIds']): ids is readonly number[] => Array.isArray(ids)
/** Some of its perimeters are within reach. All sets that are so are looked up once: what lists are chosen and counted by has a cost that the planner knows. */
const somewhere = bySet(({ from, owner, of, target }, row, who) => {
  const theirs = sql`(select in_link.${owner} from ${from} in_link where in_link.customer_id = current_customer() and in_link.${target} = any(${who.perimeterIds}::bigint[]))`
  const few = of === 'perimeter_set_id' && known(who.perimeterIds) && who.perimeterIds.length <= fewPerimeters
  return byPlace(few ? sql`${row(of)} = any(array${theirs})` : sql`(${row(of)} is not null and ${row(of)} in ${theirs})`)
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
const requested: RowRule = anyOf(ownedBySelf, requestedFor)
const inRegister = inTheirRegister('exemption_register')

/** Asked for by anybody for a place of theirs, seen by whoever reaches one of its perimeters or holds its grouping, decided by pilots of all its perimeters and by those to whom the register is given (EXM-04). */
export const exemptionRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(somewhere, withinGrouping(), inRegister, requested),
    local_auditor: anyOf(somewhere, withinGrouping(), inRegister),
    contributor: anyOf(requested, inRegister),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(inside, inRegister), contributor: createdBySelf }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(inside, inRegister, requested), contributor: anyOf(requested, inRegister) }),
  delete: byRole({ global_pilote: everyRow, local_pilote: anyOf(allOf(inside, createdBySelf), inRegister) }),
}
const decides = (placed: RowRule) => byRole({ global_pilote: everyRow, local_pilote: anyOf(placed, inRegister), contributor: inRegister })
/** Whose decision it is. */
export const mayDecide: RowRule = decides(inside)
/** The same as a list asks it. */
export const mayDecideOf: RowRule = decides(allInside)
