import { sql } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { WorkAhead } from '#areas/people/server/index.ts'
import { addDays, daysFrom, periodOn, periodsBetween, type Periodicity } from '#areas/runbooks/contract/recurrence.ts'
import { runtaskRules } from './rules.ts'

interface Task {
  readonly id: number
  readonly member: number
  readonly periodicity: Periodicity
  readonly start_date: string
  readonly end_date: string | null
  readonly last: string
}

/** The times of tasks beyond those that are laid out, week by week: each task once in a week, with how often. */
export async function comingRound(tx: Tx, from: string, until: string, member: number | null): Promise<readonly WorkAhead[]> {
  const t = rowRef('t')
  const tasks = await tx.run(sql<Task>`select t.id, t.manager_id as member, t.periodicity, t.start_date, t.end_date, o.last
    from runtask t cross join lateral (select w.period_start as last from occurrence w
      where w.customer_id = t.customer_id and w.runtask_id = t.id and w.period_start is not null order by w.period_start desc limit 1) o
    where t.customer_id = ${tx.customerId} and not t.archived and t.manager_id is not null and (t.end_date is null or t.end_date >= ${from}::date)
      ${member === null ? sql`` : sql`and t.manager_id = ${member}`} and ${asSql(runtaskRules.read(t, tx.who))}`)
  return tasks.flatMap((task) => ahead(task, from, addDays(until, -1)))
}

function ahead({ id, member, periodicity, start_date: first, end_date: end, last }: Task, from: string, until: string): WorkAhead[] {
  const begin = periodOn(periodicity, first, last).index + 1
  const over = periodOn(periodicity, first, end !== null && end < until ? end : until).index
  const due = periodsBetween(periodicity, first, begin, over)
    .map((period) => (end !== null && end < period.due ? end : period.due))
    .filter((day) => day >= from && day <= until)
  const times = periodicity === 'HOURLY' ? 24 : 1
  return [...Map.groupBy(due, (day) => Math.floor(daysFrom(from, day) / 7)).values()].flatMap((days) =>
    days[0] === undefined ? [] : [{ member, entity: 'runtask', id, due: days[0], times: days.length * times }],
  )
}
