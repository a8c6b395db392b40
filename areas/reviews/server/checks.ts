import { sql } from 'kysely'
import { checkRules, inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import { beginningOf } from '#kit/server/data/sql/today.ts'
import { reviewChecks } from '#areas/reviews/contract/checks.ts'

/** Days after which what ended should have been looked at. */
const closedWithin = sql.lit(30)

export const reviewRowChecks = checkRules(
  reviewChecks,
  { WAITING: (row, today) => sql`(${row('status')} = 'OPEN' and ${row('created_at')} < ${beginningOf(sql`${today} - ${closedWithin}::int`)})` },
  inOnePerimeter,
)
