import { sql, type RawBuilder } from 'kysely'
import { asSql, type RowRef } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Values of metrics as they were known at the end of a day, to stand behind `from`. */
export function valuesOn(tx: Tx, day: string): RawBuilder<unknown> {
  if (day >= tx.today) return sql`metric_value`
  const end = sql`((${day}::date + 1)::timestamp at time zone ${tx.who.timeZone})`
  const columns = sql.raw('customer_id, metric_id, perimeter_id, period, value, source, author_id, valid_from')
  return sql`(select ${columns} from metric_value where valid_from < ${end} union all select ${columns} from metric_value_history where valid_from < ${end} and valid_to >= ${end})`
}

/** All metrics, each with whether its reader may open it as `readable`, to stand behind `from`. */
export const metricsReadBy = (tx: Tx, resources: Resources): RawBuilder<unknown> =>
  sql`(select metric_row.*, coalesce(${asSql(resourceOf(resources, 'metric').rules.read(rowRef('metric_row'), tx.who))}, false) as readable
    from metric metric_row where metric_row.customer_id = ${tx.customerId})`

/** Whether a metric is measured in a perimeter. */
export const isMeasuredAt = (tx: Tx, metric: RawBuilder<unknown>, perimeter: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from metric__perimeters w where w.customer_id = ${tx.customerId} and w.owner_id = ${metric} and w.target_id = ${perimeter})`

/** The metrics of a customer, to stand behind `from`. */
export const everyMetric = (customer: unknown): RawBuilder<unknown> => sql`(select in_metric.* from metric in_metric where in_metric.customer_id = ${customer})`

/** The last value of a metric in a perimeter with its period, to stand behind `lateral`. */
export const lastMetricValue = (metric: RowRef, perimeter: unknown): RawBuilder<unknown> =>
  sql`(select in_value.value, in_value.period from metric_value in_value where in_value.customer_id = ${metric('customer_id')} and in_value.metric_id = ${metric('id')}
    and in_value.perimeter_id = ${perimeter} and in_value.value is not null order by in_value.period desc limit 1)`

/** A query for the ids of the perimeters in which a metric is measured. */
export const placesOfMetric = (metric: RowRef): RawBuilder<unknown> =>
  sql`(select in_place.target_id from metric__perimeters in_place where in_place.customer_id = ${metric('customer_id')} and in_place.owner_id = ${metric('id')})`
