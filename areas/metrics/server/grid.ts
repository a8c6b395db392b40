import { sql, type RawBuilder } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { mostPeriods, type Cell, type Grid, type Place } from '#areas/metrics/contract/calls.ts'
import { isCarried } from '#areas/metrics/contract/carried-forward.ts'
import { movePeriod, periodOf, periodsBetween } from '#areas/metrics/contract/period.ts'
import { periodStateOf } from '#areas/metrics/contract/period-state.ts'
import { cellsOfHours, hoursOfDays, standingOfHour } from './hours/read-hours.ts'
import { mayEnter, metricOf, toGridMetric, visible, type Metric } from './read-metric.ts'

interface Range {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The periods that are asked for, else the last twelve. */
export function rangeOf({ periodicity }: Pick<Metric, 'periodicity'>, { from, to }: Range, today: string, most: number): readonly string[] {
  const last = periodOf(periodicity, to ?? today)
  const first = from === undefined ? movePeriod(periodicity, last, -11) : periodOf(periodicity, from)
  if (first > last) throw invalidField('to', 'kit.errors.date_order')
  return periodsBetween(periodicity, first, last, most)
}

/** A metric's places, periods and values as far as the reader looks at them; four statements. */
export async function gridOf(tx: Tx, grant: Grant, id: number, range: Range): Promise<Grid> {
  const metric = await metricOf(tx, grant, id)
  if (metric.periodicity === 'HOURLY') return hourGrid(tx, grant, metric, range)
  const periods = rangeOf(metric, range, tx.today, mostPeriods)
  const [first = '', last = ''] = [periods[0], periods.at(-1)]
  const [places, cells, carried] = await Promise.all([
    placesOf(tx, grant, metric),
    cellsOf(tx, sql`v.metric_id = ${id} and v.period between ${first}::date and ${last}::date and ${visible(metric, grant, sql`v.perimeter_id`)}`),
    isCarried(metric) ? lastBefore(tx, id, first, visible(metric, grant, sql`v.perimeter_id`)) : [],
  ])
  return { metric: toGridMetric(metric, tx), places, periods: periods.map((start) => periodStateOf(metric, start, tx.today)), cells, carried }
}

/** As many days as their hours fit side by side. */
const mostDays = 2

/** Hour by hour, the day that is asked for and the one before it, else today. */
async function hourGrid(tx: Tx, grant: Grant, metric: Metric, { from, to = tx.today }: Range): Promise<Grid> {
  const days = rangeOf(metric, { from: from ?? to, to }, tx.today, mostDays)
  const [places, cells] = await Promise.all([
    placesOf(tx, grant, metric),
    cellsOfHours(
      tx,
      sql`h.metric_id = ${metric.id} and h.day between ${days[0] ?? to}::date and ${days.at(-1) ?? to}::date and ${visible(metric, grant, sql`h.perimeter_id`)}`,
    ),
  ])
  const periods = hoursOfDays(days, tx.who.timeZone).flatMap((start) => standingOfHour(tx, metric, start) ?? [])
  return { metric: toGridMetric(metric, tx), places, periods, cells, carried: [] }
}

const lastBefore = (tx: Tx, id: number, first: string, seen: RawBuilder<unknown>): Promise<Grid['carried']> =>
  tx.run(sql<
    Grid['carried'][number]
  >`select distinct on (v.perimeter_id) v.perimeter_id as perimeter, v.period::text as period, v.value::float8 as value from metric_value v
    where v.customer_id = ${tx.customerId} and v.metric_id = ${id} and v.period < ${first}::date and v.value is not null and ${seen} order by v.perimeter_id, v.period desc`)

/** Values as they are shown, with who gave them. */
export const cellsOf = (tx: Tx, condition: RawBuilder<unknown>): Promise<Cell[]> =>
  tx.run(sql<Cell>`select v.perimeter_id as perimeter, v.period::text as period, v.value::float8 as value, v.comment, v.source, v.version,
      (select count(*)::int from metric_value_proof o where o.customer_id = v.customer_id and o.metric_id = v.metric_id and o.perimeter_id = v.perimeter_id and o.period = v.period) as proofs,
      case when a.id is not null then jsonb_build_object('id', a.id, 'name', a.name) end as author, to_char(v.valid_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from metric_value v left join member a on a.customer_id = v.customer_id and a.id = v.author_id
    where v.customer_id = ${tx.customerId} and ${condition} order by v.perimeter_id, v.period`)

/** Where a metric is measured, in the order of the tree, and what lies above several of these places and brings them together. Who is given a metric is told where it is measured. */
export async function placesOf(tx: Tx, grant: Grant, metric: Metric): Promise<Place[]> {
  const p = rowRef('p')
  const name = localizedText(p, 'name', grant.who.lang)
  const rows = await tx.run(sql<{ id: number; name: string; parent: number | null; own: boolean }>`
    with recursive own as (select l.target_id as id from metric__perimeters l where l.customer_id = ${tx.customerId} and l.owner_id = ${metric.id} and ${visible(metric, grant, sql`l.target_id`)}),
      above as (select o.id from own o union
        select p.parent_id from above a join perimeter p on p.customer_id = ${tx.customerId} and p.id = a.id where p.parent_id is not null)
    select p.id, coalesce(${name}, p.identifier) as name, p.parent_id as parent, exists (select 1 from own o where o.id = p.id) as own
    from above a join perimeter p on p.customer_id = ${tx.customerId} and p.id = a.id
    where exists (select 1 from own o where o.id = p.id) or ${grant.who.roles.some((role) => role.startsWith('global')) ? sql`true` : sql`p.id = any(${[...grant.who.perimeterIds]}::bigint[])`}
    order by ${name}, p.id`)
  const children = new Map<number | null, typeof rows>()
  const known = new Set(rows.map(({ id }) => id))
  for (const row of rows) {
    const parent = row.parent !== null && known.has(row.parent) ? row.parent : null
    children.set(parent, [...(children.get(parent) ?? []), row])
  }
  const places: Place[] = []
  const enter = (parent: number | null, depth: number): void => {
    for (const row of children.get(parent) ?? []) {
      // What stands above a single place brings nothing together.
      const included = row.own || (children.get(row.id) ?? []).length > 1
      if (included) places.push({ id: row.id, name: row.name, depth, parent, own: row.own, may_enter: row.own && mayEnter(metric, grant, row.id) })
      enter(row.id, included ? depth + 1 : depth)
    }
  }
  enter(null, 0)
  return lifted(places, new Map(rows.map((row) => [row.id, row.parent])))
}

/** Places below one that is left out lie below the next that is not. */
function lifted(places: readonly Place[], parents: ReadonlyMap<number, number | null>): Place[] {
  const placeIds = new Set(places.map(({ id }) => id))
  return places.map((place) => {
    let parent = place.parent
    while (parent !== null && !placeIds.has(parent)) parent = parents.get(parent) ?? null
    return { ...place, parent }
  })
}
