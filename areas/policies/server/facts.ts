import { sql, type RawBuilder } from 'kysely'
import { asSql, type RowRef } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/columns.ts'
import type { Derived } from '#kit/server/data/resource.ts'
import { policyRules } from './rules.ts'

/** Whether a policy in force in the perimeter of a row has a requirement that the model of the row answers; `policy` is an id or `any` of some. */
export const isCalledFor = (row: RowRef, policy: RawBuilder<unknown>) => sql<boolean>`exists (select 1 from control_solution cs
    join control c on c.customer_id = cs.customer_id and c.lineage_id = cs.lineage_id
    join policy_application a on a.customer_id = c.customer_id and a.policy_version_id = c.policy_version_id and a.perimeter_id = ${row('perimeter_id')}
    where cs.customer_id = ${row('customer_id')} and cs.solution_id = ${row('solution_id')} and a.policy_id = ${policy})`

/** The policies that call for a row so, as far as the reader may open them. */
export const policiesCalling: Derived = (row, lang, who) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', ${localizedText(rowRef('p'), 'name', lang)}, 'identifier', p.identifier) order by p.id), '[]')
    from policy p where ${isCalledFor(row, sql`p.id`)} and p.customer_id = ${row('customer_id')} and ${asSql(who ? policyRules.read(rowRef('p'), who) : false)})`
