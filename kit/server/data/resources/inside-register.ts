import { sql, type RawBuilder } from 'kysely'
import { asSql, type Reader, type RowRef, type RowRule } from '#kit/server/access/row-rule.ts'
import { byHashes } from '#kit/server/access/ways.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'

export const held = rowRef('held')

/** That the reader finds what is held, to stand behind a condition: in a plan that is kept for readers of any reach, and so under `coalesce`, where it cannot be taken for what finds the rows. */
export function found(rule: RowRule, who: Reader | undefined): RawBuilder<unknown> {
  const readable = who ? rule(held, who) : true
  return readable === true ? sql`` : sql` and coalesce(${typeof readable === 'boolean' ? asSql(readable) : byHashes(readable)}, false)`
}

/** Over what a register holds, as far as the reader finds it there. */
export const inside =
  (entity: string, rule: RowRule, by = 'register_id') =>
  (row: RowRef, who: Reader | undefined, what: ReturnType<typeof sql>): ReturnType<typeof sql> =>
    sql`(select ${what} from ${sql.table(entity)} held where held.customer_id = ${row('customer_id')} and held.${sql.raw(by)} = ${row('id')}${found(rule, who)})`
