/** What a released schema held: enough to lay it again in an empty database and to see what an upgrade makes of it. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'

/** The rows of one table as JSON, without columns that the database computes. */
export interface KeptTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly object[]
}

/** A back-up of the tables of `public`, with the migrations that had made them. */
export interface Snapshot {
  readonly migrations: Readonly<Record<string, string>>
  readonly tables: readonly KeptTable[]
}

/** Written when the migrations are applied again. When a column came, on the other hand, is known to the audit chain and kept. */
const bookkeeping = ['schema_migration']

const quoted = (names: readonly string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ')

/** The tables of `public` with the columns that can be written, partitions as part of their table. */
export async function writableColumns(client: pg.ClientBase): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
     group by c.relname order by c.relname`,
    [bookkeeping],
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** Reads everything, as the owner of the schema. */
export async function takeSnapshot(client: pg.ClientBase): Promise<Snapshot> {
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration order by name')
  const tables: KeptTable[] = []
  for (const [name, columns] of await writableColumns(client)) {
    const { rows } = await client.query<{ row: object }>(
      `select to_jsonb(t) as row from (select ${quoted(columns)} from ${pg.escapeIdentifier(name)}) t order by t::text`,
    )
    tables.push({ name, columns, rows: rows.map(({ row }) => row) })
  }
  return { migrations: Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum])), tables }
}

/** Writes the rows into a database whose schema is that of the snapshot and empty; `client` must be a superuser. */
export async function laySnapshot(client: pg.ClientBase, { tables }: Snapshot): Promise<void> {
  await client.query('begin')
  // The rows were consistent when they were taken: neither triggers nor keys look at each table on its own.
  await client.query(`set local session_replication_role = 'replica'`)
  await client.query(`truncate ${quoted(tables.map(({ name }) => name))}`)
  for (const { name, columns, rows } of tables) {
    const table = pg.escapeIdentifier(name)
    if (rows.length > 0)
      await client.query(
        `insert into ${table} (${quoted(columns)}) overriding system value select ${quoted(columns)} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      )
  }
  await client.query(
    `select setval(sequence, greatest(last, 1)) from (
       select pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence,
         (xpath('/row/last/text()', query_to_xml(format('select coalesce(max(%I), 0) as last from %I', column_name, table_name), false, true, '')))[1]::text::bigint as last
       from information_schema.columns where table_schema = 'public' and is_identity = 'YES') s where sequence is not null`,
  )
  await client.query('commit')
  await client.query('analyze')
}

/**
 * What a migration changes on purpose: no feature was looked at before 0.2.0, so that having none meant having all; and the chain of the audit goes on when an
 * upgrade makes rows, its kept entries before it.
 */
const meant = new Set(['customer.features', 'audit_head.seq', 'audit_head.hash'])

/** The kept rows that a database no longer holds as they were, at most twenty; columns that came since are not looked at. */
export async function lostRows(client: pg.ClientBase, { tables }: Snapshot): Promise<string[]> {
  const present = await writableColumns(client)
  const lost: string[] = []
  for (const { name, columns: every, rows } of tables) {
    const columns = every.filter((column) => !meant.has(`${name}.${column}`))
    const gone = columns.filter((column) => !present.get(name)?.includes(column))
    if (gone.length > 0) {
      lost.push(`${name}: ${gone.join(', ')} gone`)
      continue
    }
    // Compared as values, not as texts: 12.50 went through JSON as 12.5.
    const { rows: missing } = await client.query<{ row: object }>(
      `select row - $2::text[] as row from jsonb_array_elements($1) row except select to_jsonb(t) from (select ${quoted(columns)} from ${pg.escapeIdentifier(name)}) t limit 20`,
      [JSON.stringify(rows), every.filter((column) => !columns.includes(column))],
    )
    lost.push(...missing.map(({ row }) => `${name}: ${JSON.stringify(row)}`))
  }
  return lost.slice(0, 20)
}

export const readSnapshot = (file: string): Snapshot => JSON.parse(gunzipSync(readFileSync(file)).toString()) as Snapshot
export const writeSnapshot = (file: string, snapshot: Snapshot): void => writeFileSync(file, gzipSync(JSON.stringify(snapshot), { level: 9 }))

/** The checksum that `schema_migration` keeps of a migration file. */
export const checksumOf = (file: string): string => createHash('sha256').update(readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).digest('hex')

/** Everybody's password in a kept release. */
export const releasePassword = 'Correct-Horse-9'
