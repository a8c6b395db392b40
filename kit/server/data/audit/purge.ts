import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Entries that go in one transaction, so that nobody waits for it. */
const batch = 5_000
/** Those that go in one night; the others go in the next ones. */
const most = 2_000_000

/** Removes what the customer keeps no longer, oldest first, and answers how many went; what remains is still followed from the hash of the last of them. */
export async function purgeLog(apart: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): Promise<number> {
  let gone = 0
  for (let went = batch; went > 0 && gone < most; gone += went)
    went = await apart(async (tx) => (await tx.first(sql<{ went: number }>`select audit_purge(${batch}) as went`))?.went ?? 0)
  return gone
}
