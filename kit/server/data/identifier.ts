import { sql } from 'kysely'
import type { Tx } from './transaction.ts'

/** The next free identifiers `<prefix>-<n>` of an entity (GEN-25), in order; numbers taken by hand are skipped. */
export async function nextIdentifiers(tx: Tx, entity: string, prefix: string, count: number): Promise<string[]> {
  const free: string[] = []
  while (free.length < count) {
    const rows = await tx.run(sql<{ identifier: string; taken: boolean }>`with counter as (
        insert into identifier_counter (customer_id, entity, last) values (${tx.customerId}, ${sql.lit(entity)}, ${count - free.length})
        on conflict (customer_id, entity) do update set last = identifier_counter.last + excluded.last returning last)
      select w.identifier, exists (select 1 from ${sql.table(entity)} t where t.customer_id = ${tx.customerId} and t.identifier = w.identifier) as taken
      from counter cross join lateral (select ${`${prefix}-`} || n as identifier, n from generate_series(last - ${count - free.length} + 1, last) n) w order by w.n`)
    free.push(...rows.flatMap(({ identifier, taken }) => (taken ? [] : [identifier])))
  }
  return free
}
