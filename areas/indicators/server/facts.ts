import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'

/** Whether a metric is one of an indicator in use that shows a measure, both in the same rhythm. */
export const metricShows = (metric: RowRef, measure: unknown, rhythm: unknown): RawBuilder<boolean> =>
  sql`${metric('periodicity')} = ${rhythm} and exists (select 1 from indicator__metrics in_link
    join indicator in_indicator on in_indicator.customer_id = in_link.customer_id and in_indicator.id = in_link.owner_id and in_indicator.periodicity = ${rhythm} and not in_indicator.archived
    join indicator__measures in_shown on in_shown.customer_id = in_indicator.customer_id and in_shown.owner_id = in_indicator.id and in_shown.target_id = ${measure}
    where in_link.customer_id = ${metric('customer_id')} and in_link.target_id = ${metric('id')})`

/** A query for the ids of the measures that an indicator shows. */
export const measuresShown = (indicator: RowRef): RawBuilder<unknown> =>
  sql`(select in_shown.target_id from indicator__measures in_shown where in_shown.customer_id = ${indicator('customer_id')} and in_shown.owner_id = ${indicator('id')})`
