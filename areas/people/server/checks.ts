import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { checkRules, inPerimetersOf } from '#kit/server/data/resources/checks.ts'
import { beginningOf } from '#kit/server/data/sql/today.ts'
import { lastSignInOf } from '#areas/access/server/index.ts'
import { memberChecks } from '#areas/people/contract/checks.ts'
import { holdsSomething } from './assigned-rows.ts'

/** Days after which an invitation that nobody followed is forgotten. */
const cameWithin = sql.lit(30)
const resident = (row: RowRef) => sql`${row('kind')} = 'MEMBER'`
const gone = (row: RowRef, today: RawBuilder<unknown>) => sql`(${row('disabled')} or ${row('archived')} or coalesce(${row('access_end')} < ${today}, false))`

/** The perimeters that somebody was given; global roles have none of their own. */
const given = inPerimetersOf((row) => sql`member__perimeters l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')}`, 'target_id')

export const memberRowChecks = checkRules(
  memberChecks,
  {
    GONE_HOLDING: (row, today) => sql`(${resident(row)} and ${gone(row, today)} and ${holdsSomething(row)})`,
    EXTERNAL_OVER: (row, today) =>
      sql`(${resident(row)} and ${row('is_external')} and ${row('access_end')} < ${today} and not ${row('disabled')} and not ${row('archived')})`,
    ADMIN_NOT_STRONG: (row, today) => sql`(${resident(row)} and 'global_pilote' = any(${row('roles')}) and not ${gone(row, today)}
    and not coalesce((select e.strong from member_entry(${row('id')}) as e), false))`,
    NEVER_CAME: (row, today) => sql`(${resident(row)} and not ${gone(row, today)} and ${row('created_at')} < ${beginningOf(sql`${today} - ${cameWithin}::int`)}
    and ${lastSignInOf(row('customer_id'), row('id'))} is null)`,
  },
  given,
)
