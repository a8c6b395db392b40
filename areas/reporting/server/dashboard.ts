import { sql } from 'kysely'
import { defineResource, type WriteContext, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import { dashboard } from '#areas/reporting/contract/dashboard.ts'
import { letDashboardGo } from './links.ts'
import { dashboardRules } from './rules.ts'

/** Somebody who makes a dashboard owns it unless they say who does. */
function guard({ tx, verb, changes }: WriteContext<typeof dashboard>): void {
  if (verb === 'create' && changes.owner === undefined && tx.who.memberId !== null) changes.owner = tx.who.memberId
}

/** What is put away or gone is read by nobody, links included. */
async function follow({ tx, verb, before, after }: WrittenContext<typeof dashboard>): Promise<void> {
  const id = before?.id ?? after?.id
  if (id !== undefined && (verb === 'delete' || (after?.archived === true && before?.archived !== true))) await letDashboardGo(tx, id)
}

const version = (row: Parameters<typeof dashboardRules.read>[0], what: ReturnType<typeof sql>) =>
  sql`(select ${what} from public.dashboard_version v where v.customer_id = ${row('customer_id')} and v.dashboard_id = ${row('id')} and v.state = 'FROZEN' order by v.number desc limit 1)`

export const dashboardResource = defineResource({
  def: dashboard,
  rules: dashboardRules,
  derived: {
    published_version: (row) => version(row, sql`v.number`),
    published_at: (row) => version(row, sql`v.moment`),
    links: (row) =>
      sql`(select count(*)::int from public.dashboard_link l where l.customer_id = ${row('customer_id')} and l.dashboard_id = ${row('id')} and l.revoked_at is null and l.expires_at > moment() and (l.code_hash is null or l.tries < 5))`,
    computing: (row) =>
      sql`exists (select 1 from public.dashboard_version v where v.customer_id = ${row('customer_id')} and v.dashboard_id = ${row('id')} and v.state = 'COMPUTING' and v.moment > moment() - interval '15 minutes')`,
    is_home: (row, _lang, who) =>
      who?.memberId == null
        ? sql`false`
        : sql`exists (select 1 from public.dashboard_home h where h.customer_id = ${row('customer_id')} and h.dashboard_id = ${row('id')} and h.member_id = ${who.memberId})`,
  },
  beforeWrite: guard,
  afterWrite: follow,
  refusals: { access: 'reporting.errors.no_access', edit: 'reporting.errors.no_edit' },
})
