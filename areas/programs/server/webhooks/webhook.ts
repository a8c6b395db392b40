import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'

import { defineResource } from '#kit/server/data/resources/resource.ts'
import { webhook } from '#areas/programs/contract/webhook.ts'
import { administered, dayOf } from '#areas/programs/server/api-key.ts'
import { answered } from '#areas/programs/server/reach.ts'

const ofMessages = (row: RowRef, what: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
  sql`(select ${what} from public.webhook_delivery d where d.customer_id = ${row('customer_id')} and d.webhook_id = ${row('id')} and ${which})`

const midnight = (row: RowRef) =>
  sql`(select ${dayOf(row)}::timestamp at time zone in_zone.time_zone from public.customer in_zone where in_zone.id = ${row('customer_id')})`

export const webhooks = defineResource({
  def: webhook,
  rules: { read: administered, create: administered, update: administered, delete: administered },
  derived: {
    state: (row) =>
      sql`case when ${row('off_since')} is not null then 'OFF' when not ${answered(row)} then 'SUSPENDED' when ${row('paused')} then 'PAUSED' else 'ACTIVE' end`,
    today: (row) => ofMessages(row, sql`count(*)::int`, sql`d.made_at >= ${midnight(row)}`),
    retrying: (row) => ofMessages(row, sql`count(*)::int`, sql`d.state = 'WAITING' and d.attempts > 0`),
    last_at: (row) => ofMessages(row, sql`max(d.made_at)`, sql`true`),
    former_until: (row) =>
      sql`(select max(s.until) from public.webhook_secret s where s.customer_id = ${row('customer_id')} and s.webhook_id = ${row('id')} and s.until > moment())`,
  },
})
