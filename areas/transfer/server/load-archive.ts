import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { ZipFile } from '#kit/server/files/zip-file.ts'
import { bounds } from './check-archive.ts'
import type { Manifest, Proof } from './format.ts'
import { linesOf } from './lines.ts'
import { loadOrder } from './load-order.ts'
import { quoted, type ArchiveTable } from './tables.ts'
import { countRows } from './write-archive.ts'

export interface Loading {
  /** Of the organisation that is made; everything or nothing. */
  readonly tx: Tx
  readonly zip: ZipFile
  readonly manifest: Manifest
  readonly proof: Proof
  readonly tables: readonly ArchiveTable[]
  readonly tell: (rows: number) => Promise<void>
}

/** Rows that come in at once, and about how many characters. */
const mostRows = 1_000
const piece = 1_000_000

/** Where the content of a file that came in lies: an attempt that is repeated finds it there. */
export const importedKey = (customerId: number, sha256: string) => `${customerId}/imported/${sha256}`

/** Opens an archive that was found good. */
export const openChecked = (path: string) => ZipFile.open(path, bounds)

/** Puts every row in, under the organisation's new number and with the ids that it had: keys begin with the organisation. Throws where the database refuses one. */
export async function loadArchive({ tx, zip, manifest, proof, tables, tell }: Loading): Promise<void> {
  const kept = tables.filter(({ left }) => left === null)
  const removed = new Map<string, number>()
  for (const group of await loadOrder(tx, kept)) {
    const puts: string[] = []
    const places: string[] = []
    for (const { table, whole, kept: written, about } of group) {
      const name = `data/${table.name}.jsonl`
      if (written) await tx.runText(`delete from ${quoted(table.name)} where customer_id = $1`, [tx.customerId])
      if (!zip.members.has(name)) continue
      const into = whole ? await staged(tx, table) : quoted(table.name)
      const columns = table.columns.map((column) => quoted(column.name)).join(', ')
      for await (const lines of batches(zip.read(name))) {
        await tx.runText(
          `insert into ${into} (${columns}) ${whole ? '' : 'overriding system value '}select ${table.columns.map((column) => valueOf(table, column.name)).join(', ')} from json_populate_recordset(null::public.${quoted(table.name)}, $1::json) r where $2::bigint is not null and $3::bigint is not null`,
          [`[${lines.join(',')}]`, tx.customerId, manifest.customer_id],
        )
        await tell(lines.length)
      }
      if (!whole) continue
      for (const column of about)
        await removeAbout(tx, { table, column, into, history: kept.find(({ name: one }) => one === `${table.name}_history`), removed })
      places.push(into)
      puts.push(
        `insert into ${quoted(table.name)} (${columns}) overriding system value select ${columns} from ${into} r where r.customer_id = $1 order by ${table.key.map(quoted).join(', ')}`,
      )
    }
    const [last] = puts
    if (last === undefined) continue
    // Each of a circle is looked at when all of them are in.
    const others = puts.slice(1).map((put, n) => `put_${n} as (${put})`)
    await tx.runText(`${others.length > 0 ? `with ${others.join(', ')} ` : ''}${last}`, [tx.customerId])
    for (const place of places) await tx.runText(`drop table ${place}`)
  }
  await loadAudit({ tx, zip, proof, tell })
  const counts = await countRows(tx, kept)
  const wanted = (name: string) => (manifest.tables[name] ?? 0) + (removed.get(name) ?? 0)
  const other = kept.find(({ name }) => (counts.get(name) ?? 0) !== wanted(name))
  if (other) throw new Error(`${other.name} has ${counts.get(other.name)} rows after the import, not ${wanted(other.name)}`)
}

/** What becomes of a value: all stay as they are but what names the organisation, another one, or a place of this installation. */
function valueOf({ name }: ArchiveTable, column: string): string {
  if (column === 'customer_id') return '$2::bigint'
  // Where a copy came from is known here only if it came from the organisation itself: ids of another installation's catalog are those of other things here.
  if (column === 'origin_customer_id') return 'case when r.origin_customer_id = $3 then $2::bigint end'
  if (column === 'origin_id' || column === 'origin_version') return `case when r.origin_customer_id = $3 then r.${column} end`
  if (name === 'file' && column === 'storage_key') return `$2::bigint || '/imported/' || r.sha256`
  return `r.${quoted(column)}`
}

