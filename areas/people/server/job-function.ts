import { sql } from 'kysely'
import { byGlobalPilots, everyRow } from '#kit/server/access/row-rule.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { jobFunction } from '#areas/people/contract/job-function.ts'

/** Everybody reads whom to ask. */
export const jobFunctions = defineResource({
  def: jobFunction,
  rules: { read: everyRow, create: byGlobalPilots, update: byGlobalPilots, delete: byGlobalPilots },
  derived: {
    holder_names: (
      row,
    ) => sql`(select string_agg(distinct m.name, ', ') from job_function__holders h join member m on m.customer_id = h.customer_id and m.id = h.member_id
      where h.customer_id = ${row('customer_id')} and h.owner_id = ${row('id')})`,
  },
})
