import { sql, type RawBuilder } from 'kysely'
import { hourOf, hoursOf } from '#kit/contract/hours-of-day.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { together } from '#areas/metrics/server/aggregation-sql.ts'
import type { Cell, GridPeriod } from '#areas/metrics/contract/calls.ts'
import type { Point } from '#areas/metrics/contract/course.ts'
import { hourKey, readHour } from '#areas/metrics/contract/hour.ts'
import { periodStateOf, type Timing } from '#areas/metrics/contract/period-state.ts'
import type { Standing } from '#areas/metrics/server/value.ts'
import type { Metric } from '#areas/metrics/server/read-metric.ts'
import { hourPeriod, hoursGiven } from './given-hours.ts'

/** The hours of some days, one after the other, as periods are named. */
export const hoursOfDays = (days: readonly string[], timeZone: string): string[] =>
  days.flatMap((day) => Array.from({ length: hoursOf(day, timeZone) }, (_, hour) => hourKey(day, hour)))

/** How an hour stands to now: those of today one by one, others as their day does. Undefined for an hour that the day does not have. */
export function standingOfHour(tx: Tx, timing: Timing, period: string): GridPeriod | undefined {
  const { day, hour } = readHour(period) ?? { day: period, hour: 0 }
  if (hour >= hoursOf(day, tx.who.timeZone)) return undefined
  const gridPeriod = { ...periodStateOf(timing, day, tx.today), start: period }
  if (gridPeriod.state !== 'CURRENT') return gridPeriod
  const now = hourOf(tx.now.getTime(), day, tx.who.timeZone)
  return hour === now ? gridPeriod : { ...gridPeriod, state: hour < now ? 'OPEN' : 'FUTURE' }
}

/** What stands in hours. */
export const currentHours = (tx: Tx, values: Parameters<typeof hoursGiven>[0]): Promise<Standing[]> =>
  tx.run(sql<Standing>`select h.metric_id, h.perimeter_id, ${hourPeriod('h')} as period, h.value::float8 as value, h.comment, h.version
    from ${hoursGiven(values)} join metric_hour h on h.customer_id = ${tx.customerId} and h.metric_id = g.metric_id and h.perimeter_id = g.perimeter_id and h.day = g.day and h.hour = g.hour`)

/** Values by the hour as they are shown, with who gave them; evidence is shown by the day. */
export const cellsOfHours = (tx: Tx, condition: RawBuilder<unknown>, former = false): Promise<Cell[]> =>
  tx.run(sql<Cell>`select h.perimeter_id as perimeter, ${hourPeriod('h')} as period, h.value::float8 as value, h.comment, h.source, h.version,
      ${former ? sql`0` : sql`(select count(*)::int from metric_value_proof o where o.customer_id = h.customer_id and o.metric_id = h.metric_id and o.perimeter_id = h.perimeter_id and o.period = h.day)`} as proofs,
      case when a.id is not null then jsonb_build_object('id', a.id, 'name', a.name) end as author, to_char(h.valid_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from ${former ? sql`metric_hour_history` : sql`metric_hour`} h left join member a on a.customer_id = h.customer_id and a.id = h.author_id
    where h.customer_id = ${tx.customerId} and ${condition} order by ${former ? sql`h.version desc limit 100` : sql`h.perimeter_id, h.day, h.hour`}`)

interface Stretch {
  readonly metric: Metric
  readonly perimeter: number | null
  readonly days: readonly string[]
  readonly seen: RawBuilder<unknown>
}

/** The course of a metric hour by hour over a perimeter and all below it. */
export async function courseByHour(tx: Tx, { metric, perimeter, days, seen }: Stretch): Promise<ReadonlyMap<string, Point>> {
  const points = await tx.run(sql<
    Point & { start: string }
  >`select ${hourPeriod('v')} as start, (${together[metric.perimeter_aggregation](sql`v.value`)})::float8 as value, count(*)::int as count
    from metric_hour v join metric__perimeters l on l.customer_id = v.customer_id and l.owner_id = v.metric_id and l.target_id = v.perimeter_id
    where v.customer_id = ${tx.customerId} and v.metric_id = ${metric.id} and v.value is not null and v.day between ${days[0] ?? ''}::date and ${days.at(-1) ?? ''}::date and ${seen}
      and v.perimeter_id in (select c.descendant_id from perimeter_closure c where c.customer_id = ${tx.customerId} and c.ancestor_id = ${perimeter})
    group by v.day, v.hour`)
  return new Map(points.map((point) => [point.start, point]))
}
