import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/transaction.ts'

/** What uses metrics: a formula metric, an indicator, a task. As long as something does, a metric keeps its meaning and stays (MET-11). */
export interface User {
  readonly entity: string
  readonly id: number
}

/** Notes which metrics something uses, in place of what it used so far. */
export async function setUses(tx: Tx, { entity, id }: User, metrics: readonly number[]): Promise<void> {
  await tx.run(sql`with gone as (delete from metric_use where customer_id = ${tx.customerId} and entity = ${entity} and object_id = ${id}
      and metric_id <> all(${[...metrics]}::bigint[]))
    insert into metric_use (customer_id, metric_id, entity, object_id)
    select ${tx.customerId}, m, ${entity}, ${id} from unnest(${[...metrics]}::bigint[]) as m on conflict do nothing`)
}

/** Whether anything uses a metric. */
export const isUsed = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.first(sql`select 1 from metric_use where customer_id = ${tx.customerId} and metric_id = ${id} limit 1`)) !== undefined
