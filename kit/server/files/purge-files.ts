import { sql } from 'kysely'
import type { Job } from '#kit/server/http/area.ts'
import type { FileStorage } from './storage.ts'

/** Nothing takes longer to be kept: what was begun before and is not finished never will be. */
const unfinishedMs = 2 * 86_400_000

/**
 * Forgets files that nobody attached within a day, exports among them. Detached files stay: versions in the history still speak of them.
 * Content that was begun to be kept and never was goes too, last: a storage that does not list it keeps nothing else from going. Content goes first, so that a failure leaves the row and the next run tries again.
 */
export const purgeFiles = (storage: FileStorage, warn: (told: { readonly err: unknown; readonly customer_id: number }, message: string) => void): Job => ({
  name: 'files.purge',
  schedule: '40 3 * * *',
  run: async ({ tx }) => {
    for (;;) {
      const old = await tx.run(sql<{ id: number; storage_key: string; shared: boolean }>`select id, storage_key,
          exists (select 1 from file other where other.customer_id = file.customer_id and other.storage_key = file.storage_key and other.id <> file.id) as shared from file
        where customer_id = ${tx.customerId} and entity is null and created_at < (select present()) - interval '1 day' order by id limit 200 for update skip locked`)
      if (old.length === 0) break
      for (const { storage_key, shared } of old) if (!shared) await storage.remove(storage_key)
      await tx.run(sql`delete from file where customer_id = ${tx.customerId} and id = any(${old.map((f) => f.id)}::bigint[])`)
    }
    await storage
      .removeUnfinished(tx.customerId, new Date(Date.now() - unfinishedMs))
      .catch((err: unknown) => warn({ err, customer_id: tx.customerId }, 'unfinished uploads stay in the storage'))
  },
})
