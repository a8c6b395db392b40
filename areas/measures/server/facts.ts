import { sql, type RawBuilder } from 'kysely'
import { asSql, type Reader } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/columns.ts'
import type { measureFacts } from '#areas/policies/server/index.ts'
import { measureRules } from './rules.ts'

type Facts = Parameters<typeof measureFacts.with>[0]

/** Measures of a customer, each with whether somebody may read it as `readable`, to stand behind `from`. */
export const measuresReadBy = (customerId: number, who: Reader): RawBuilder<unknown> =>
  sql`(select measure_row.*, coalesce(${asSql(measureRules.read(rowRef('measure_row'), who))}, false) as readable from measure measure_row where measure_row.customer_id = ${customerId})`

/** What policies ask of measures. */
export const factsForPolicies: Facts = {
  inPlace: (rule) =>
    sql`select m.solution_id from measure m where m.customer_id = current_customer() and m.status = 'IMPLEMENTED' and ${asSql(rule(rowRef('m')))}`,
  uses: (solution) => sql<boolean>`exists (select 1 from measure m where m.customer_id = ${solution('customer_id')} and m.solution_id = ${solution('id')})`,
}
