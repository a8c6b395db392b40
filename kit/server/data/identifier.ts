import { sql } from 'kysely'
import type { Tx } from './transaction.ts'

/** The next free identifier `<prefix>-<n>` of an entity (GEN-25); numbers taken by hand are skipped. */
export async function nextIdentifier(tx: Tx, entity: string, prefix: string): Promise<string> {
  for (;;) {
    const row = await tx.first(sql<{ identifier: string; taken: boolean }>`with counter as (
        insert into identifier_counter (customer_id, entity, last) values (${tx.customerId}, ${sql.lit(entity)}, 1)
        on conflict (customer_id, entity) do update set last = identifier_counter.last + 1 returning last)
      select ${`${prefix}-`} || last as identifier,
        exists (select 1 from ${sql.table(entity)} t where t.customer_id = ${tx.customerId} and t.identifier = ${`${prefix}-`} || last) as taken from counter`)
    if (row && !row.taken) return row.identifier
  }
}
