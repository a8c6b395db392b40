import { sql } from 'kysely'
import type { z } from 'zod'
import { invalidField } from '#kit/contract/errors.ts'
import type { ListQuery } from '#kit/contract/list-query.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions, ordering } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { movePeriod, periodOf, periodsBetween } from '#areas/metrics/contract/period.ts'
import { mostCards, mostPeriods, type Board, type Card, type readBoard } from '#areas/indicators/contract/calls.ts'
import { indicatorOf, levelsFor, namedPlaces, ownLevels, visible, type Shown } from './read-indicator.ts'
import { readsAll, wholeGrouping } from './rules.ts'

type Asked = z.output<NonNullable<(typeof readBoard)['query']>>

/** The values of an indicator as far as its reader looks at them, eighteen periods unless others are asked for. Four statements. */
export async function boardOf(tx: Tx, grant: Grant, id: number, { from, to }: Asked): Promise<Board> {
  const indicator = await indicatorOf(tx, grant, id)
  const { periodicity } = indicator
  const last = periodOf(periodicity, to ?? tx.today)
  const first = periodOf(periodicity, from ?? movePeriod(periodicity, last, -18))
  if (first > last) throw invalidField('to', 'kit.errors.date_order')
  const starts = periodsBetween(periodicity, first, last, mostPeriods)
  const current = periodOf(periodicity, tx.today)
  const rows = await tx.run(sql<Row>`select v.perimeter_id as perimeter, json_agg(v.period) as periods, json_agg(v.value) as given,
      json_agg(json_build_object('period', v.period, 'computed', v.computed)) filter (where v.computed is not null) as clamped
    from indicator_value v where v.customer_id = ${tx.customerId} and v.indicator_id = ${id} and v.period between ${starts[0]}::date and ${last}::date and ${visible(indicator, grant, sql`v.perimeter_id`)}
    group by v.perimeter_id`)
  const byPlace = new Map(rows.map((row) => [row.perimeter, row]))
  const [places, levels] = await Promise.all([namedPlaces(tx, grant, [...byPlace.keys()], indicator.grouping), levelsFor(tx, indicator)])
  const at = new Map(starts.map((start, n) => [start, n]))
  return {
    periodicity,
    target: indicator.target,
    unit: indicator.type === 'PERFORMANCE' ? '%' : indicator.unit,
    type: indicator.type,
    scale: indicator.scale,
    levels,
    places,
    periods: starts.map((start) => ({ start, current: start === current })),
    values: places.map(({ id: place }) => courseOf(byPlace.get(place), at)),
    clamped: rows.flatMap(({ perimeter, clamped }) => (clamped ?? []).map((one) => ({ perimeter, ...one }))),
    recalculating: indicator.recalculating,
  }
}

interface Row {
  readonly perimeter: number
  readonly periods: readonly string[]
  readonly given: readonly number[]
  readonly clamped: readonly { readonly period: string; readonly computed: number }[] | null
}

function courseOf(row: Row | undefined, at: ReadonlyMap<string, number>): (number | null)[] {
  const course = Array.from<number | null>({ length: at.size }).fill(null)
  for (const [n, period] of (row?.periods ?? []).entries()) course[at.get(period) ?? 0] = row?.given[n] ?? null
  return course
}

const t = rowRef('t')
const points = 13

interface CardRow extends Pick<Shown, 'type' | 'periodicity' | 'unit' | 'target' | 'bounds' | 'own_levels' | 'name' | 'recalculating'> {
  readonly id: number
  readonly identifier: string
  readonly place: string | null
  readonly points: Card['points'] | null
  readonly total: number
}

/** The indicators of a list as cards, in its order, each with its course at the highest perimeter that the reader looks at. Two statements. */
export async function cardsOf(tx: Tx, { who }: Grant, resources: Resources, query: ListQuery): Promise<{ objects: Card[]; total: number }> {
  const resource = resourceOf(resources, 'indicator')
  checkQuery(resource, query)
  const reached = sql`v.perimeter_id = any(${[...who.perimeterIds]}::bigint[])`
  const root = sql`(select q.id from perimeter q where q.customer_id = ${tx.customerId} and q.parent_id is null order by q.id limit 1)`
  const seen = sql`(x.reads_all or case when x.tag_id is null or v.perimeter_id <> ${root} then ${reached} else x.sees_grouping end)`
  const { joins, orderBy } = ordering(resource, resources, query.sort, t, who)
  const rows =
    await tx.run(sql<CardRow>`select x.*, case when g.id is not null and p.parent_id is null then ${localizedText(rowRef('g'), 'name', who.lang)} else coalesce(${localizedText(rowRef('p'), 'name', who.lang)}, p.identifier) end as place,
      (select jsonb_agg(jsonb_build_object('start', y.period, 'value', y.value) order by y.period) from (select v.period, v.value from indicator_value v
        where v.customer_id = ${tx.customerId} and v.indicator_id = x.id and v.perimeter_id = p.id order by v.period desc limit ${points + 1}) y) as points
    from (select t.id, t.identifier, coalesce(${localizedText(t, 'name', who.lang)}, t.identifier) as name, t.type, t.periodicity, t.unit, t.target_value::float8 as target, t.bounds,
        ${ownLevels(sql`t.scale_id`)} as own_levels, coalesce(${asSql(readsAll(t, who))}, false) as reads_all, t.tag_id, coalesce(${asSql(wholeGrouping(t, who))}, false) as sees_grouping,
        exists (select 1 from indicator_due d where d.customer_id = t.customer_id and d.indicator_id = t.id) as recalculating, count(*) over ()::int as total,
        row_number() over (order by ${orderBy})::int as place_in_list
      from indicator t${joins} where ${listConditions(resource, query, resource.rules.read(t, who), t, who, resources)} order by ${orderBy} limit ${Math.min(query.per_page, mostCards)}) x
    left join lateral (select v.perimeter_id from indicator_value v where v.customer_id = ${tx.customerId} and v.indicator_id = x.id and ${seen}
      group by v.perimeter_id order by (select count(*) from perimeter_closure c where c.customer_id = ${tx.customerId} and c.descendant_id = v.perimeter_id), v.perimeter_id limit 1) w on true
    left join perimeter p on p.customer_id = ${tx.customerId} and p.id = w.perimeter_id left join tag g on g.customer_id = ${tx.customerId} and g.id = x.tag_id order by x.place_in_list`)
  const objects = await Promise.all(
    rows.map(async ({ id, identifier, name, place, points: found, target, type, periodicity, ...row }) => {
      const current = periodOf(periodicity, tx.today)
      const over = (found ?? []).filter(({ start }) => start < current).slice(-points)
      return {
        id,
        identifier,
        name,
        type,
        periodicity,
        target,
        unit: type === 'PERFORMANCE' ? '%' : row.unit,
        levels: await levelsFor(tx, { ...row, type }),
        perimeter: place,
        points: over,
        stale: over.length > 0 && over.at(-1)?.start !== movePeriod(periodicity, current, -1),
        recalculating: row.recalculating,
      }
    }),
  )
  return { objects, total: rows[0]?.total ?? 0 }
}
