import { renameSync } from 'node:fs'
import { sql } from 'kysely'
import type { Secrets } from '#kit/server/access/secrets.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { JobLog } from '#kit/server/jobs/job-queue.ts'
import { readAnchor, writeAnchor, type Anchor, type Head } from '#platform/audit/anchor.ts'

interface Options {
  readonly db: DatabaseAccess
  readonly secrets: Secrets
  readonly file: string
  readonly log: JobLog
  readonly minutes?: number
}

/** Keeps the anchor of the audit, at once and every ten minutes; `stop` writes it a last time. */
export function keepAnchor({ minutes = 10, ...options }: Options): { stop: () => Promise<void> } {
  const renew = () => renewAnchor(options).catch((err: unknown) => options.log.warn({ err }, 'the anchor of the audit was not renewed'))
  const timer = setInterval(() => void renew(), minutes * 60_000)
  timer.unref()
  void renew()
  return {
    stop: async () => {
      clearInterval(timer)
      await renew()
    },
  }
}

/**
 * Writes where the chains end now. A chain that no longer holds what the anchor names is logged as an error and stays anchored where it was: else
 * the traces of a cut would be gone with the next writing.
 */
export async function renewAnchor({ db, secrets, file, log }: Omit<Options, 'minutes'>): Promise<void> {
  const former = formerAnchor(file, secrets, log)
  const heads = await db.transaction(1, (tx) => tx.run(sql<Head>`select customer_id, seq, hash from audit_head where customer_id > 0 order by customer_id`), {
    background: true,
    provider: true,
  })
  // Of an organisation that was deleted the provider's own chain says so.
  const deleted = await db.transaction(
    1,
    (tx) => tx.run(sql<{ object_id: number | null }>`select object_id from audit_log where customer_id = 1 and entity = 'customer' and action = 'delete'`),
    { background: true },
  )
  const ended = new Set(deleted.map(({ object_id: id }) => id))
  const known = new Map(heads.map((head) => [head.customer_id, head]))
  const broken: Head[] = []
  for (const anchored of former?.heads ?? []) {
    const now = known.get(anchored.customer_id)
    if (!now && ended.has(anchored.customer_id)) continue
    if (now?.seq === anchored.seq && now.hash === anchored.hash) continue
    const held = await db.transaction(
      anchored.customer_id,
      // Where retention has removed entries, the last of them is kept by its hash.
      (tx) =>
        tx.first(sql<{ hash: string }>`select hash from audit_entry where customer_id = ${anchored.customer_id} and seq = ${anchored.seq}
          union all select hash from audit_base where customer_id = ${anchored.customer_id} and seq = ${anchored.seq}`),
      { background: true },
    )
    if (now && now.seq > anchored.seq && held?.hash === anchored.hash) continue
    broken.push(anchored)
    log.error({ customer_id: anchored.customer_id, seq: anchored.seq, anchored_at: former?.at }, 'the audit no longer holds what its anchor names')
  }
  const intact = heads.filter(({ customer_id }) => !broken.some((each) => each.customer_id === customer_id))
  writeAnchor(file, { at: new Date().toISOString(), heads: [...intact, ...broken].toSorted((a, b) => a.customer_id - b.customer_id) }, secrets)
}

/** One that cannot be read is set aside, never overwritten: somebody may have to look at it. */
function formerAnchor(file: string, secrets: Secrets, log: JobLog): Anchor | null {
  try {
    return readAnchor(file, secrets)
  } catch (err) {
    const aside = `${file}.${new Date().toISOString().replaceAll(/[-:.]/g, '')}.refused`
    renameSync(file, aside)
    log.error({ err, aside }, 'the anchor of the audit cannot be trusted and was set aside')
    return null
  }
}
