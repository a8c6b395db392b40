import { sql, type RawBuilder } from 'kysely'
import { hoursOf } from '#kit/contract/hours-of-day.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { aggregate, type TimeAggregation } from '#areas/catalog/contract/aggregate.ts'
import type { valueSources } from '#areas/metrics/contract/calls.ts'
import { rounded } from '#areas/metrics/contract/course.ts'
import type { DayValue, NewValue } from '#areas/metrics/server/value.ts'
import { asHours, hoursGiven } from './given-hours.ts'

interface Day {
  readonly metric_id: number
  readonly perimeter_id: number
  readonly period: string
  readonly time_aggregation: TimeAggregation
  readonly decimals: number
  readonly given: readonly number[]
  readonly value: number | null
  readonly comment: string | null
  readonly whole: boolean | null
}

/** Writes values by the hour, after what they were went to their history; answers the days that amount to something else by them, as they are to be written. Two statements, whatever the number. */
export async function writeHours(tx: Tx, values: readonly NewValue[], source: (typeof valueSources)[number]): Promise<DayValue[]> {
  if (values.length === 0) return []
  const rows = asHours(values)
  await tx.run(sql`with moved as (select moment() as at),
      g as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (metric_id bigint, perimeter_id bigint, day date, hour int, value numeric, comment text)),
      kept as (insert into metric_hour_history (customer_id, metric_id, perimeter_id, day, hour, value, comment, source, version, author_id, valid_from, valid_to)
        select h.customer_id, h.metric_id, h.perimeter_id, h.day, h.hour, h.value, h.comment, h.source, h.version, h.author_id, h.valid_from, m.at
        from g join metric_hour h on h.customer_id = ${tx.customerId} and h.metric_id = g.metric_id and h.perimeter_id = g.perimeter_id and h.day = g.day and h.hour = g.hour, moved m)
    insert into metric_hour as h (customer_id, metric_id, perimeter_id, day, hour, value, comment, source, version, author_id, valid_from)
      select ${tx.customerId}, g.metric_id, g.perimeter_id, g.day, g.hour, g.value, g.comment, ${source}, 1, ${tx.who.memberId}::bigint, m.at from g, moved m
    on conflict (customer_id, metric_id, perimeter_id, day, hour) do update
      set value = excluded.value, comment = excluded.comment, source = excluded.source, version = h.version + 1, author_id = excluded.author_id, valid_from = excluded.valid_from`)
  return amounts(tx, sql`(select distinct g.metric_id, g.perimeter_id, g.day from ${hoursGiven(values)})`)
}

/** What the days of a metric amount to by its hours, where that is something else than before. */
export const recounted = (tx: Tx, id: number): Promise<DayValue[]> =>
  amounts(tx, sql`(select distinct h.metric_id, h.perimeter_id, h.day from metric_hour h where h.customer_id = ${tx.customerId} and h.metric_id = ${id})`)

async function amounts(tx: Tx, asked: RawBuilder<unknown>): Promise<DayValue[]> {
  const days =
    await tx.run(sql<Day>`select g.metric_id, g.perimeter_id, g.day::text as period, m.time_aggregation, m.decimals, v.value::float8 as value, v.comment, v.whole,
      array(select h.value::float8 from metric_hour h where h.customer_id = m.customer_id and h.metric_id = g.metric_id and h.perimeter_id = g.perimeter_id and h.day = g.day
        and h.value is not null order by h.hour) as given
    from ${asked} g join metric m on m.customer_id = ${tx.customerId} and m.id = g.metric_id
      left join metric_value v on v.customer_id = m.customer_id and v.metric_id = g.metric_id and v.perimeter_id = g.perimeter_id and v.period = g.day`)
  return days.flatMap(({ metric_id, perimeter_id, period, ...day }) => {
    const amount = aggregate(day.time_aggregation, day.given)
    const value = amount === null ? null : rounded(amount, day.decimals)
    const whole = day.given.length === hoursOf(period, tx.who.timeZone)
    if (day.value === value && day.whole === whole) return []
    return [{ metric_id, perimeter_id, period, value, comment: value === null ? null : day.comment, whole }]
  })
}
