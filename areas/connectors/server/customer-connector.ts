import { sql, type RawBuilder } from 'kysely'
import { byGlobalPilots, type RowRef } from '#kit/server/access/row-rule.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { quotaCounts, type QuotaCount } from '#areas/tenancy/server/index.ts'
import { customerConnector } from '#areas/connectors/contract/customer-connector.ts'
import { periodSeconds, freshPeriods } from './schedule.ts'

const ofState = (row: RowRef, what: RawBuilder<unknown>) =>
  sql`(select ${what} from public.connector_state s where s.customer_id = ${row('customer_id')} and s.connector_id = ${row('id')})`
const ofLast = (row: RowRef, what: RawBuilder<unknown>) =>
  sql`(select ${what} from public.connector_job j where j.customer_id = ${row('customer_id')} and j.connector_id = ${row('id')} order by j.id desc limit 1)`

/** Seconds from one run of a connector to the next. */
export const rhythmSeconds = (row: RowRef): RawBuilder<number> =>
  sql<number>`case ${row('periodicity')} ${sql.join(
    Object.entries(periodSeconds).map(([rhythm, seconds]) => sql`when ${sql.lit(rhythm)} then ${sql.lit(seconds)}`),
    sql` `,
  )} end`

export const customerConnectors = defineResource({
  def: customerConnector,
  rules: { read: byGlobalPilots, create: byGlobalPilots, update: byGlobalPilots, delete: byGlobalPilots },
  derived: {
    last_status: (row) => ofLast(row, sql`j.status`),
    last_at: (row) => ofLast(row, sql`coalesce(j.ended_at, j.started_at, j.asked_at)`),
    last_error: (row) => ofLast(row, sql`j.error`),
    last_counts: (row) => ofLast(row, sql`j.counts`),
    good_at: (row) => ofState(row, sql`s.good_at`),
    fresh_until: (row) => ofState(row, sql`s.good_at + make_interval(secs => ${sql.lit(freshPeriods)} * ${rhythmSeconds(row)})`),
    failing_since: (row) => ofState(row, sql`s.failing_since`),
    next_at: (row) => sql`case when not ${row('paused')} then ${ofState(row, sql`s.next_at`)} end`,
  },
})

/** Every connector, paused ones too. */
export const connectorQuota: QuotaCount = { name: 'connectors', entity: 'customer_connector', counts: () => sql`true`, refused: 'connectors.errors.quota' }
export const connectorQuotaCounted = quotaCounts.with(connectorQuota)
