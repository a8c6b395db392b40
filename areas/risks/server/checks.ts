import { sql } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { checkRules, inOnePerimeter } from '#kit/server/data/checks.ts'
import { riskChecks } from '#areas/risks/contract/checks.ts'
import { isAbove } from './derived.ts'

const open = (row: RowRef) => sql`${row('treatment')} <> 'CLOSED'`

export const riskRowChecks = checkRules(
  riskChecks,
  {
    // Above the line a risk needs an action or an acceptance.
    ABOVE_UNANSWERED: (row) => sql`(${row('treatment')} = 'OPEN' and ${isAbove(row)} and not exists (select 1 from risk__actions l
      join remediation a on a.customer_id = l.customer_id and a.id = l.target_id and a.status not in ('FINISHED', 'CANCELLED')
      where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')}))`,
    STALE: (row) => sql`(${open(row)} and ${row('status')} = 'APPROVED' and ${row('stale_reason')} is not null)`,
    RULE_MOVED: (row) => sql`(${open(row)} and ${row('rule_state')} = 'MOVED')`,
    REVIEW_OVER: (row, today) => sql`(${open(row)} and ${row('review_date')} < ${today})`,
    UNASSIGNED: (row) => sql`(${open(row)} and ${row('manager_id')} is null and ${row('group_id')} is null)`,
  },
  inOnePerimeter,
)
