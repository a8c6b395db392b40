import { sql, type RawBuilder } from 'kysely'

/**
 * All that several queries answer, as one to stand behind `from` or `in`: what the areas put in at an extension point. Where there is none, `none` stands for them: a query of the same
 * columns and types that answers no row.
 */
export const unionAll = (queries: readonly RawBuilder<unknown>[], none: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${queries.length === 0 ? none : sql.join(queries, sql` union all `)})`
