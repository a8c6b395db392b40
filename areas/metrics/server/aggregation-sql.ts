import { sql, type RawBuilder } from 'kysely'
import type { TimeAggregation } from '#areas/catalog/contract/aggregate.ts'

/** What `aggregate` says, in SQL over rows `v` of values. */
export const together: Readonly<Record<TimeAggregation, (value: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  SUM: (value) => sql`sum(${value})`,
  AVERAGE: (value) => sql`avg(${value})`,
  MIN: (value) => sql`min(${value})`,
  MAX: (value) => sql`max(${value})`,
  MEDIAN: (value) => sql`percentile_cont(0.5) within group (order by ${value})`,
  LATEST: (value) => sql`(array_agg(${value} order by v.period desc))[1]`,
}
