import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'

/** Somebody follows it, and it has not ended. */
export const projectFollowed = (row: RowRef): RawBuilder<boolean> => sql`(${row('status')} <> 'CLOSED' and ${row('followed')})`
