import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'

const taken = new WeakMap<Tx, Set<string>>()

/**
 * Waits until no other transaction of this customer holds the turn, and holds it until the end. For what several rows decide together (a tree, a
 * count, the next rank), which locks of rows cannot protect. Taken before any row is locked (docs/decisions/0017); taken again it costs nothing.
 */
export async function takeTurn(tx: Tx, name: string): Promise<void> {
  const mine = taken.get(tx) ?? new Set()
  taken.set(tx, mine)
  if (mine.has(name)) return
  // The name stands in the text, so that tests see which turns a request takes and in which order.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${sql.lit(`turn ${name}`)}, ${tx.customerId}::bigint))`)
  mine.add(name)
}
