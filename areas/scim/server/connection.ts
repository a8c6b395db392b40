import { sql, type RawBuilder } from 'kysely'
import { allOf, byGlobalPilots, noRow, type RowRef, type RowRule } from '#kit/server/access/row-rule.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { scimConnection } from '#areas/scim/contract/connection.ts'

/** Days before its end from which a connection is said to end soon. */
const endsSoon = 15

/** Where the organisation is closed to other programs, nobody finds connections. */
const shownHere: RowRule = (row) =>
  sql<boolean>`not exists (select 1 from public.customer in_customer where in_customer.id = ${row('customer_id')} and (in_customer.properties ->> 'hidePublicApi')::boolean)`
const administered = allOf(byGlobalPilots, shownHere)

const dayOf = (row: RowRef) =>
  sql`(select day_in(moment(), in_customer.time_zone) from public.customer in_customer where in_customer.id = ${row('customer_id')})`

const answered = (row: RowRef) =>
  sql`exists (select 1 from public.member w where w.customer_id = ${row('customer_id')} and w.id = ${row('maker_id')} and w.kind = 'MEMBER' and not w.disabled and not w.archived
    and coalesce(w.access_start <= ${dayOf(row)}, true) and coalesce(w.access_end >= ${dayOf(row)}, true) and 'global_pilote' = any(w.roles))`

const seen = (row: RowRef, what: RawBuilder<unknown>) =>
  sql`(select ${what} from public.scim_seen s where s.customer_id = ${row('customer_id')} and s.connection_id = ${row('id')})`

export const connections = defineResource({
  def: scimConnection,
  rules: { read: administered, create: administered, update: administered, delete: noRow },
  derived: {
    state: (
      row,
    ) => sql`case when ${row('revoked_at')} is not null then 'REVOKED' when ${row('ends_on')} < ${dayOf(row)} then 'ENDED' when ${row('paused')} then 'PAUSED'
      when not ${answered(row)} then 'SUSPENDED' when ${row('trial')} then 'TRIAL' when ${row('ends_on')} <= ${dayOf(row)} + ${sql.lit(endsSoon)} then 'ENDING' else 'ON' end`,
    people: (row) =>
      sql`(select count(*)::int from public.scim_user u where u.customer_id = ${row('customer_id')} and u.connection_id = ${row('id')} and u.deleted_at is null)`,
    groups: (row) => sql`(select count(*)::int from public.scim_group g where g.customer_id = ${row('customer_id')} and g.connection_id = ${row('id')})`,
    last_at: (row) => seen(row, sql`s.last_at`),
    last_address: (row) => seen(row, sql`host(s.last_address)`),
    former_until: (row) =>
      sql`(select max(s.until) from public.scim_token s where s.customer_id = ${row('customer_id')} and s.connection_id = ${row('id')} and s.until > moment())`,
  },
})
