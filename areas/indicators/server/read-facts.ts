import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { movePeriod, periodEnd, type PeriodStart } from '#areas/metrics/contract/period.ts'
import type { Computed, Definition, Entry, Place, UsedMetric } from './compute.ts'

/** An indicator as its values are worked out. */
export interface Worked extends Omit<Definition, 'formula'> {
  readonly id: number
  readonly formula: string | null
  readonly parent_id: number | null
  readonly is_global: boolean
  readonly tag_id: number | null
}

const worked = sql`i.id, i.type, i.periodicity, i.formula, i.parent_id, i.is_global, i.tag_id, i.perimeter_aggregation`

/** Some indicators, held until the end if their values are to be written, in the order of their ids. */
export const readWorked = (tx: Tx, ids: readonly number[], hold = false): Promise<Worked[]> =>
  tx.run(
    sql<Worked>`select ${worked} from indicator i where i.customer_id = ${tx.customerId} and i.id = any(${ids}::bigint[]) order by i.id ${hold ? sql`for no key update of i` : sql``}`,
  )

/** The metrics that an indicator names. */
export const usedMetrics = (tx: Tx, id: number): Promise<UsedMetric[]> =>
  tx.run(sql<UsedMetric>`select m.id, m.identifier, m.periodicity, m.time_aggregation, m.perimeter_aggregation from indicator__metrics l
    join metric m on m.customer_id = l.customer_id and m.id = l.target_id where l.customer_id = ${tx.customerId} and l.owner_id = ${id} order by m.id`)

export interface Scope {
  readonly is_global: boolean
  /** The grouping whose perimeters it is about. */
  readonly tag_id: number | null
}

/**
 * Where some metrics are measured within what an indicator is about, and every perimeter above: there they come together. Those of a grouping come together in the root of the
 * tree, which stands for the grouping, and in none of its perimeters besides that lies above others.
 */
export function placesOf(tx: Tx, metrics: readonly number[], id: number, { is_global, tag_id }: Scope): Promise<Place[]> {
  const named =
    tag_id === null
      ? sql`select l.target_id as id from indicator__perimeters l where l.customer_id = ${tx.customerId} and l.owner_id = ${id}`
      : sql`select l.target_id as id from tag__perimeters l where l.customer_id = ${tx.customerId} and l.owner_id = ${tag_id}`
  const about = is_global
    ? sql`select p.id from perimeter p where p.customer_id = ${tx.customerId}`
    : sql`${named} union select p.id from about a join perimeter p on p.customer_id = ${tx.customerId} and p.parent_id = a.id`
  return tx.run(sql<Place>`with recursive about as (${about}),
      own as (select distinct l.target_id as id from metric__perimeters l where l.customer_id = ${tx.customerId} and l.owner_id = any(${metrics}::bigint[]) and l.target_id in (select a.id from about a)),
      above as (select o.id from own o union select p.parent_id from above a join perimeter p on p.customer_id = ${tx.customerId} and p.id = a.id where p.parent_id is not null),
      root as (select a.id from above a join perimeter p on p.customer_id = ${tx.customerId} and p.id = a.id where p.parent_id is null)
    ${
      tag_id === null
        ? sql`select p.id, p.parent_id as parent`
        : sql`select p.id, case when p.parent_id is null or p.parent_id in (select b.id from about b) then p.parent_id else (select r.id from root r) end as parent`
    } from above a join perimeter p on p.customer_id = ${tx.customerId} and p.id = a.id
    ${tag_id === null ? sql`` : sql`where p.parent_id is null or p.id in (select b.id from about b)`} order by p.id`)
}

/** What a stretch of an indicator's periods is made of: the values of its metrics wherever they are measured, in the order of time. A week may count in a period it does not begin in. */
export async function readEntries(
  tx: Tx,
  { periodicity }: Pick<Definition, 'periodicity'>,
  metrics: readonly UsedMetric[],
  periods?: readonly PeriodStart[],
): Promise<Entry[]> {
  if (metrics.length === 0) return []
  const ids = metrics.map(({ id }) => id)
  const [first = '', last = ''] = periods ? [periods[0], periods.at(-1)] : []
  const between = periods ? sql`and v.period between ${movePeriod('WEEKLY', first, -1)}::date and ${periodEnd(periodicity, last)}::date` : sql``
  // Read as JSON, a row for each metric and period: tens of thousands of rows would be as many objects of the driver.
  const rows = await tx.run(sql<{
    metric: number
    period: string
    places: number[]
    given: number[]
  }>`select v.metric_id as metric, v.period::text as period, json_agg(v.perimeter_id) as places, json_agg(v.value::float8) as given from metric_value v
      join metric__perimeters l on l.customer_id = v.customer_id and l.owner_id = v.metric_id and l.target_id = v.perimeter_id
    where v.customer_id = ${tx.customerId} and v.metric_id = any(${ids}::bigint[]) and v.value is not null ${between} group by v.metric_id, v.period order by v.period`)
  return rows.flatMap(({ metric, period, places, given }) => places.map((perimeter, n) => ({ metric, perimeter, period, value: given[n] ?? 0 })))
}

/** The values of the children of an indicator, of some periods or all. */
export const childValues = (tx: Tx, id: number, periods?: readonly PeriodStart[]): Promise<Pick<Computed, 'perimeter' | 'period' | 'value'>[]> =>
  tx.run(sql<Pick<Computed, 'perimeter' | 'period' | 'value'>>`select v.perimeter_id as perimeter, v.period::text as period, v.value from indicator c
    join indicator_value v on v.customer_id = c.customer_id and v.indicator_id = c.id
    where c.customer_id = ${tx.customerId} and c.parent_id = ${id} and not c.archived ${periods ? sql`and v.period = any(${periods}::date[])` : sql``} order by c.id`)