interface Removing {
  readonly table: ArchiveTable
  readonly column: string
  readonly into: string
  readonly history: ArchiveTable | undefined
  /** How many rows of a table are there more than came, or fewer. */
  readonly removed: Map<string, number>
}

/** What is about something that never comes in, such as a review of a way of signing in, is removed as whoever removes it would: its history stays. */
async function removeAbout(tx: Tx, { table, column, into, history, removed }: Removing): Promise<void> {
  const same = history?.columns.map(({ name }) => name).filter((name) => table.columns.some((own) => own.name === name)) ?? []
  const names = same.map(quoted).join(', ')
  const gone = await tx.runText<{ id: number; version: number }>(
    history
      ? `with gone as (delete from ${into} r where r.customer_id = $1 and r.${quoted(column)} is not null returning *),
         past as (insert into ${quoted(history.name)} (${names}, valid_from, valid_to) select ${names}, updated_at, moment() from gone)
         select id, version from gone order by id`
      : `delete from ${into} r where r.customer_id = $1 and r.${quoted(column)} is not null returning 0 as id, 0 as version`,
    [tx.customerId],
  )
  removed.set(table.name, (removed.get(table.name) ?? 0) - gone.length)
  if (!history) return
  removed.set(history.name, (removed.get(history.name) ?? 0) + gone.length)
  for (const { id, version } of gone) tx.audit({ entity: table.name, object_id: id, action: 'delete', version })
}

async function staged(tx: Tx, { name }: ArchiveTable): Promise<string> {
  const place = quoted(`incoming_${name}`.slice(0, 60))
  await tx.runText(`create temporary table ${place} (like public.${quoted(name)}) on commit drop`)
  return place
}

async function* batches(content: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  let batch: string[] = []
  let length = 0
  for await (const lines of linesOf(content)) {
    for (const line of lines) {
      batch.push(line)
      length += line.length
      if (batch.length < mostRows && length < piece) continue
      yield batch
      batch = []
      length = 0
    }
  }
  if (batch.length > 0) yield batch
}

/** The log as it was, entry by entry: each keeps the number under which it was hashed, so that its chain is verified as it was written. What follows continues it. */
async function loadAudit({ tx, zip, proof, tell }: Pick<Loading, 'tx' | 'zip' | 'proof' | 'tell'>): Promise<void> {
  if (proof.base)
    await tx.run(sql`select audit_begins(${proof.base.seq}, ${proof.base.hash}, ${proof.base.at}::timestamptz, ${proof.base.removed_at}::timestamptz)`)
  for await (const lines of batches(zip.read('audit/entries.jsonl'))) {
    await tx.run(sql`with given as materialized (select * from json_to_recordset(${`[${lines.join(',')}]`}::json) as e (customer_id bigint, origin_id bigint, seq bigint, at timestamptz, actor_id bigint,
        impersonator_id bigint, source text, request_id text, previous_hash text, hash text, address text, session_at timestamptz, rows json)),
      entries as (insert into audit_entry (customer_id, origin_id, seq, at, actor_id, impersonator_id, source, request_id, previous_hash, hash, address, session_at)
        select ${tx.customerId}, coalesce(g.origin_id, g.customer_id), g.seq, g.at, g.actor_id, g.impersonator_id, g.source, g.request_id, g.previous_hash, g.hash, g.address, g.session_at from given g)
      insert into audit_log (customer_id, seq, n, entity, object_id, action, object_version, digest, details, related)
        select ${tx.customerId}, g.seq, l.n, l.entity, l.object_id, l.action, l.version, l.digest, l.details, l.related
        from given g cross join lateral json_to_recordset(g.rows) as l (n int, entity text, object_id bigint, action text, version int, digest text, details text, related text)`)
    await tell(lines.length)
  }
  if (proof.head) await tx.run(sql`insert into audit_head (customer_id, seq, hash) values (${tx.customerId}, ${proof.head.seq}, ${proof.head.hash})`)
}
