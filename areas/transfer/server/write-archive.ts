import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { storedEntry } from '#kit/server/data/audit/stored-entry.ts'
import type { LeftOut } from '#kit/server/data/database/left-out.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import type { ZipEntry } from '#kit/server/sheets/zip.ts'
import { format, type ListedMember, type Manifest, type Proof } from './format.ts'
import { jsonSchema, type TableWords } from './json-schema.ts'
import { customerColumns, quoted, schemaOf, tablesOf, type ArchiveTable } from './tables.ts'

export interface Writing {
  /** Reads everything under one snapshot, in cursors: rows are written as they are read. */
  readonly tx: Tx
  readonly storage: FileStorage
  readonly leftOut: LeftOut
  readonly version: string
  readonly wordsOf: (table: string) => TableWords | undefined
  readonly readme: (about: Manifest) => readonly { readonly lang: string; readonly text: string }[]
  readonly how: readonly string[]
  /** Excel files for people, each written to a local path that is removed once it is in. */
  readonly sheets: (rows: ReadonlyMap<string, number>) => AsyncIterable<{ readonly name: string; readonly path: string }>
  readonly tell: (progress: Progress) => Promise<void>
}

export interface Progress {
  readonly stage: 'DATA' | 'SHEETS' | 'FILES'
  readonly done: number
  readonly total: number
}

export interface ArchiveMade {
  readonly rows: number
  readonly files: number
}

/** About how many bytes are read of the database at once, and how many rows at most. */
const piece = 1_000_000
const mostRows = 2_000
/** Files whose names are read at once. */
const fewFiles = 50

/** Everything that the transaction's organisation has, as the entries of a zip archive. What it came to is in `made` once all of them were taken. */
export async function* archiveEntries(at: Writing, made: { result?: ArchiveMade }): AsyncGenerator<ZipEntry> {
  const { tx } = at
  const listed: ListedMember[] = []
  const member = (name: string, content: ZipEntry['content'], more: Pick<ZipEntry, 'packed'> = {}): ZipEntry => ({
    name,
    ...more,
    content: hashed(content, (sha256, size) => listed.push({ name, size, sha256 })),
  })
  const tables = await tablesOf(tx, at.leftOut)
  const kept = tables.filter(({ left }) => left === null)
  const counts = await countRows(tx, kept)
  const entries = await countOf(tx, sql`select count(*) as count from audit_entry where customer_id = ${tx.customerId}`)
  const total = [...counts.values()].reduce((sum, count) => sum + count, entries)
  let done = 0
  const more = async (rows: number) => {
    done += rows
    await at.tell({ stage: 'DATA', done, total })
  }
  const customer = await customerOf(tx)
  yield member('customer.json', [`${JSON.stringify(customer, null, 1)}\n`])
  for (const table of kept) {
    yield member(`schema/${table.name}.json`, [jsonSchema(table, at.wordsOf(table.name))])
    if ((counts.get(table.name) ?? 0) > 0) yield member(`data/${table.name}.jsonl`, linesOf(tx, table, more))
  }
  yield member('audit/entries.jsonl', auditLines(tx, more))
  yield member('audit/proof.json', [`${JSON.stringify(await proofOf(tx, entries, at.how), null, 1)}\n`])

  for await (const { name, path } of at.sheets(counts)) {
    yield member(`excel/${name}.xlsx`, createReadStream(path), { packed: true })
    await rm(path, { force: true })
  }

  const files = { count: 0, bytes: 0, missing: [] as string[] }
  const allFiles = await countOf(tx, sql`select count(distinct sha256) as count from file where customer_id = ${tx.customerId}`)
  await tx.run(
    sql`declare archive_files no scroll cursor for select distinct on (sha256) sha256, storage_key, mime from file where customer_id = ${tx.customerId} order by sha256, id`,
  )
  for (;;) {
    const rows = await tx.runText<{ sha256: string; storage_key: string; mime: string }>(`fetch ${fewFiles} from archive_files`)
    for (const { sha256, storage_key, mime } of rows) {
      const content = await at.storage.open(storage_key)
      if (content === null) files.missing.push(sha256)
      else {
        yield {
          name: `files/${sha256}`,
          content: hashed(content, (_, size) => (files.bytes += size)),
          ...(packedTypes.test(mime) && { packed: true as const }),
        }
        files.count += 1
      }
      await at.tell({ stage: 'FILES', done: files.count + files.missing.length, total: allFiles })
    }
    if (rows.length < fewFiles) break
  }

  const about: Manifest = {
    format,
    version: at.version,
    schema: await schemaOf(tx),
    made_at: tx.now.toISOString(),
    customer_id: tx.customerId,
    name: String(customer.name),
    lang: customer.lang === 'fr' ? 'fr' : 'en',
    tables: Object.fromEntries(kept.map(({ name }) => [name, counts.get(name) ?? 0])),
    left_out: Object.fromEntries(tables.flatMap(({ name, left }) => (left === null ? [] : [[name, left]]))),
    files,
    audit_entries: entries,
    people: counts.get('member') ?? 0,
    members: { count: 0, sha256: '' },
  }
  for (const { lang, text } of at.readme(about)) yield member(`README.${lang}.md`, [text])
  const members = listed.map((one) => `${JSON.stringify(one)}\n`).join('')
  yield { name: 'members.jsonl', content: [members] }
  const manifest: Manifest = { ...about, members: { count: listed.length, sha256: createHash('sha256').update(members).digest('hex') } }
  yield { name: 'manifest.json', content: [`${JSON.stringify(manifest, null, 1)}\n`] }
  made.result = { rows: total, files: files.count }
}

