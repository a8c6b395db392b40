import { sql } from 'kysely'
import { assignedToNobody } from '#kit/server/access/row-rule.ts'
import { checkRules, inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import { beginningOf } from '#kit/server/data/sql/today.ts'
import { evidenceChecks } from '#areas/evidence/contract/checks.ts'
import { isShown, isShownNowhere } from './evidence-places.ts'

/** Days that somebody has to say what a new one is for. */
const placedWithin = sql.lit(7)

export const evidenceRowChecks = checkRules(
  evidenceChecks,
  {
    EXPIRED_IN_USE: (row, today) => sql`(${row('valid_until')} < ${today} and ${isShown(row)})`,
    UNUSED: (row, today) => sql`(${row('created_at')} < ${beginningOf(sql`${today} - ${placedWithin}::int`)} and ${isShownNowhere(row)})`,
    NO_OWNER: (row) => sql`(${assignedToNobody(row)} and ${isShown(row)})`,
  },
  inOnePerimeter,
)
