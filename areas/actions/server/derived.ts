import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import type { Derived } from '#kit/server/data/resource.ts'
import { remediationStatuses } from '#areas/actions/contract/lifecycle.ts'
import { en } from '#areas/actions/locales/en.ts'
import { fr } from '#areas/actions/locales/fr.ts'

/** The day it is for the customer; read once per statement, not per row. */
export const today = sql`(select (moment() at time zone c.time_zone)::date from customer c where c.id = current_customer())`

const ended = sql`('FINISHED', 'CANCELLED')`

/** Past its target date and not ended. */
export const late = (row: RowRef): RawBuilder<boolean> =>
  sql`coalesce(${row('target_date')} < ${today} and ${row('status')} not in ${ended}, false)`

const tasks = (row: RowRef, what: RawBuilder<unknown>) =>
  sql`(select ${what} from remediation__tasks k where k.customer_id = ${row('customer_id')} and k.owner_id = ${row('id')})`

const progress: Derived = (row) => sql`case when ${row('status')} = 'FINISHED' then 100
  else ${tasks(row, sql`coalesce(round(100.0 * count(*) filter (where k.status = 'DONE') / nullif(count(*), 0)), 0)::int`)} end`

/** Warnings that do not refuse anything (FRM-34; decisions, Lifecycles). */
const warning: Derived = (row, lang) => {
  const { target_past, open_tasks } = { en, fr }[lang].warnings
  return sql`case when ${late(row)} then jsonb_build_object('status', true, 'message', ${target_past}::text)
    when ${row('status')} = 'FINISHED' and ${tasks(row, sql`coalesce(bool_or(k.status = 'TO_DO'), false)`)} then jsonb_build_object('status', true, 'message', ${open_tasks}::text)
    else jsonb_build_object('status', false) end`
}

/** Written as in the index that gives the order of lists. */
const closed: Derived = (row) => sql`(${row('status')} in ${ended})`

const mine: Derived = (row, _, who) =>
  who ? sql`(coalesce(${row('manager_id')} = ${who.memberId}, false) or coalesce(${row('group_id')} = any(${who.groupIds}::bigint[]), false))` : sql`false`

export const remediationDerived: Readonly<Record<string, Derived>> = { closed, mine, progress, late, warning }

const ofPlan = (row: RowRef, what: RawBuilder<unknown>) =>
  sql`(select ${what} from remediation a where a.customer_id = ${row('customer_id')} and a.program_id = ${row('id')})`
const assignedTo = (
  row: RowRef,
  table: 'member' | 'group',
  column: 'member_id' | 'group_id',
) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name), '[]')
  from assignment s join ${sql.table(table)} o on o.customer_id = s.customer_id and o.id = ${sql.ref(`s.${column}`)}
  where s.customer_id = ${row('customer_id')} and s.entity = 'program' and s.object_id = ${row('id')})`

export const programDerived: Readonly<Record<string, Derived>> = {
  assigned: (row) =>
    sql`jsonb_build_object('members', ${assignedTo(row, 'member', 'member_id')}, 'groups', ${assignedTo(row, 'group', 'group_id')})`,
  actions: (row) => ofPlan(row, sql`count(*)`),
  late: (row) => ofPlan(row, sql`count(*) filter (where a.target_date < ${today} and a.status not in ${ended})`),
  counts: (row) =>
    ofPlan(
      row,
      sql`jsonb_build_object(${sql.join(remediationStatuses.flatMap((status) => [sql.lit(status), sql`count(*) filter (where a.status = ${sql.lit(status)})`]))})`,
    ),
  progress: (row) =>
    ofPlan(
      row,
      sql`round(100.0 * count(*) filter (where a.status = 'FINISHED') / nullif(count(*) filter (where a.status <> 'CANCELLED'), 0))::int`,
    ),
}
