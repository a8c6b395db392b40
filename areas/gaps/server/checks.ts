import { sql } from 'kysely'
import { assignedToNobody, type RowRef } from '#kit/server/access/row-rule.ts'
import { checkRules, inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import { gapChecks } from '#areas/gaps/contract/checks.ts'
import { gapOpen } from './facts.ts'

/** Days after which it is looked at whether what was done holds. */
const effectWithin = sql.lit(90)
/** From this level of the priority scale on. */
const severe = sql.lit(75)

const withoutAction = (row: RowRef) => sql`not exists (select 1 from gap__actions l
  where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')})`

export const gapRowChecks = checkRules(
  gapChecks,
  {
    NO_ACTION: (row) => sql`(${row('status')} in ('TO_HANDLE', 'IN_PROGRESS') and ${withoutAction(row)})`,
    CLOSED_NO_ACTION: (row) => sql`(${row('status')} = 'CLOSE' and ${row('resolution_status')} = 'RESOLVED' and ${withoutAction(row)})`,
    REVIEW_OVER: (row, today) => sql`(${row('status')} = 'CLOSE' and ${row('resolution_status')} = 'IGNORED' and ${row('review_date')} < ${today})`,
    SEVERE_UNASSIGNED: (row) => sql`(${gapOpen(row)} and ${row('severity')} >= ${severe} and ${assignedToNobody(row)})`,
    EFFECT_UNCHECKED: (row, today) => sql`(${row('status')} = 'CLOSE' and ${row('resolution_status')} = 'RESOLVED' and ${row('effect')} is null
      and ${row('nature')} in ('MAJOR', 'MINOR') and ${row('closed_on')} < ${today} - ${effectWithin}::int)`,
  },
  inOnePerimeter,
)
