import { sql } from 'kysely'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Jobs that go back to the queue at one time: a customer that is taken up again is not to crowd out others. */
const atOnce = 200

interface TakenJob {
  /** In the queue. */
  readonly id: string
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
  /** Its kind comes round by itself. */
  readonly scheduled: boolean
}

/** Keeps a job of a suspended customer for later; one that the clock had queued comes round again instead. */
export async function holdJob(db: DatabaseAccess, customerId: number, { id, name, data, scheduled }: TakenJob): Promise<void> {
  if (scheduled && Object.keys(data).length === 0) return
  await db.transaction(
    customerId,
    (tx) =>
      tx.run(sql`insert into held_job (customer_id, id, job, data) values (${customerId}, ${id}::uuid, ${name}, ${JSON.stringify(data)}::jsonb)
        on conflict do nothing`),
    { background: true },
  )
}

/** Takes back jobs of customers that are no longer suspended, the oldest first, each of several alike once. Needs the provider's role. */
export async function releaseJobs(tx: Tx): Promise<{ customerId: number; name: string; data: Readonly<Record<string, unknown>> }[]> {
  const rows = await tx.run(sql<{ customer_id: number; job: string; data: Record<string, unknown> }>`delete from held_job h
    where (h.customer_id, h.id) in (select o.customer_id, o.id from held_job o join customer c on c.id = o.customer_id and not c.disabled
      order by o.held_at, o.id limit ${atOnce} for update of o skip locked)
    returning h.customer_id, h.job, h.data`)
  const once = new Map(rows.map((row) => [JSON.stringify(row), row]))
  return [...once.values()].map(({ customer_id: customerId, job: name, data }) => ({ customerId, name, data }))
}
