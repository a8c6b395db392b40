import { sql } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/columns.ts'
import type { Derived } from '#kit/server/data/resource.ts'
import { openDifferences } from './differences.ts'

const perimeterName = (alias: string, lang: Parameters<Derived>[1]) => localizedText(rowRef(alias), 'name', lang)

/** Base less open deductions, between 0 and 100 (decisions, Scores 1). Improvement actions write the deductions through the area of actions. */
export const efficiency = (row: RowRef) => sql`greatest(0, least(100, ${row('base_efficiency')} - coalesce((select sum(d.points) from measure_deduction d
  where d.customer_id = ${row('customer_id')} and d.measure_id = ${row('id')} and d.released_on is null), 0)))::int`

export const measureDerived: Readonly<Record<string, Derived>> = {
  efficiency,
  differences: openDifferences,
  implemented_by: (row, lang) => sql`(select jsonb_build_object('id', p.id, 'name', ${perimeterName('p', lang)}) from measure_beneficiary b
    join measure o on o.customer_id = b.customer_id and o.id = b.measure_id and o.status = 'IMPLEMENTED' and o.solution_id = ${row('solution_id')}
    join perimeter p on p.customer_id = o.customer_id and p.id = o.perimeter_id
    where b.customer_id = ${row('customer_id')} and b.perimeter_id = ${row('perimeter_id')} and b.accepted and ${row('status')} <> 'IMPLEMENTED' order by o.id limit 1)`,
  served: (row) => sql`exists (select 1 from measure_beneficiary b
    join measure o on o.customer_id = b.customer_id and o.id = b.measure_id and o.status = 'IMPLEMENTED' and o.solution_id = ${row('solution_id')}
    where b.customer_id = ${row('customer_id')} and b.perimeter_id = ${row('perimeter_id')} and b.accepted and ${row('status')} <> 'IMPLEMENTED')`,
  beneficiaries: (row, lang) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', ${perimeterName('p', lang)}, 'accepted', b.accepted) order by p.id), '[]')
    from measure_beneficiary b join perimeter p on p.customer_id = b.customer_id and p.id = b.perimeter_id
    where b.customer_id = ${row('customer_id')} and b.measure_id = ${row('id')})`,
  requirements: (row) => sql`(select count(distinct c.lineage_id) from control_solution cs
    join control c on c.customer_id = cs.customer_id and c.lineage_id = cs.lineage_id
    join policy_application a on a.customer_id = c.customer_id and a.policy_version_id = c.policy_version_id and a.perimeter_id = ${row('perimeter_id')}
    where cs.customer_id = ${row('customer_id')} and cs.solution_id = ${row('solution_id')})`,
}
