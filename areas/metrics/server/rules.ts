import { sql } from 'kysely'
import { allOf, anyOf, assignedTo, byRole, createdBySelf, everyRow, type RowRule, type RowRules } from '#kit/server/access/row-rule.ts'

const within =
  (target: string): RowRule =>
  (row, who) =>
    sql<boolean>`exists (select 1 from public.metric__perimeters in_place where in_place.customer_id = ${row('customer_id')} and in_place.owner_id = ${row('id')} and ${sql.raw(target)} = any(${who.perimeterIds}::bigint[]))`
/** As lists are chosen and counted: what lies within reach is looked up once. */
const somewhere = within('in_place.target_id')
const elsewhere: RowRule = (row, who) =>
  sql<boolean>`not exists (select 1 from public.metric__perimeters in_place where in_place.customer_id = ${row('customer_id')} and in_place.owner_id = ${row('id')} and not in_place.target_id = any(${who.perimeterIds}::bigint[]))`
/** All its perimeters are within reach. A sum is known to no index, as with exemptions. */
const inside = allOf(within('in_place.target_id + 0'), elsewhere)

/** Said by the pilots of all its perimeters, read by those of any; whoever it is given to reads it and enters its values (0018). */
export const metricRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(somewhere, assignedTo()),
    local_auditor: somewhere,
    contributor: assignedTo(),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: inside }),
  update: byRole({ global_pilote: everyRow, local_pilote: inside }),
  comment: byRole({ global_pilote: everyRow, local_pilote: anyOf(somewhere, assignedTo()) }),
  delete: byRole({ global_pilote: everyRow, local_pilote: allOf(inside, createdBySelf) }),
}

/** Whose values are looked at wherever they are; others look at those of the perimeters within their reach. */
export const readsAll: RowRule = byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: assignedTo(), contributor: assignedTo() })
/** Who enters values wherever the metric is measured. */
export const entersAll: RowRule = byRole({ global_pilote: everyRow, local_pilote: assignedTo(), contributor: assignedTo() })
