import { sql } from 'kysely'
import { dayAfter } from '#kit/contract/day-after.ts'
import { anyOf, byRole, createdBySelf, everyRow, ifNamed, withinReach, type RowRule, type RowRules } from '#kit/server/access/row-rule.ts'
import { defineResource, type WriteContext, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import { reportSchedule, type ReportRhythm } from '#areas/reporting/contract/report-schedule.ts'

const received: RowRule = (row, who) =>
  who.memberId === null
    ? false
    : sql<boolean>`${row('id')} = any(array(select in_recipient.owner_id from public.report_schedule__recipients in_recipient where in_recipient.customer_id = current_customer() and in_recipient.target_id = ${who.memberId}))`
const owned: RowRule = (row, who) => (who.memberId === null ? false : ifNamed(row('owner_id'), sql`= ${who.memberId}`))
const own = anyOf(owned, createdBySelf)

/** Global readers see all of them; everybody else those of their perimeters, their own, and those that they are sent. */
const scheduleRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(withinReach(), own, received),
    local_auditor: anyOf(withinReach(), received),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: own }),
  update: byRole({ global_pilote: everyRow, local_pilote: own }),
  delete: byRole({ global_pilote: everyRow, local_pilote: createdBySelf }),
}

/** The first day after another one on which a report of a rhythm is sent. */
export function nextDayOf(every: ReportRhythm, day: string): string {
  if (every === 'WEEK') return dayAfter(day, 7 - ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
  const length = every === 'MONTH' ? 1 : 3
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  const next = count - (count % length) + length
  return `${String(Math.floor(next / 12)).padStart(4, '0')}-${String((next % 12) + 1).padStart(2, '0')}-01`
}

/** Somebody who schedules a report owns it unless they say who does. */
function guard({ tx, verb, changes }: WriteContext<typeof reportSchedule>): void {
  if (verb === 'create' && changes.owner === undefined && tx.who.memberId !== null) changes.owner = tx.who.memberId
}

/** What begins, comes back or takes another rhythm is sent on the next day of that. */
async function follow({ tx, before, after }: WrittenContext<typeof reportSchedule>): Promise<void> {
  if (!after || (before && before.every === after.every && before.archived === after.archived)) return
  const next = nextDayOf(after.every as ReportRhythm, tx.today)
  await tx.run(sql`insert into report_due (customer_id, schedule_id, next_on) values (${tx.customerId}, ${after.id}, ${next}::date)
    on conflict (customer_id, schedule_id) do update set next_on = excluded.next_on`)
}

type Row = Parameters<RowRule>[0]
const due = (row: Row, what: ReturnType<typeof sql>) =>
  sql`(select ${what} from public.report_due d where d.customer_id = ${row('customer_id')} and d.schedule_id = ${row('id')})`

export const scheduleResource = defineResource({
  def: reportSchedule,
  rules: scheduleRules,
  derived: {
    next_on: (row) => sql`case when not ${row('archived')} then ${due(row, sql`d.next_on`)} end`,
    sent_on: (row) => due(row, sql`d.sent_on`),
    refused: (row) =>
      sql`(select count(*)::int from public.report_mail l join public.report_due d on d.customer_id = l.customer_id and d.schedule_id = l.schedule_id and d.sent_on = l.day
        where l.customer_id = ${row('customer_id')} and l.schedule_id = ${row('id')} and l.state = 'REFUSED')`,
  },
  beforeWrite: guard,
  afterWrite: follow,
})
