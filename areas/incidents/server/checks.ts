import { sql, type RawBuilder } from 'kysely'
import { assignedToNobody, type RowRef } from '#kit/server/access/row-rule.ts'
import { checkRules, inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import { beginningOf } from '#kit/server/data/sql/today.ts'
import { incidentChecks } from '#areas/incidents/contract/checks.ts'

/** Days that an incident may go without a change. */
const movesWithin = sql.lit(30)

const over = (row: RowRef, sent: string, since: RawBuilder<unknown>, time: string) =>
  sql`(${row(sent)} is null and ${since} + ${sql.lit(time)}::interval < moment())`

/** As its clocks run (`clocksOf`): one of them is over, and nobody has told the authority. */
export const clockLate = (row: RowRef) => {
  const aware = row('aware_at')
  const reported = sql`coalesce(${row('notification_sent_at')}, ${aware} + '72 hours'::interval)`
  const zone = sql`(select c.time_zone from customer c where c.id = current_customer())`
  return sql`(${aware} is not null and ${row('close_reason')} is distinct from 'FALSE_POSITIVE' and ${row('close_reason')} is distinct from 'DUPLICATE' and (
    ${row('significant')} = 'YES' and (${over(row, 'early_warning_sent_at', aware, '24 hours')} or ${over(row, 'notification_sent_at', aware, '72 hours')}
      or (${row('final_report_sent_at')} is null and (${reported} at time zone ${zone} + '1 month'::interval) at time zone ${zone} < moment()))
    or ${row('personal_data')} = 'YES' and ${over(row, 'gdpr_sent_at', aware, '72 hours')}))` as RawBuilder<boolean>
}

export const incidentRowChecks = checkRules(
  incidentChecks,
  {
    CLOCK_LATE: clockLate,
    UNASSIGNED: (row, today) => sql`(${row('status')} <> 'CLOSED' and ${assignedToNobody(row)} and ${row('created_at')} < ${beginningOf(sql`${today} - 2`)})`,
    NO_LESSONS: (row) =>
      sql`(${row('status')} = 'CLOSED' and ${row('close_reason')} = 'RESOLVED' and ${row('lessons_learned')} is null and not ${row('exercise')})`,
    STALLED: (row, today) =>
      sql`(${row('status')} <> 'CLOSED' and not ${row('exercise')} and ${row('updated_at')} < ${beginningOf(sql`${today} - ${movesWithin}::int`)})`,
  },
  inOnePerimeter,
)
