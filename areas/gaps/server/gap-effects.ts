import { sql } from 'kysely'
import type { WrittenRow } from '#kit/contract/event.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import type { measure } from '#areas/measures/contract/measure.ts'

/** Gaps of a measure are held before it is reset. */
export async function holdGaps(tx: Tx, { id }: DomainEvent): Promise<void> {
  await tx.run(sql`select g.id from gap g where g.customer_id = ${tx.customerId} and g.id in (select l.owner_id from gap__measures l
      where l.customer_id = ${tx.customerId} and l.target_id = ${id}) order by g.id for no key update of g`)
}

/** Gaps are kept when a measure that they concern is reset: they are only unlinked from it (MEA-10, GAP-12). */
export async function unlinkMeasure(tx: Tx, { id }: DomainEvent<WrittenRow<typeof measure>>, resources: Resources): Promise<void> {
  const tied = await tx.run(sql<{ id: number; others: number[] }>`select l.owner_id as id,
      array(select o.target_id from gap__measures o where o.customer_id = l.customer_id and o.owner_id = l.owner_id and o.target_id <> l.target_id order by 1) as others
    from gap__measures l where l.customer_id = ${tx.customerId} and l.target_id = ${id} order by l.owner_id`)
  const rows = tied.map((gap) => ({ id: gap.id, changes: { measures: gap.others } }))
  await updateRows(tx, systemGrant('what follows from an action', tx.who), resourceOf(resources, 'gap'), resources, rows, { action: 'unlink' })
}

/** Gaps that wait are in progress once an action that mends them is (GAP-06). For whoever hears of actions: this area does not. */
export async function startGaps(tx: Tx, resources: Resources, action: number): Promise<void> {
  const waiting = await tx.run(sql<{ id: number }>`select g.id from gap__actions l join gap g on g.customer_id = l.customer_id and g.id = l.owner_id
    where l.customer_id = ${tx.customerId} and l.target_id = ${action} and g.status = 'TO_HANDLE' order by g.id`)
  const rows = waiting.map(({ id }) => ({ id, changes: { status: 'IN_PROGRESS' } }))
  await updateRows(tx, systemGrant('what follows from an action', tx.who), resourceOf(resources, 'gap'), resources, rows, { action: 'start' })
}
