import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** A line of the log about one object. */
export interface LineSince {
  readonly seq: number
  readonly n: number
  readonly at: Date
  /** Null for the system itself. */
  readonly actor_id: number | null
  readonly entity: string
  readonly object_id: number
  readonly action: string
  readonly version: number | null
  /** It tells of a version that it made. */
  readonly versioned: boolean
  /** It tells that the object is gone. */
  readonly removed: boolean
  /** JSON text. */
  readonly details: string | null
}

/** How far a log was read: all entries up to one, and of the next the lines up to one. */
export interface LogPlace {
  readonly seq: number
  readonly n: number
}

/** The number of the newest entry; entries are committed in the order of their numbers, so that nothing comes in before it later. */
export const newestEntry = async (tx: Tx): Promise<number> =>
  (await tx.first(sql<{ seq: number }>`select seq from audit_head where customer_id = ${tx.customerId}`))?.seq ?? 0

/** Lines about objects of some entities after a place and up to an entry, in order; where there are more than asked for, the last one is the place to go on from. */
export const linesSince = (tx: Tx, { seq, n }: LogPlace, until: number, entities: readonly string[], limit: number): Promise<LineSince[]> =>
  tx.run(sql<LineSince>`select l.seq, l.n, e.at, e.actor_id, l.entity, l.object_id, l.action, l.object_version as version, l.digest is not null as versioned, l.digest is null and l.related is not null as removed, l.details
    from audit_log l join audit_entry e on e.customer_id = l.customer_id and e.seq = l.seq
    where l.customer_id = ${tx.customerId} and l.seq > ${seq} and l.seq <= ${until} and not (l.seq = ${seq + 1} and l.n <= ${n}) and l.object_id is not null
      and l.entity = any(${[...entities]}::text[]) order by l.seq, l.n limit ${limit}`)
