/** Audit entries from where they are: the database or an exported file. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { ClientBase } from 'pg'
import type { AuditEntry } from '#kit/server/data/audit/chain.ts'

const batch = 500

/** Every customer's id, oldest first. */
export async function customersOf(client: ClientBase): Promise<number[]> {
  await client.query('begin; set local role vigie_provider')
  const { rows } = await client.query<{ id: string }>('select id from customer order by id')
  await client.query('commit')
  return rows.map(({ id }) => Number(id))
}

/** Runs work that sees one customer's rows under one snapshot and can change nothing. */
export async function inCustomer<T>(client: ClientBase, customerId: number, work: () => Promise<T>): Promise<T> {
  await client.query(`begin isolation level repeatable read read only; set local app.customer_id = '${customerId}'`)
  try {
    return await work()
  } finally {
    await client.query('rollback')
  }
}

interface StoredEntry extends Omit<AuditEntry, 'customer_id' | 'seq' | 'actor_id' | 'impersonator_id' | 'origin_id'> {
  readonly seq: string
  readonly origin_id: string | null
  readonly actor_id: string | null
  readonly impersonator_id: string | null
}

/** One customer's entries in order; to be read inside `inCustomer`. */
export async function* storedEntries(client: ClientBase, customerId: number): AsyncGenerator<AuditEntry> {
  const number = (value: string | null) => (value === null ? null : Number(value))
  for (let last = 0; ;) {
    const { rows } = await client.query<StoredEntry>(
      `select e.seq, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.actor_id, e.impersonator_id, e.source, e.request_id, e.address,
         to_char(e.session_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as session_at, e.origin_id, e.previous_hash, e.hash,
         (select coalesce(json_agg(json_build_object('n', l.n, 'entity', l.entity, 'object_id', l.object_id, 'action', l.action,
            'version', l.object_version, 'digest', l.digest, 'details', l.details, 'related', l.related) order by l.n), '[]')
          from audit_log l where l.customer_id = e.customer_id and l.seq = e.seq) as rows
       from audit_entry e where e.customer_id = $1 and e.seq > $2 order by e.seq limit ${batch}`,
      [customerId, last],
    )
    for (const { seq, actor_id, impersonator_id, origin_id, ...rest } of rows) {
      last = Number(seq)
      const origin = origin_id === null ? {} : { origin_id: Number(origin_id) }
      yield { customer_id: customerId, seq: last, actor_id: number(actor_id), impersonator_id: number(impersonator_id), ...origin, ...rest }
    }
    if (rows.length < batch) return
  }
}

/** The entries of an exported file; throws for a line that is not one. */
export async function* exportedEntries(file: string): AsyncGenerator<AuditEntry> {
  let n = 0
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    n += 1
    if (line === '') continue
    try {
      yield JSON.parse(line) as AuditEntry
    } catch {
      throw new Error(`Line ${n} of ${file} is not an audit entry.`)
    }
  }
}
