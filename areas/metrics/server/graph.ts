import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { invalidField, notFound } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Cell, readGraph } from '#areas/metrics/contract/calls.ts'
import { rounded, type Point } from '#areas/metrics/contract/course.ts'
import { readHour, type HourOfDay } from '#areas/metrics/contract/hour.ts'
import { longerOrEqual } from '#areas/catalog/contract/rhythm.ts'
import { movePeriod, periodEnd, periodOf, periodsBetween, type Periodicity, type PeriodStart } from '#areas/metrics/contract/period.ts'
import { cellsOf, placesOf } from './grid.ts'
import { cellsOfHours, courseByHour, hoursOfDays, standingOfHour } from './hours/read-hours.ts'
import { metricOf, toGridMetric, visible, type Metric } from './read-metric.ts'
import { together } from './aggregation-sql.ts'

type Asked = z.output<NonNullable<(typeof readGraph)['query']>>
type Graph = z.infer<typeof readGraph.answer>['object']

/** As many as a drawing can tell apart. */
const mostPoints = 400
/** The same in days, of points by the hour. */
const mostDays = 16

/** The course of a metric over a perimeter and all below it, as far as its values may be looked at; the highest place unless one is named. */
export async function graphOf(tx: Tx, grant: Grant, id: number, { perimeter_id, from, to, periodicity }: Asked): Promise<Graph> {
  const metric = await metricOf(tx, grant, id)
  const rhythm = periodicity ?? metric.periodicity
  if (!longerOrEqual(rhythm, metric.periodicity)) throw invalidField('periodicity', 'metrics.errors.quicker_rhythm')
  const last = periodOf(rhythm, to ?? tx.today)
  const hourly = rhythm === 'HOURLY'
  const first = periodOf(rhythm, from ?? movePeriod(rhythm, last, hourly ? -1 : -17))
  if (first > last) throw invalidField('to', 'kit.errors.date_order')
  const periods = periodsBetween(rhythm, first, last, hourly ? mostDays : mostPoints)
  const places = await placesOf(tx, grant, metric)
  const perimeter = perimeter_id ?? places[0]?.id ?? null
  if (perimeter_id !== undefined && !places.some((place) => place.id === perimeter_id)) throw notFound('metrics.errors.no_metric')
  const seen = visible(metric, grant, sql`v.perimeter_id`)
  const pointOf = (start: string, point: Point | undefined) => ({
    start,
    value: point ? rounded(point.value, Math.max(metric.decimals, 1)) : null,
    count: point?.count ?? 0,
  })
  const pointsOf = async () => {
    if (hourly) {
      const course = await courseByHour(tx, { metric, perimeter, days: periods, seen })
      // What has not begun is no part of it.
      const begun = hoursOfDays(periods, tx.who.timeZone).filter((start) => standingOfHour(tx, metric, start)?.state !== 'FUTURE')
      return begun.map((start) => pointOf(start, course.get(start)))
    }
    const course = await courseIn(tx, { metric, rhythm, perimeter, periods, seen })
    return periods.map((start, at) => pointOf(start, course.get(at + 1)))
  }
  return {
    metric: toGridMetric(metric, tx),
    places: places.map(({ id: place, name, depth }) => ({ id: place, name, depth })),
    perimeter,
    periodicity: rhythm,
    points: await pointsOf(),
  }
}

interface Stretch {
  readonly metric: Metric
  readonly rhythm: Periodicity
  readonly perimeter: number | null
  readonly periods: readonly PeriodStart[]
  readonly seen: RawBuilder<unknown>
}

/** What `courseOf` says, worked out where the values are: however many there are, a point for each period comes back. By the place of the period among those asked for, from one. */
async function courseIn(tx: Tx, { metric, rhythm, perimeter, periods, seen }: Stretch): Promise<ReadonlyMap<number, Point>> {
  // A week counts where most of its days lie, by its Thursday.
  const counted = metric.periodicity === 'WEEKLY' && rhythm !== 'WEEKLY' ? 3 : 0
  const [from, to] = [movePeriod('DAILY', periods[0] ?? '', -counted), movePeriod('DAILY', periodEnd(rhythm, periods.at(-1) ?? ''), -counted)]
  // In its own rhythm a place has one value for each period.
  const one = rhythm === metric.periodicity
  const points = await tx.run(
    sql<Point & { at: number }>`
    with own as (select width_bucket(v.period + ${counted}::int, ${[...periods]}::date[]) as at, ${one ? sql`v.value` : together[metric.time_aggregation](sql`v.value`)} as value
      from metric_value v join metric__perimeters l on l.customer_id = v.customer_id and l.owner_id = v.metric_id and l.target_id = v.perimeter_id
      where v.customer_id = ${tx.customerId} and v.metric_id = ${metric.id} and v.value is not null and v.period between ${from}::date and ${to}::date and ${seen}
        and v.perimeter_id in (select c.descendant_id from perimeter_closure c where c.customer_id = ${tx.customerId} and c.ancestor_id = ${perimeter})
      ${one ? sql`` : sql`group by v.perimeter_id, at`})
    select o.at, (${together[metric.perimeter_aggregation](sql`o.value`)})::float8 as value, count(*)::int as count from own o group by o.at`,
    { planned: true },
  )
  return new Map(points.map((point) => [point.at, point]))
}

/** A value with what it was before, the newest first; nothing where there never was one or nobody may look. */
export async function formerOf(tx: Tx, grant: Grant, id: number, perimeter: number, day: string): Promise<Cell[]> {
  const metric = await metricOf(tx, grant, id)
  const asked = readHour(day)
  if (asked && metric.periodicity === 'HOURLY') return formerOfHour(tx, grant, { metric, perimeter, ...asked })
  const start = periodOf(metric.periodicity, day)
  const current = await cellsOf(
    tx,
    sql`v.metric_id = ${id} and v.perimeter_id = ${perimeter} and v.period = ${start}::date and ${visible(metric, grant, sql`v.perimeter_id`)}`,
  )
  if (current.length === 0) return []
  const former =
    await tx.run(sql<Cell>`select h.perimeter_id as perimeter, h.period::text as period, h.value::float8 as value, h.comment, h.source, h.version, 0 as proofs,
      case when a.id is not null then jsonb_build_object('id', a.id, 'name', a.name) end as author, to_char(h.valid_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from metric_value_history h left join member a on a.customer_id = h.customer_id and a.id = h.author_id
    where h.customer_id = ${tx.customerId} and h.metric_id = ${id} and h.perimeter_id = ${perimeter} and h.period = ${start}::date order by h.version desc limit 100`)
  return [...current, ...former]
}

interface OfHour extends HourOfDay {
  readonly metric: Metric
  readonly perimeter: number
}

async function formerOfHour(tx: Tx, grant: Grant, { metric, perimeter, day, hour }: OfHour): Promise<Cell[]> {
  const here = sql`h.metric_id = ${metric.id} and h.perimeter_id = ${perimeter} and h.day = ${day}::date and h.hour = ${hour} and ${visible(metric, grant, sql`h.perimeter_id`)}`
  const current = await cellsOfHours(tx, here)
  return current.length === 0 ? [] : [...current, ...(await cellsOfHours(tx, here, true))]
}
