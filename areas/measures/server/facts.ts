import { sql } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/columns.ts'
import type { measureFacts } from '#areas/policies/server/index.ts'

type Facts = Parameters<typeof measureFacts.with>[0]

/** What policies ask of measures. */
export const factsForPolicies: Facts = {
  inPlace: (rule) =>
    sql`select m.solution_id from measure m where m.customer_id = current_customer() and m.status = 'IMPLEMENTED' and ${asSql(rule(rowRef('m')))}`,
  uses: (solution) => sql<boolean>`exists (select 1 from measure m where m.customer_id = ${solution('customer_id')} and m.solution_id = ${solution('id')})`,
}
