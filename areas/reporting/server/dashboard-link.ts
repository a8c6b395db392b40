import { sql } from 'kysely'
import { asSql, noRow, type RowRule } from '#kit/server/access/row-rule.ts'
import { localizedText, nameIf, rowRef } from '#kit/server/data/sql/columns.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { dashboardLink, endsSoon } from '#areas/reporting/contract/dashboard-link.ts'
import { codeTries } from '#areas/reporting/contract/share.ts'
import { perimeterRules } from '#areas/organisation/server/index.ts'
import { dashboardRules, readsDashboardOfLink } from './rules.ts'

type Row = Parameters<RowRule>[0]

const d = rowRef('d')
/** Something of the dashboard that a link opens. */
const ofDashboard = (row: Row, what: ReturnType<typeof sql>) =>
  sql`(select ${what} from public.dashboard d where d.customer_id = ${row('customer_id')} and d.id = ${row('dashboard_id')})`
const ofVersion = (row: Row, table: ReturnType<typeof sql>, id: ReturnType<typeof sql>, what: ReturnType<typeof sql>) =>
  sql`(select jsonb_build_object('id', o.id, 'name', ${what}) from public.dashboard_version v join ${table} o on o.customer_id = v.customer_id and o.id = ${id}
    where v.customer_id = ${row('customer_id')} and v.dashboard_id = ${row('dashboard_id')} and v.number = ${row('number')})`
const opened = (row: Row, what: ReturnType<typeof sql>) =>
  sql`(select ${what} from public.dashboard_opening p where p.customer_id = ${row('customer_id')} and p.link_id = ${row('id')})`

const stateOf = (row: Row) => sql`case when ${row('revoked_at')} is not null then 'REVOKED' when ${row('expires_at')} <= moment() then 'ENDED'
  when ${row('code_hash')} is not null and ${row('tries')} >= ${sql.lit(codeTries)} then 'CLOSED'
  when ${row('expires_at')} <= moment() + ${sql.lit(`${endsSoon} days`)}::interval then 'ENDING' else 'OPEN' end`

export const dashboardLinkResource = defineResource({
  def: dashboardLink,
  rules: { read: readsDashboardOfLink, create: noRow, update: noRow, delete: noRow },
  derived: {
    label: (row, lang) => sql`coalesce(${row('name')}, ${ofDashboard(row, sql`coalesce(${localizedText(d, 'name', lang)}, d.identifier)`)})`,
    dashboard: (row, lang) =>
      ofDashboard(row, sql`jsonb_build_object('id', d.id, 'name', coalesce(${localizedText(d, 'name', lang)}, d.identifier), 'identifier', d.identifier)`),
    // Of a perimeter beyond the reader's there is a word, as wherever a row names one.
    perimeter: (row, lang, who) =>
      ofVersion(
        row,
        sql`public.perimeter`,
        sql`v.perimeter_id`,
        nameIf(who ? perimeterRules.read(rowRef('o'), who) : true, sql`coalesce(${localizedText(rowRef('o'), 'name', lang)}, o.identifier)`, lang),
      ),
    publisher: (row) => ofVersion(row, sql`public.member`, sql`v.published_by`, sql`o.name`),
    state: stateOf,
    made_at: (row) => row('created_at'),
    made_by: (row) =>
      sql`(select jsonb_build_object('id', m.id, 'name', m.name) from public.member m where m.customer_id = ${row('customer_id')} and m.id = ${row('created_by')})`,
    has_code: (row) => sql`(${row('code_hash')} is not null)`,
    networks: (row) => sql`nullif(array_to_string(${row('networks')}::text[], ', '), '')`,
    openings: (row) => opened(row, sql`coalesce(sum(p.count), 0)::int`),
    last_at: (row) => opened(row, sql`max(p.last_at)`),
    revocable: (row, _lang, who) =>
      who?.rights.has('dashboard_link.write')
        ? sql`(${row('revoked_at')} is null and ${row('expires_at')} > moment() and coalesce(${ofDashboard(row, sql`${asSql(dashboardRules.update(d, who))}`)}, false))`
        : sql`false`,
  },
  asks: {
    dashboard: (row, ids) => sql<boolean>`${row('dashboard_id')} = any(${ids})`,
    made_by: (row, ids) => sql<boolean>`${row('created_by')} = any(${ids})`,
  },
})
