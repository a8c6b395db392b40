import { sql } from 'kysely'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { allOf, anyOf, asSql, byRole, createdBySelf, everyRow, ifNamed, withinReach, type RowRule, type RowRules } from '#kit/server/access/row-rule.ts'

const named =
  (...accesses: readonly string[]): RowRule =>
  (row, who) =>
    who.memberId === null
      ? false
      : sql<boolean>`${row('id')} = any(array(select in_reader.owner_id from public.dashboard__users_with_access in_reader where in_reader.customer_id = current_customer() and in_reader.user_id = ${who.memberId} and in_reader.access = any(${accesses}::text[])))`
const owned: RowRule = (row, who) => (who.memberId === null ? false : ifNamed(row('owner_id'), sql`= ${who.memberId}`))
const isPublic: RowRule = (row) => sql<boolean>`${row('visibility')} = 'PUBLIC'`
/** At its place or below it; one without a place is the whole organisation's. */
const atOrBelow: RowRule = (row, who) =>
  sql<boolean>`(${row('perimeter_id')} is null or ${row('perimeter_id')} = any(array(select in_above.ancestor_id from public.perimeter_closure in_above where in_above.customer_id = current_customer() and in_above.descendant_id = any(${who.perimeterIds}::bigint[]))))`

const reads = anyOf(named('VIEW', 'EDIT'), owned, createdBySelf)
const publicHere = allOf(isPublic, atOrBelow)
const edits = anyOf(named('EDIT'), owned)
const isPrivate: RowRule = (row) => sql<boolean>`${row('visibility')} = 'PRIVATE'`

/** Administrators see all; a public one is read by the pilots and auditors at its place and below, a private one by those who are named (DSH-02). What it shows is the reader's own part whatever it is. */
export const dashboardRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: anyOf(isPublic, reads),
    local_pilote: anyOf(publicHere, reads),
    local_auditor: anyOf(publicHere, reads),
    contributor: named('VIEW', 'EDIT'),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(isPrivate, withinReach()) }),
  update: byRole({ global_pilote: everyRow, local_pilote: allOf(edits, anyOf(isPrivate, withinReach())) }),
  delete: byRole({ global_pilote: everyRow, local_pilote: allOf(owned, createdBySelf) }),
}

const shown = rowRef('in_shown')

/** Whoever reads the dashboard finds its links, as far as they have the right to read any. */
export const readsDashboardOfLink: RowRule = (row, who) =>
  sql<boolean>`coalesce((select ${asSql(dashboardRules.read(shown, who))} from public.dashboard in_shown where in_shown.customer_id = ${row('customer_id')} and in_shown.id = ${row('dashboard_id')}), false)`
