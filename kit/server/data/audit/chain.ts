/** The audit chain as arithmetic: what `audit_append` hashes, rebuilt line for line. */
import { createHash } from 'node:crypto'

export interface AuditLine {
  readonly n: number
  readonly entity: string
  readonly object_id: number | null
  readonly action: string
  readonly version: number | null
  readonly digest: string | null
  /** The text as stored: it is hashed as it is. */
  readonly details: string | null
  /** Over what belongs to the object; entries of before 0.2 and exports of them have none. */
  readonly related?: string | null
}

/** One transaction's entry, as exports hold it, one per line of JSON. */
export interface AuditEntry {
  readonly customer_id: number
  readonly seq: number
  /** In UTC with microseconds, `2026-01-31T12:00:00.000000Z`. */
  readonly at: string
  readonly actor_id: number | null
  readonly impersonator_id: number | null
  readonly source: string
  readonly request_id: string
  /** From where, and in the session that began when, as `at`; entries of jobs, of before 0.2 and exports of them have none. */
  readonly address?: string | null
  readonly session_at?: string | null
  /** The number of the organisation under which it was hashed, of what came from another installation. */
  readonly origin_id?: number | null
  readonly previous_hash: string
  readonly hash: string
  readonly rows: readonly AuditLine[]
}

export const firstHash = '0'.repeat(64)

/** The hash that an entry must have, given what it says and the hash before it. */
export const hashOf = (entry: AuditEntry): string => createHash('sha256').update(hashedText(entry)).digest('hex')

/** What is hashed: the hash before it on the first line, then what was done by whom, then what was done to which row, one line each. */
export function hashedText(entry: AuditEntry): string {
  const line = ({ n, entity, object_id, action, version, digest, details, related }: AuditLine) =>
    [n, entity, object_id ?? '', action, version ?? '', digest ?? '', details ?? '', ...(related ? [related] : [])].join('\t')
  const { previous_hash, customer_id, origin_id, seq, at, actor_id, impersonator_id, source, request_id, address, session_at, rows } = entry
  const origin = address || session_at ? [['from', address ?? '', session_at ?? ''].join('\t')] : []
  const body = rows.map(line).join('\n')
  return [previous_hash, origin_id ?? customer_id, seq, at, actor_id ?? '', impersonator_id ?? '', source, request_id, ...origin, body].join('\n')
}

/** Follows the chains of any number of customers, entry by entry, and collects what breaks them. */
export class ChainCheck {
  readonly faults: string[] = []
  /** The hash of the entry that was asked for of each customer, once it has been seen. */
  readonly marked = new Map<number, string>()
  entries = 0
  #marks: ReadonlyMap<number, number>
  #heads = new Map<number, { seq: number; hash: string }>()

  /** `marks`: a sequence number of each customer whose hash is to be remembered. */
  constructor(marks: ReadonlyMap<number, number> = new Map()) {
    this.#marks = marks
  }

  /** Has a customer's chain begin after an entry that is kept no longer: by its number and its hash. */
  begin(customerId: number, { seq, hash }: { readonly seq: number; readonly hash: string }): void {
    this.#heads.set(customerId, { seq, hash })
    if (this.#marks.get(customerId) === seq) this.marked.set(customerId, hash)
  }

  add(entry: AuditEntry): void {
    const { customer_id, seq, previous_hash, hash } = entry
    const head = this.#heads.get(customer_id) ?? { seq: 0, hash: firstHash }
    const at = `customer ${customer_id}, entry ${seq}`
    this.entries += 1
    if (seq !== head.seq + 1) this.faults.push(`${at}: follows entry ${head.seq}`)
    else if (previous_hash !== head.hash) this.faults.push(`${at}: does not continue the hash of entry ${head.seq}`)
    if (hashOf(entry) !== hash) this.faults.push(`${at}: its hash does not fit its content`)
    if (this.#marks.get(customer_id) === seq) this.marked.set(customer_id, hash)
    // What follows is judged against what this entry claims: one change is one fault.
    this.#heads.set(customer_id, { seq, hash })
  }

  /** The last entry of each customer: whoever notes its hash elsewhere can tell later whether the whole chain was rewritten. */
  get heads(): ReadonlyMap<number, { seq: number; hash: string }> {
    return this.#heads
  }
}