/** Packing these again would only take time. */
const packedTypes = /^image\/(?:png|jpeg|gif|webp)$|zip|openxmlformats/

/** Passes content on and tells its hash and size once it has gone through. */
async function* hashed(content: ZipEntry['content'], tell: (sha256: string, size: number) => void): AsyncGenerator<string | Uint8Array> {
  const hash: Hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    hash.update(chunk)
    size += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length
    yield chunk
  }
  tell(hash.digest('hex'), size)
}

const countOf = async (tx: Tx, statement: ReturnType<typeof sql>): Promise<number> =>
  (await tx.first(statement as ReturnType<typeof sql<{ count: number }>>))?.count ?? 0

/** How many rows there are of each, a few tables in one statement. */
export async function countRows(tx: Tx, tables: readonly ArchiveTable[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (let from = 0; from < tables.length; from += 50) {
    const some = tables.slice(from, from + 50)
    const rows = await tx.runText<{ name: string; count: number }>(
      some.map(({ name }) => `select '${name}' as name, count(*) as count from ${quoted(name)} where customer_id = $1`).join(' union all '),
      [tx.customerId],
    )
    for (const { name, count } of rows) counts.set(name, count)
  }
  return counts
}

/** The rows of a table as lines of JSON, in the order of its key; the database writes them and nothing here reads them. */
async function* linesOf(tx: Tx, { name, columns, key }: ArchiveTable, more: (rows: number) => Promise<void>): AsyncGenerator<string> {
  const chosen = columns.map((column) => quoted(column.name)).join(', ')
  const order = key.length > 0 ? ` order by ${key.map(quoted).join(', ')}` : ''
  await tx.runText(
    `declare archive_rows no scroll cursor for select row_to_json(r)::text as line from (select ${chosen} from ${quoted(name)} where customer_id = ${tx.customerId}${order}) r`,
  )
  yield* fetched(tx, more)
}

async function* auditLines(tx: Tx, more: (rows: number) => Promise<void>): AsyncGenerator<string> {
  await tx.run(sql`declare archive_rows no scroll cursor for
    select json_strip_nulls(row_to_json(r))::text as line from (select e.customer_id, ${storedEntry} from audit_entry e where e.customer_id = ${sql.lit(tx.customerId)} order by e.seq) r`)
  yield* fetched(tx, more)
}

/** What the open cursor gives: pieces of about the same size, whatever the rows are like. */
async function* fetched(tx: Tx, more: (rows: number) => Promise<void>): AsyncGenerator<string> {
  let ask = 10
  for (;;) {
    const rows = await tx.runText<{ line: string }>(`fetch ${ask} from archive_rows`)
    if (rows.length > 0) {
      const text = `${rows.map(({ line }) => line).join('\n')}\n`
      yield text
      await more(rows.length)
      if (rows.length < ask) break
      ask = Math.max(1, Math.min(mostRows, Math.floor((piece * rows.length) / text.length)))
    } else break
  }
  await tx.send('close archive_rows')
}

async function customerOf(tx: Tx): Promise<Readonly<Record<string, unknown>>> {
  const columns = await customerColumns(tx)
  const [row] = await tx.runText<{ row: Readonly<Record<string, unknown>> }>(
    `select to_jsonb(r) as row from (select ${columns.map(quoted).join(', ')} from customer where id = $1) r`,
    [tx.customerId],
  )
  if (!row) throw new Error('The organisation is gone')
  return row.row
}

/** Where the chain begins and ends, and how anybody follows it. */
async function proofOf(tx: Tx, entries: number, how: readonly string[]): Promise<Proof> {
  const found = await tx.first(sql<Pick<Proof, 'base' | 'head'>>`select
    (select jsonb_build_object('seq', b.seq, 'hash', b.hash, 'at', b.at, 'removed_at', b.removed_at) from audit_base b where b.customer_id = ${tx.customerId} and b.seq > 0) as base,
    (select jsonb_build_object('seq', h.seq, 'hash', h.hash) from audit_head h where h.customer_id = ${tx.customerId} and h.seq > 0) as head`)
  return { customer_id: tx.customerId, entries, base: found?.base ?? null, head: found?.head ?? null, how: [...how] }
}
