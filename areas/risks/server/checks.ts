import { sql } from 'kysely'
import { assignedToNobody } from '#kit/server/access/row-rule.ts'
import { checkRules, inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import { riskChecks } from '#areas/risks/contract/checks.ts'
import { openActionsOf } from '#areas/actions/server/index.ts'
import { isAbove } from './derived.ts'
import { riskOpen } from './facts.ts'

export const riskRowChecks = checkRules(
  riskChecks,
  {
    // Above the line a risk needs an action or an acceptance.
    ABOVE_UNANSWERED: (row) => sql`(${row('treatment')} = 'OPEN' and ${isAbove(row)} and not exists (select 1 from risk__actions l
      join ${openActionsOf(sql`current_customer()`)} a on a.id = l.target_id
      where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')}))`,
    STALE: (row) => sql`(${riskOpen(row)} and ${row('status')} = 'APPROVED' and ${row('stale_reason')} is not null)`,
    RULE_MOVED: (row) => sql`(${riskOpen(row)} and ${row('rule_state')} = 'MOVED')`,
    REVIEW_OVER: (row, today) => sql`(${riskOpen(row)} and ${row('review_date')} < ${today})`,
    UNASSIGNED: (row) => sql`(${riskOpen(row)} and ${assignedToNobody(row)})`,
  },
  inOnePerimeter,
)
