import { sql } from 'kysely'
import type { Resource, Stored } from './resource.ts'
import type { Told, Tx } from './transaction.ts'

/** Who follows the objects of what is told of one entity, where it is told to them: place of what is told, and the member. */
export async function followersOf(tx: Tx, told: readonly Told[]): Promise<(readonly [number, number])[]> {
  const asked = told.flatMap(({ followers, entity, id }, n) => (followers ? [{ n, entity, id }] : []))
  const [first] = asked
  if (!first) return []
  const rows = await tx.run(sql<{ n: number; id: number }>`select i.n, f.member_id as id
    from unnest(${asked.map(({ n }) => n)}::int[], ${asked.map(({ id }) => id)}::bigint[]) as i (n, object_id)
      join record_follow f on f.customer_id = ${tx.customerId} and f.entity = ${first.entity} and f.object_id = i.object_id
    where f.member_id is distinct from ${tx.who.memberId} order by f.member_id, i.n`)
  return rows.map(({ n, id }) => [n, id] as const)
}

/** Tells whoever follows work that it has another status now. */
export function tellMoved(tx: Tx, { def, work }: Resource, row: Stored, before: Stored): void {
  if (work && row[work.status] !== before[work.status])
    tx.tell({ kind: 'happened', entity: def.name, id: row.id, followers: true, cause: `moved:${def.name}:${row.id}:${row.version}` })
}
