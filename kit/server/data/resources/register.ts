import { sql } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { isRegister, type Assigned } from '#kit/contract/register.ts'
import { asSql, assignedThen, type RowRef } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { defineResource, type Derived, type Resource, type ResourceOf } from './resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** The server's side of an entity whose rows are assigned to people and at most one group (TBL-44): a resource with what follows from that. */
export function defineRegister<E extends EntityDef>(resource: ResourceOf<E>): Resource {
  const { name } = resource.def
  if (!isRegister(resource.def)) throw new Error(`${name} does not declare the fields of an assignment`)
  return assignable(defineResource<E>({ ...resource, derived: { ...assignedDerived(name), ...resource.derived } as NonNullable<ResourceOf<E>['derived']> }))
}

/** The same of a resource that is more than that, such as one with a lifecycle; its `derived` holds `assignedDerived` of its entity. */
export const assignable = (resource: Resource): Resource => ({
  ...resource,
  register: true,
  beforeWrite: async (context) => {
    await resource.beforeWrite?.(context)
    if (context.verb === 'delete' && context.before) await endAssignments(context.tx, resource.def.name, context.before.id)
  },
})

const assigned = (entity: string, row: RowRef) =>
  sql<Assigned>`jsonb_build_object('members', ${assignees(entity, row, 'member')}, 'groups', ${assignees(entity, row, 'group')})`

/** The SQL of both fields of an assignment. */
export const assignedDerived = (entity: string): Readonly<Record<'assigned' | 'assigned_to_me', Derived>> => ({
  assigned: (row) => assigned(entity, row),
  assigned_to_me: (row, _, who) => (who ? asSql(assignedThen(entity)(row, who)) : sql`false`),
})

const assignees = (
  entity: string,
  row: RowRef,
  kind: 'member' | 'group',
) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name), '[]')
  from assignment s join ${sql.table(kind)} o on o.customer_id = s.customer_id and o.id = ${sql.ref(`s.${kind}_id`)}
  where s.customer_id = ${row('customer_id')} and s.entity = ${entity} and s.object_id = ${row('id')})`

/** Who a register is assigned to, whoever asks: the right to it is the caller's to check. */
export async function assignedOf(tx: Tx, { name }: EntityDef, id: number): Promise<Assigned> {
  const row = await tx.first(sql<{ assigned: Assigned }>`select ${assigned(name, rowRef('t'))} as assigned from ${sql.table(name)} as t
    where t.customer_id = ${tx.customerId} and t.id = ${id}`)
  return row?.assigned ?? { members: [], groups: [] }
}

/** Ends the assignments of a register, or with `keep` all but those; history keeps them. */
export const endAssignments = (
  tx: Tx,
  entity: string,
  id: number,
  keep: { members: readonly number[]; groups: readonly number[] } = { members: [], groups: [] },
) =>
  tx.run(sql`with ended as (delete from assignment where customer_id = ${tx.customerId} and entity = ${entity} and object_id = ${id}
      and not (coalesce(member_id = any(${keep.members}::bigint[]), false) or coalesce(group_id = any(${keep.groups}::bigint[]), false)) returning *)
    insert into assignment_history (customer_id, id, entity, object_id, member_id, group_id, valid_from, valid_to)
      select customer_id, id, entity, object_id, member_id, group_id, valid_from, moment() from ended where customer_id = ${tx.customerId}`)
