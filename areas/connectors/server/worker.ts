import { sql } from 'kysely'
import { byGlobalPilots, noRow, type RowRef } from '#kit/server/access/row-rule.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { offlineAfter, worker } from '#areas/connectors/contract/worker.ts'

const seen = (row: RowRef, column: string) =>
  sql`(select s.${sql.ref(column)} from public.worker_seen s where s.customer_id = ${row('customer_id')} and s.worker_id = ${row('id')})`

export const workers = defineResource({
  def: worker,
  rules: { read: byGlobalPilots, create: byGlobalPilots, update: byGlobalPilots, delete: noRow },
  derived: {
    state: (row) =>
      sql`case when ${row('revoked_at')} is not null then 'REVOKED' when ${seen(row, 'last_seen_at')} > moment() - make_interval(secs => ${sql.lit(offlineAfter)}) then 'ONLINE' else 'OFFLINE' end`,
    last_seen_at: (row) => seen(row, 'last_seen_at'),
    agent_version: (row) => seen(row, 'agent_version'),
  },
})
