import { sql, type RawBuilder } from 'kysely'
import { allOf, byGlobalPilots, noRow, type RowRef, type RowRule } from '#kit/server/access/row-rule.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { apiKey } from '#areas/programs/contract/api-key.ts'
import { answered } from './reach.ts'

/** Days before its end from which a key is said to end soon, at the least: else those of its reminder. */
const endsSoon = 15

/** Where the public API is hidden, nobody finds keys. */
const shownHere: RowRule = (row) =>
  sql<boolean>`not exists (select 1 from public.customer in_customer where in_customer.id = ${row('customer_id')} and (in_customer.properties ->> 'hidePublicApi')::boolean)`
export const administered = allOf(byGlobalPilots, shownHere)

export const dayOf = (row: RowRef) =>
  sql`(select day_in(moment(), in_customer.time_zone) from public.customer in_customer where in_customer.id = ${row('customer_id')})`
const used = (row: RowRef, what: RawBuilder<unknown>) =>
  sql`(select ${what} from public.api_key_use u where u.customer_id = ${row('customer_id')} and u.key_id = ${row('id')})`

export const stateOf = (row: RowRef) => sql`case when ${row('revoked_at')} is not null then 'REVOKED' when ${row('ends_on')} < ${dayOf(row)} then 'ENDED'
  when not ${answered(row)} then 'SUSPENDED' when ${row('ends_on')} <= ${dayOf(row)} + greatest(${sql.lit(endsSoon)}, ${row('reminder_days')}) then 'ENDING' else 'ACTIVE' end`

export const apiKeys = defineResource({
  def: apiKey,
  rules: { read: administered, create: administered, update: administered, delete: noRow },
  derived: {
    perimeters: (
      row,
      lang,
    ) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', ${lang === 'fr' ? sql`coalesce(p.name_fr, p.name_en)` : sql`coalesce(p.name_en, p.name_fr)`}, 'identifier', p.identifier) order by p.id), '[]')
      from member__perimeters mp join perimeter p on p.customer_id = mp.customer_id and p.id = mp.target_id
      where mp.customer_id = ${row('customer_id')} and mp.owner_id = ${row('agent_id')})`,
    state: stateOf,
    today: (row) => sql`coalesce(${used(row, sql`case when u.day = ${dayOf(row)} then u.day_calls end`)}, 0)`,
    last_at: (row) => used(row, sql`u.last_at`),
    last_address: (row) => used(row, sql`host(u.last_address)`),
    former_until: (row) =>
      sql`(select max(s.until) from public.api_key_secret s where s.customer_id = ${row('customer_id')} and s.key_id = ${row('id')} and s.until > moment())`,
  },
})
