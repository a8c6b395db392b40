import { sql, type RawBuilder } from 'kysely'
import { asSql, type RowRef } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Asked, Derived } from '#kit/server/data/resources/resource.ts'
import { askedIn } from './checks.ts'
import { measuresInPlace } from './measure-facts.ts'
import { applicationRules } from './rules.ts'

const current = (
  row: RowRef,
) => sql<boolean>`${row('policy_version_id')} in (select p.current_version_id from policy p where p.customer_id = current_customer() and not p.archived
  and exists (select 1 from policy_application a where a.customer_id = p.customer_id and a.policy_id = p.id))`

/** What the list of all requirements tells of each besides its own fields: whose it is, where it is asked for, and how far measures answer it. */
export const requirementColumns: Readonly<Record<'policy' | 'in_force' | 'perimeters' | 'measures' | 'coverage', Derived>> = {
  policy: (
    row,
    lang,
  ) => sql`(select jsonb_build_array(jsonb_build_object('id', p.id, 'name', ${localizedText(rowRef('p'), 'name', lang)}, 'identifier', p.identifier))
    from policy_version v join policy p on p.customer_id = v.customer_id and p.id = v.policy_id where v.customer_id = ${row('customer_id')} and v.id = ${row('policy_version_id')})`,
  in_force: current,
  perimeters: (
    row,
    lang,
    who,
  ) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'name', ${localizedText(rowRef('q'), 'name', lang)}) order by q.id), '[]'::jsonb)
    from ${askedIn.from} join perimeter q on q.customer_id = l.customer_id and q.id = l.perimeter_id
    where ${askedIn.on(row)} and ${asSql(who ? applicationRules.read(rowRef('l'), who) : true)})`,
  measures: (
    row,
    _,
    who,
  ) => sql`(select count(*) from control_solution s join ${measuresInPlace((measure) => (who ? applicationRules.read(measure, who) : true))} m on m.solution_id = s.solution_id
    where s.customer_id = ${row('customer_id')} and s.lineage_id = ${row('lineage_id')})`,
  coverage: (
    row,
  ) => sql`case when ${row('lineage_id')} in (select s.lineage_id from control_solution s where s.customer_id = current_customer() and s.solution_id in ${measuresInPlace()}) then 'IN_PLACE'
    when ${row('lineage_id')} in (select s.lineage_id from control_solution s where s.customer_id = current_customer()) then 'OPEN' else 'UNMAPPED' end`,
}

/** Rows of some policies, and those that are asked for in some perimeters. */
export const requirementFilters: Readonly<Record<'policy' | 'perimeters', Asked>> = {
  policy: (row, ids: RawBuilder<unknown>) =>
    sql<boolean>`${row('policy_version_id')} in (select v.id from policy_version v where v.customer_id = current_customer() and v.policy_id = any(${ids}))`,
  perimeters: (row, ids: RawBuilder<unknown>) => askedIn.within(row, ids),
}
