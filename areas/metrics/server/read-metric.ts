import { sql, type RawBuilder } from 'kysely'
import { forbidden, notFound } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { GridMetric } from '#areas/metrics/contract/calls.ts'
import type { Timing } from '#areas/metrics/contract/period-state.ts'
import { entersAll, metricRules, readsAll } from './rules.ts'

/** A metric as its values need it, with what its reader may do in which of its perimeters. */
export type Metric = Omit<GridMetric, 'time_zone'> &
  Timing & {
    readonly archived: boolean
    readonly reads_all: boolean
    readonly enters_all: boolean
  }

const m = rowRef('t')

/** Answers a metric to whoever may read it, held until the end if its values are to be written: one writes them at a time, and nobody changes what they are held to. */
export async function metricOf(tx: Tx, grant: Grant, id: number, hold = false): Promise<Metric> {
  const [found] = await metricsOf(tx, grant, [id], hold)
  if (!found) throw notFound('metrics.errors.no_metric')
  return found
}

/** Those of some metrics that may be read, held in the order of their ids if their values are to be written. */
export const metricsOf = (tx: Tx, { who }: Grant, ids: readonly number[], hold = false): Promise<Metric[]> =>
  tx.run(sql<Metric>`select t.id, t.identifier, coalesce(${localizedText(m, 'name', who.lang)}, t.identifier) as name, t.unit, t.decimals,
      t.minimum::float8 as minimum, t.maximum::float8 as maximum, t.target::float8 as target, t.with_levels, t.periodicity, t.time_aggregation, t.perimeter_aggregation, t.due_days,
      t.history_size, t.start_date::text as start_date, t.archived, t.formula, (t.formula is not null or t.internal_metric is not null) as is_auto, ${asSql(readsAll(m, who))} as reads_all, ${asSql(entersAll(m, who))} as enters_all
    from metric t where t.customer_id = ${tx.customerId} and t.id = any(${[...ids]}::bigint[]) and ${asSql(metricRules.read(m, who))}
    order by t.id ${hold ? sql`for no key update of t` : sql``}`)

/** What of a metric is told with its values. */
export const toGridMetric = (
  {
    id,
    identifier,
    name,
    unit,
    decimals,
    minimum,
    maximum,
    target,
    with_levels,
    periodicity,
    time_aggregation,
    perimeter_aggregation,
    due_days,
    is_auto,
    formula,
  }: Metric,
  { who }: Tx,
): GridMetric => ({
  id,
  identifier,
  name,
  unit,
  decimals,
  minimum,
  maximum,
  target,
  with_levels,
  periodicity,
  time_aggregation,
  perimeter_aggregation,
  due_days,
  is_auto,
  formula,
  time_zone: who.timeZone,
})

/** The perimeters whose values somebody looks at, as a condition on a column. */
export const visible = (metric: Metric, { who }: Grant, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  metric.reads_all ? sql<boolean>`true` : sql<boolean>`${column} = any(${[...who.perimeterIds]}::bigint[])`

/** Whether somebody enters values in a perimeter in which the metric is measured. */
export function mayEnter(metric: Metric, { who }: Grant, perimeter: number): boolean {
  if (metric.archived || metric.is_auto || !who.rights.has('metric.enter')) return false
  return metric.enters_all || (who.roles.includes('local_pilote') && who.perimeterIds.includes(perimeter))
}

/** Refuses whoever enters nothing anywhere. */
export function mustEnter(metric: Metric, { who }: Grant): void {
  // Vigie works them out or counts them (MET-19, MET-20).
  if (metric.is_auto) throw forbidden('metrics.errors.automatic')
  if (!metric.enters_all && !who.roles.includes('local_pilote')) throw forbidden('metrics.errors.no_value_right')
}
