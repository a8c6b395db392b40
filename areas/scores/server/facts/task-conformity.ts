import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Day } from './facts.ts'
import { taskOccurrences } from './sources.ts'

/** The months of a period, by how often a task comes round; none: it is counted in days. */
const months = sql`case o.task_periodicity when 'MONTHLY' then 1 when 'QUARTERLY' then 3 when 'SEMESTERLY' then 6 when 'YEARLY' then 12 end`
const days = sql`case o.task_periodicity when 'WEEKLY' then 7 else 1 end`
/** Months from the first day of a task to the period of an occurrence: whole ones, since periods are counted from it. */
const elapsed = sql`((extract(year from o.period_start) - extract(year from o.task_start)) * 12 + extract(month from o.period_start) - extract(month from o.task_start))`

/** Last day on which an answer still counts: the last one of the period that follows (scores, rule 2). */
const countsUntil = sql`case when ${months} is null then o.period_start + 2 * ${days} - 1
  else (o.task_start + make_interval(months => (${elapsed} + 2 * ${months})::int))::date - 1 end`

/** The first day on which something of a day is more than a year ago. */
export const leaves = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${column} + interval '1 year')::date + case when to_char(${column}, 'MM-DD') = '02-29' then 1 else 0 end`

/**
 * Each occurrence of the tasks of measures that a day's conformity may speak of, as rule 2 of the scores sees it at the end of that day: `said_on` is when it was done, else when it was answered;
 * `counted` and `conform` say what it adds to the ratio. `control.ts` says the same of plain rows.
 */
export function judgedOccurrences(tx: Tx, day: Day, only: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  const since = sql`(${day}::date - interval '1 year')::date`
  const answeredOn = sql`coalesce(o.done_date, (o.answered_at at time zone ${tx.who.timeZone})::date)`
  return sql`(select j.*, j.due and not (j.said and j.is_not_applicable) as counted,
      j.due and j.said and j.is_done and j.said_on <= j.counts_until as conform
    from (select o.task_measure_id as measure_id, o.runtask_id, o.id, o.status, o.is_answered, o.is_done, o.is_not_applicable, o.due_date, ${answeredOn} as said_on, ${countsUntil} as counts_until,
        o.is_answered and ${answeredOn} <= ${day}::date as said,
        o.due_date > ${since} and (o.due_date < ${day}::date or (o.is_answered and ${answeredOn} <= ${day}::date)) as due
      from ${taskOccurrences(tx.customerId)} o
      where o.task_measure_id is not null and o.due_date > ${since} and ${only}) j)`
}

/** What the recurring tasks of measures say on a day, one row for each of them: as `taskControl` says of its occurrences. */
export const taskControls = (tx: Tx, day: Day, only?: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select measure_id, 'TASK' as kind, runtask_id as source_id, count(*) filter (where conform)::float8 as numerator, count(*)::float8 as denominator,
    (count(*) filter (where conform and said_on > due_date))::int as late, false as stale, true as proven
  from ${judgedOccurrences(tx, day, only)} o where counted group by measure_id, runtask_id`
