import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { comesIn } from '#kit/server/access/member-reach.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import type { Notice, Tx } from '#kit/server/data/database/transaction.ts'

/** Whether the reader follows an object, and how many members do; throws NOT_FOUND out of reach. */
export async function followedOf(tx: Tx, resource: Resource, id: number): Promise<{ readonly following: boolean; readonly followers: number }> {
  await mustRead(tx, resource, id)
  const row = await tx.first(sql<{ following: boolean; followers: number }>`select coalesce(bool_or(member_id = ${tx.who.memberId}), false) as following,
      count(*)::int as followers from record_follow where customer_id = ${tx.customerId} and entity = ${resource.def.name} and object_id = ${id}`)
  return row ?? { following: false, followers: 0 }
}

/** Has the reader told of whatever happens to an object, or no more; whoever follows hears of it again. Throws NOT_FOUND out of reach. */
export async function followObject(tx: Tx, resource: Resource, id: number, following: boolean): Promise<void> {
  const { customerId, who } = tx
  if (who.memberId === null) throw notFound()
  const mine = sql`customer_id = ${customerId} and member_id = ${who.memberId} and entity = ${resource.def.name} and object_id = ${id}`
  if (!following) {
    // Also of what its reader may open no more.
    await tx.run(sql`delete from record_follow where ${mine}`)
    return
  }
  await mustRead(tx, resource, id)
  await tx.run(sql`with heard as (delete from notification_mute where ${mine})
    insert into record_follow (customer_id, member_id, entity, object_id) values (${customerId}, ${who.memberId}, ${resource.def.name}, ${id}) on conflict do nothing`)
}

async function mustRead(tx: Tx, resource: Resource, id: number): Promise<void> {
  authorize(tx.who, resource.def.rights.read)
  const found = await tx.first(sql`select 1 from ${sql.table(resource.def.name)} as t
    where t.customer_id = ${tx.customerId} and t.id = ${id} and ${asSql(resource.rules.read(rowRef('t'), tx.who))}`)
  if (!found) throw notFound(resource.refusals?.access)
}

/** Who follows the objects of what is told of one entity, where it is told to them, and may come in today: place of what is told, and the member. */
export async function followersOf(tx: Tx, notices: readonly Notice[]): Promise<(readonly [number, number])[]> {
  const asked = notices.flatMap(({ followers, entity, id }, n) => (followers ? [{ n, entity, id }] : []))
  const [first] = asked
  if (!first) return []
  const rows = await tx.run(sql<{ n: number; id: number }>`select i.n, m.id
    from unnest(${asked.map(({ n }) => n)}::int[], ${asked.map(({ id }) => id)}::bigint[]) as i (n, object_id)
      join record_follow f on f.customer_id = ${tx.customerId} and f.entity = ${first.entity} and f.object_id = i.object_id
      join member m on m.customer_id = f.customer_id and m.id = f.member_id
    where ${comesIn(tx.today)} and m.id is distinct from ${tx.who.memberId} order by m.id, i.n`)
  return rows.map(({ n, id }) => [n, id] as const)
}
