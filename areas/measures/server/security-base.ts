import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/transaction.ts'

/** A requirement within the application's level and implementation groups; one without level or group is always in (decisions, Policies). */
const inScope = sql`(a.level is null or c.level is null or c.level <= a.level)
  and (a.implementation_groups is null or jsonb_array_length(c.implementation_groups) = 0
    or exists (select 1 from jsonb_array_elements_text(c.implementation_groups) as g where a.implementation_groups ? g))`

/**
 * Brings the «to be handled» measures of some perimeters (all, if none is named) in line with what their policies call for: one row per solution
 * called for, none left that nothing calls for and nobody decided about. Two statements, whatever their number; `not in` is hashed even where the
 * planner has not yet seen how many rows there are.
 */
export async function syncSecurityBases(tx: Tx, perimeterIds: readonly number[] | null): Promise<{ added: number; removed: number }> {
  const { customerId } = tx
  const scope = (column: string) => (perimeterIds === null ? sql`true` : sql`${sql.ref(column)} = any(${perimeterIds}::bigint[])`)
  const calledFor = sql`select distinct a.perimeter_id, cs.solution_id from policy_application a
    join perimeter p on p.customer_id = a.customer_id and p.id = a.perimeter_id and p.type = 'INTERNAL' and not p.archived
    join control c on c.customer_id = a.customer_id and c.policy_version_id = a.policy_version_id
      and ${inScope}
    join control_solution cs on cs.customer_id = c.customer_id and cs.lineage_id = c.lineage_id
    where a.customer_id = ${customerId} and ${scope('a.perimeter_id')}`
  const removed = await tx.run(sql<{ id: number }>`with called as (${calledFor}), stamp as (select moment() as at),
    gone as (delete from measure m where m.customer_id = ${customerId} and m.status = 'TO_IMPLEMENT' and m.version = 1 and ${scope('m.perimeter_id')}
      and (m.perimeter_id, m.solution_id) not in (select perimeter_id, solution_id from called)
      and not exists (select 1 from remediation r where r.customer_id = m.customer_id and r.measure_id = m.id)
      returning m.id)
    select id from gone`)
  const added = await tx.run(sql<{ id: number }>`with called as (${calledFor}),
    missing as (select called.*, row_number() over (order by called.perimeter_id, called.solution_id) as n from called
      where not exists (select 1 from measure m where m.customer_id = ${customerId} and m.perimeter_id = called.perimeter_id and m.solution_id = called.solution_id)),
    counter as (insert into identifier_counter (customer_id, entity, last) select ${customerId}, 'measure', count(*) from missing having count(*) > 0
      on conflict (customer_id, entity) do update set last = identifier_counter.last + excluded.last returning last),
    fresh as (insert into measure (customer_id, created_by, updated_by, identifier, name_en, name_fr, description_en, description_fr, solution_id, perimeter_id,
        category_id, yearly_cost, yearly_internal_charge, build_days)
      select ${customerId}, ${tx.who.memberId}, ${tx.who.memberId}, 'M-' || (counter.last - (select count(*) from missing) + missing.n), s.name_en, s.name_fr,
        s.description_en, s.description_fr, s.id, missing.perimeter_id, s.category_id, s.yearly_cost, s.yearly_internal_charge, s.build_days
      from missing cross join counter join solution s on s.customer_id = ${customerId} and s.id = missing.solution_id
      returning id, identifier, name_en, name_fr)
    , indexed as (insert into search_document (customer_id, entity, id, text)
      select ${customerId}, 'measure', id, fold(concat_ws(' ', identifier, name_en, name_fr)) from fresh)
    select id from fresh`)
  if (removed.length > 0)
    await tx.run(sql`delete from search_document where customer_id = ${customerId} and entity = 'measure' and id = any(${removed.map((r) => r.id)}::bigint[])`)
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
