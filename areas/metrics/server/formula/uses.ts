import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'

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

/** The same of many of one entity, in one statement. */
export async function setUsesOf(tx: Tx, entity: string, users: readonly { readonly id: number; readonly metrics: readonly number[] }[]): Promise<void> {
  if (users.length === 0) return
  await tx.run(sql`with given as (select u.id, u.metrics from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as u (id bigint, metrics bigint[])),
      gone as (delete from metric_use x using given g where x.customer_id = ${tx.customerId} and x.entity = ${entity} and x.object_id = g.id and x.metric_id <> all(g.metrics))
    insert into metric_use (customer_id, metric_id, entity, object_id)
    select ${tx.customerId}, m, ${entity}, g.id from given g, unnest(g.metrics) as m on conflict do nothing`)
}

/** Whether anything uses a metric. */
export const isUsed = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.first(sql`select 1 from metric_use where customer_id = ${tx.customerId} and metric_id = ${id} limit 1`)) !== undefined
