import { sql } from 'kysely'
import { allOf, anyOf, byRole, createdBySelf, everyRow, ownedBySelf, withinPlace, type RowRule, type RowRules } from '#kit/server/access/row-rule.ts'
import { amongFew } from '#kit/server/access/ways.ts'

/** Looked up once, so that the rows are found by their ids. */
const named =
  (table: string): RowRule =>
  (row, who) =>
    who.memberId === null
      ? false
      : amongFew(
          row('id'),
          sql`select in_link.owner_id from public.${sql.raw(table)} in_link where in_link.customer_id = current_customer() and in_link.target_id = ${who.memberId}`,
        )

/** Whoever works on an incident, declared it or was told of it. */
const concerned = anyOf(ownedBySelf, named('incident__told'))
const open: RowRule = (row) => sql<boolean>`not ${row('confidential')}`
const local = anyOf(allOf(withinPlace, open), concerned)

/** Confidential incidents are seen by global pilots and those concerned alone (INC-03). */
export const incidentRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: anyOf(open, concerned),
    local_pilote: local,
    local_auditor: local,
    contributor: concerned,
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, ownedBySelf), contributor: createdBySelf }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(allOf(withinPlace, open), ownedBySelf), contributor: ownedBySelf }),
  comment: byRole({ global_pilote: everyRow, local_pilote: local, contributor: concerned }),
  delete: byRole({ global_pilote: everyRow, local_pilote: allOf(withinPlace, createdBySelf) }),
  regular: byRole({ global_pilote: everyRow, local_pilote: anyOf(allOf(withinPlace, open), ownedBySelf), contributor: ownedBySelf }),
}
