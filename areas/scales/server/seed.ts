import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'

type Seeded = Parameters<Tx['audit']>[0]

/**
 * Gives the customer one default scale of each kind (SCL-14). They are the database's (`seed_scales`), which gave them to the organisations that were there before
 * scales were.
 */
export async function seedScales(tx: Tx): Promise<void> {
  const seeded = await tx.first(sql<{ rows: Seeded[] }>`select seed_scales() as rows`)
  for (const row of seeded?.rows ?? []) tx.audit(row)
}
