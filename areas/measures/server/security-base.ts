import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { removeRows } from '#kit/server/data/store/remove-rows.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { everyApplication, everyLink, everyRequirement } from '#areas/policies/server/index.ts'
import { isSo } from './action-facts.ts'

/** A requirement within the application's level and implementation groups; one without level or group is always in (decisions, Policies). */
const inScope = sql`(a.level is null or c.level is null or c.level <= a.level)
  and (a.implementation_groups is null or jsonb_array_length(c.implementation_groups) = 0
    or exists (select 1 from jsonb_array_elements_text(c.implementation_groups) as g where a.implementation_groups ? g))`

/**
 * Brings the «to be handled» measures of some perimeters (all, if none is named) in line with what their policies call for: one row per solution
 * called for, none left that nothing calls for and nobody decided about. As many statements whatever their number; `not in` is hashed even where the
 * planner has not yet seen how many rows there are.
 */
export async function syncSecurityBases(tx: Tx, resources: Resources, perimeterIds: readonly number[] | null): Promise<{ added: number; removed: number }> {
  const { customerId } = tx
  const scope = (column: string) => (perimeterIds === null ? sql`true` : sql`${sql.ref(column)} = any(${perimeterIds}::bigint[])`)
  const calledFor = sql`select distinct a.perimeter_id, cs.solution_id from ${everyApplication(customerId)} a
    join perimeter p on p.customer_id = a.customer_id and p.id = a.perimeter_id and p.type = 'INTERNAL' and not p.archived
    join ${everyRequirement(customerId)} c on c.policy_version_id = a.policy_version_id
      and ${inScope}
    join ${everyLink(customerId)} cs on cs.lineage_id = c.lineage_id
    where ${scope('a.perimeter_id')}`
  // Locked as they are looked at: what somebody decides meanwhile stays.
  const gone = await tx.run(sql<{ id: number }>`with called as (${calledFor})
    select m.id from measure m where m.customer_id = ${customerId} and m.status = 'TO_IMPLEMENT' and m.version = 1 and ${scope('m.perimeter_id')}
      and (m.perimeter_id, m.solution_id) not in (select perimeter_id, solution_id from called)
      and not ${isSo(rowRef('m'), 'isNamed')}
    order by m.id for no key update of m`)
  const missing = await tx.run(sql<Changes>`with called as (${calledFor})
    select called.perimeter_id as perimeter, s.id as solution, s.name_en, s.name_fr, s.description_en, s.description_fr, s.category_id as category, s.yearly_cost,
      s.yearly_internal_charge, s.build_days
    from called join solution s on s.customer_id = ${customerId} and s.id = called.solution_id
    where not exists (select 1 from measure m where m.customer_id = ${customerId} and m.perimeter_id = called.perimeter_id and m.solution_id = called.solution_id)
    order by called.perimeter_id, called.solution_id`)
  const measures = resourceOf(resources, 'measure')
  const grant = systemGrant('what policies call for', tx.who)
  await removeRows(
    tx,
    grant,
    measures,
    resources,
    gone.map((row) => row.id),
  )
  await createRows(tx, grant, measures, resources, missing)
  const [added, removed] = [missing, gone]
  if (added.length + removed.length > 0) {
    tx.audit({
      entity: 'measure',
      object_id: null,
      action: 'sync',
      details: JSON.stringify({ added: added.length, removed: removed.length, perimeters: perimeterIds }),
    })
  }
  return { added: added.length, removed: removed.length }
}
