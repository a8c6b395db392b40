import { sql } from 'kysely'
import { asSql, type Reader, type RowRef, type RowRule } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'

export const held = rowRef('held')
/** Over what a register holds, as far as the reader finds it there. */
export const inside =
  (entity: string, rule: RowRule, by = 'register_id') =>
  (row: RowRef, who: Reader | undefined, what: ReturnType<typeof sql>): ReturnType<typeof sql> => {
    const readable = who ? rule(held, who) : true
    return sql`(select ${what} from ${sql.table(entity)} held where held.customer_id = ${row('customer_id')} and held.${sql.raw(by)} = ${row('id')}${readable === true ? sql`` : sql` and coalesce(${asSql(readable)}, false)`})`
  }
