import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'

/** Somebody follows it, and it has not ended. */
export const projectFollowed = (row: RowRef): RawBuilder<boolean> => sql`(${row('status')} <> 'CLOSED' and ${row('followed')})`

/** The projects of a customer, whatever became of them, to stand behind `from`. */
export const everyProject = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_project.* from isp_project in_project where in_project.customer_id = ${customer})`
