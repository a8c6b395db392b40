import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { checkRules, inOnePerimeter, inPerimetersOf } from '#kit/server/data/checks.ts'
import { beginningOf } from '#kit/server/data/today.ts'
import { exemptionChecks, gapChecks, incidentChecks } from '#areas/registers/contract/checks.ts'
import { exemptionInForce, gapOpen } from './facts.ts'

/** Days within which somebody decides about a request. */
const decidedWithin = sql.lit(14)
/** Days that an incident may go without a change. */
const movesWithin = sql.lit(30)
/** Days after which it is looked at whether what was done holds. */
const effectWithin = sql.lit(90)
/** From this level of the priority scale on. */
const severe = sql.lit(75)

const nobody = (row: RowRef) => sql`${row('manager_id')} is null and ${row('group_id')} is null`
const withoutAction = (entity: 'exemption' | 'gap', row: RowRef) => sql`not exists (select 1 from ${sql.table(`${entity}__actions`)} l
  where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')})`

export const exemptionRowChecks = checkRules(
  exemptionChecks,
  {
    EXPIRED: (row, today) => sql`(${row('status')} = 'GRANTED' and ${row('end_date')} < ${today})`,
    RENEWED_TWICE: (row) => sql`(${exemptionInForce(row)} and ${row('renewals')} >= 2)`,
    WAITING: (row, today) => sql`(${row('status')} = 'REQUESTED' and ${row('created_at')} < ${beginningOf(sql`${today} - ${decidedWithin}::int`)})`,
    UNRELIEVED: (row) => sql`(${exemptionInForce(row)} and ${row('compensating')} is null and ${withoutAction('exemption', row)})`,
  },
  inPerimetersOf((row) => sql`exemption__perimeters l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')}`, 'target_id'),
)

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
    UNASSIGNED: (row, today) => sql`(${row('status')} <> 'CLOSED' and ${nobody(row)} and ${row('created_at')} < ${beginningOf(sql`${today} - 2`)})`,
    NO_LESSONS: (row) =>
      sql`(${row('status')} = 'CLOSED' and ${row('close_reason')} = 'RESOLVED' and ${row('lessons_learned')} is null and not ${row('exercise')})`,
    STALLED: (row, today) =>
      sql`(${row('status')} <> 'CLOSED' and not ${row('exercise')} and ${row('updated_at')} < ${beginningOf(sql`${today} - ${movesWithin}::int`)})`,
  },
  inOnePerimeter,
)

export const gapRowChecks = checkRules(
  gapChecks,
  {
    NO_ACTION: (row) => sql`(${row('status')} in ('TO_HANDLE', 'IN_PROGRESS') and ${withoutAction('gap', row)})`,
    CLOSED_NO_ACTION: (row) => sql`(${row('status')} = 'CLOSE' and ${row('resolution_status')} = 'RESOLVED' and ${withoutAction('gap', row)})`,
    REVIEW_OVER: (row, today) => sql`(${row('status')} = 'CLOSE' and ${row('resolution_status')} = 'IGNORED' and ${row('review_date')} < ${today})`,
    SEVERE_UNASSIGNED: (row) => sql`(${gapOpen(row)} and ${row('severity')} >= ${severe} and ${nobody(row)})`,
    EFFECT_UNCHECKED: (row, today) => sql`(${row('status')} = 'CLOSE' and ${row('resolution_status')} = 'RESOLVED' and ${row('effect')} is null
      and ${row('nature')} in ('MAJOR', 'MINOR') and ${row('closed_on')} < ${today} - ${effectWithin}::int)`,
  },
  inOnePerimeter,
)
