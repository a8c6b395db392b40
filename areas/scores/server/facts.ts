import { sql, type RawBuilder } from 'kysely'

/** What finished actions took from measures and have not given back, by their ids as `source_id`, to stand behind `from`. */
export const deductionsOfActions = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_deduction.* from measure_deduction in_deduction where in_deduction.customer_id = ${customer} and in_deduction.source = 'remediation' and in_deduction.released_on is null)`

/** Requirements that are left out somewhere for a time, to stand behind `from`. */
export const everyExclusion = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_exclusion.* from requirement_exclusion in_exclusion where in_exclusion.customer_id = ${customer})`

/** What indicators told of measures, day by day, to stand behind `from`. */
export const controlsOfIndicators = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_control.* from measure_control in_control where in_control.customer_id = ${customer} and in_control.source = 'indicator')`
