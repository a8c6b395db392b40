import { sql } from 'kysely'
import type { WrittenRow } from '#kit/contract/event.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { removeRows } from '#kit/server/data/store/remove-rows.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import type { measure } from '#areas/measures/contract/measure.ts'

/** The tasks of a measure go with what was decided about it; history and evidence keep what was answered (RUN-24). */
export async function dropTasks(tx: Tx, { id }: DomainEvent<WrittenRow<typeof measure>>, resources: Resources): Promise<void> {
  const tasks = await tx.run(sql<{ id: number }>`select id from runtask where customer_id = ${tx.customerId} and measure_id = ${id} order by id`)
  await removeRows(
    tx,
    systemGrant('occurrences of recurring tasks', tx.who),
    resourceOf(resources, 'runtask'),
    resources,
    tasks.map((task) => task.id),
    'reset',
  )
}
