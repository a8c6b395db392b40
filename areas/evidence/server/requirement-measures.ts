import { sql, type RawBuilder } from 'kysely'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import { unionAll } from '#kit/server/data/store/union-all.ts'

/** A query for the `requirement_id` of each requirement, the `measure_id` of each measure that answers it, and the `perimeter_id` in which it does. */
export const measuresAnswer = extensionPoint<(customer: RawBuilder<unknown>) => RawBuilder<unknown>>()

/** The same of all that say so, to stand behind `from`. */
export const everyAnswer = (customer: RawBuilder<unknown>): RawBuilder<unknown> =>
  unionAll(
    measuresAnswer.all().map((answers) => answers(customer)),
    sql`select null::bigint as requirement_id, null::bigint as measure_id, null::bigint as perimeter_id where false`,
  )
