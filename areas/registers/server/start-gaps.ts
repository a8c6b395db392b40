import { sql } from 'kysely'
import type { Grant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources } from '#kit/server/data/resource.ts'
import { updateRows } from '#kit/server/data/update-rows.ts'
import type { Tx } from '#kit/server/data/transaction.ts'

/** Gaps that wait to be handled are in progress once an action that mends them has begun (GAP-06). */
export async function startGaps(tx: Tx, grant: Grant, resources: Resources, action: number): Promise<void> {
  const waiting = await tx.run(sql<{ id: number }>`select g.id from gap__actions l join gap g on g.customer_id = l.customer_id and g.id = l.owner_id
    where l.customer_id = ${tx.customerId} and l.target_id = ${action} and g.status = 'TO_HANDLE' order by g.id`)
  const updates = waiting.map(({ id }) => ({ id, changes: { status: 'IN_PROGRESS' } }))
  await updateRows(tx, grant, resourceOf(resources, 'gap'), resources, updates, { action: 'start' })
}
