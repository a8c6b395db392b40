import { sql } from 'kysely'
import { allOf, anyOf, assignedTo, byRole, createdBySelf, everyRow, withinGrouping, type RowRule, type RowRules } from '#kit/server/access/row-rule.ts'

const within =
  (target: string): RowRule =>
  (row, who) =>
    sql<boolean>`exists (select 1 from public.indicator__perimeters in_place where in_place.customer_id = ${row('customer_id')} and in_place.owner_id = ${row('id')} and ${sql.raw(target)} = any(${who.perimeterIds}::bigint[]))`
const listed = within('in_place.target_id')
/** Some perimeter of its grouping. */
const grouped: RowRule = (row, who) =>
  sql<boolean>`(${row('tag_id')} is not null and exists (select 1 from public.tag__perimeters in_place where in_place.customer_id = ${row('customer_id')} and in_place.owner_id = ${row('tag_id')} and in_place.target_id = any(${who.perimeterIds}::bigint[])))`
/** Its grouping as a whole, to whoever holds a local role in it: what its perimeters amount to together is theirs too. */
export const wholeGrouping = withinGrouping()
const somewhere = anyOf(listed, grouped, wholeGrouping)
const isGlobal: RowRule = (row) => sql<boolean>`${row('is_global')}`
const elsewhere: RowRule = (row, who) =>
  sql<boolean>`not exists (select 1 from public.indicator__perimeters in_place where in_place.customer_id = ${row('customer_id')} and in_place.owner_id = ${row('id')} and not in_place.target_id = any(${who.perimeterIds}::bigint[]))`
const isLocal: RowRule = (row) => sql<boolean>`not ${row('is_global')}`
/** All its perimeters are within reach, or its grouping is. A sum is known to no index, as with metrics. */
const inside = allOf(isLocal, anyOf(allOf(within('in_place.target_id + 0'), elsewhere), wholeGrouping))
const found = anyOf(isGlobal, somewhere)

/** Global ones are said by global pilots and read by everybody who reads any; local ones by the pilots of all their perimeters, read by those of any. */
export const indicatorRules: RowRules = {
  read: byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: anyOf(found, assignedTo()), local_auditor: found }),
  create: byRole({ global_pilote: everyRow, local_pilote: inside }),
  update: byRole({ global_pilote: everyRow, local_pilote: inside }),
  comment: byRole({ global_pilote: everyRow, local_pilote: anyOf(found, assignedTo()) }),
  delete: byRole({ global_pilote: everyRow, local_pilote: allOf(inside, createdBySelf) }),
}

/** Whose values are looked at wherever they are; others look at those of the perimeters within their reach. */
export const readsAll: RowRule = byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: assignedTo() })
