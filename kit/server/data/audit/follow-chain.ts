import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { firstHash, hashOf, type AuditEntry } from './chain.ts'
import { storedEntry } from './stored-entry.ts'

/** How far the chain of a customer was followed when somebody last asked. */
export interface ChainFollowed {
  readonly started_at: Date
  readonly started_by: { readonly id: number; readonly name: string } | null
  readonly base_seq: number
  /** The last entry that was looked at. */
  readonly last_seq: number
  /** The newest one when it began. */
  readonly until_seq: number
  /** Milliseconds. */
  readonly took: number
  readonly finished_at: Date | null
  /** The first entry that is not as it was written. */
  readonly fault_seq: number | null
  readonly fault: 'MISSING' | 'ORDER' | 'CONTENT' | 'HEAD' | null
}

/** Entries that are looked at in one transaction, so that nobody waits for long. */
export const pieceOfChain = 5_000
const batch = 500

export const chainFollowed = (tx: Tx): Promise<ChainFollowed | undefined> =>
  tx.first(sql<ChainFollowed>`select k.started_at, (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = k.customer_id and m.id = k.started_by) as started_by,
    k.base_seq, k.last_seq, k.until_seq, k.took, k.finished_at, k.fault_seq, k.fault from audit_check k where k.customer_id = ${tx.customerId}`)

/** Begins to follow the chain anew, from where it begins to the entry that is the newest now. */
export async function followAnew(tx: Tx): Promise<void> {
  await tx.run(sql`insert into audit_check (customer_id, started_at, started_by, base_seq, last_seq, last_hash, until_seq, until_hash)
    select ${tx.customerId}, ${tx.now}, ${tx.who.memberId}, coalesce(b.seq, 0), coalesce(b.seq, 0), coalesce(b.hash, ${firstHash}), coalesce(h.seq, 0), coalesce(h.hash, ${firstHash})
    from (select 1) as one left join audit_base b on b.customer_id = ${tx.customerId} left join audit_head h on h.customer_id = ${tx.customerId}
    on conflict (customer_id) do update set started_at = excluded.started_at, started_by = excluded.started_by, base_seq = excluded.base_seq, last_seq = excluded.last_seq,
      last_hash = excluded.last_hash, until_seq = excluded.until_seq, until_hash = excluded.until_hash, took = 0, finished_at = null, fault_seq = null, fault = null`)
}

type Stored = Omit<AuditEntry, 'customer_id'>

/** Follows the chain for one piece; what was looked at is kept, so that the next goes on from there. A fault ends it: what comes after the first is not judged. */
export async function followOn(tx: Tx): Promise<void> {
  const begun = performance.now()
  const state = await tx.first(sql<{
    last_seq: number
    last_hash: string
    until_seq: number
    until_hash: string
    finished_at: Date | null
    base: number
  }>`select last_seq, last_hash, until_seq, until_hash, finished_at, coalesce((select b.seq from audit_base b where b.customer_id = ${tx.customerId}), 0) as base
    from audit_check where customer_id = ${tx.customerId} for no key update`)
  if (!state || state.finished_at) return
  // What retention has removed since it began cannot be looked at any more: it goes on from where the chain begins now.
  if (state.base > state.last_seq) return followAnew(tx)
  let { last_seq: last, last_hash: hash } = state
  let fault: { seq: number; kind: NonNullable<ChainFollowed['fault']> } | null = null
  const end = Math.min(state.until_seq, last + pieceOfChain)
  while (last < end && !fault) {
    const entries = await tx.run(sql<Stored>`select ${storedEntry}
      from audit_entry e where e.customer_id = ${tx.customerId} and e.seq > ${last} and e.seq <= ${end} order by e.seq limit ${batch}`)
    if (entries.length === 0) fault = { seq: last + 1, kind: 'MISSING' }
    for (const entry of entries) {
      const kind =
        entry.seq !== last + 1
          ? 'MISSING'
          : entry.previous_hash !== hash
            ? 'ORDER'
            : hashOf({ customer_id: tx.customerId, ...entry }) !== entry.hash
              ? 'CONTENT'
              : null
      if (kind) {
        fault = { seq: kind === 'MISSING' ? last + 1 : entry.seq, kind }
        break
      }
      last = entry.seq
      hash = entry.hash
    }
  }
  if (fault?.kind === 'MISSING') {
    const begins = await tx.first(sql<{ seq: number }>`select seq from audit_base where customer_id = ${tx.customerId}`)
    // Retention removed them since this piece began.
    if ((begins?.seq ?? 0) > last) return followAnew(tx)
  }
  if (!fault && last === state.until_seq && hash !== state.until_hash) fault = { seq: last, kind: 'HEAD' }
  const over = fault !== null || last >= state.until_seq
  await tx.run(sql`update audit_check set last_seq = ${last}, last_hash = ${hash}, took = took + ${Math.max(1, Math.round(performance.now() - begun))}, finished_at = ${over ? tx.now : null},
    fault_seq = ${fault?.seq ?? null}, fault = ${fault?.kind ?? null} where customer_id = ${tx.customerId}`)
}
