/** Brings the schema forward: plain SQL files, in the order of their names, each applied once. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

interface Options {
  dir?: string
  log?: (line: string) => void
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url))
const fileName = /^\d{8}T\d{4}_[a-z0-9_]+\.sql$/

/** Two files were released with one stamp before that was refused: what is applied keeps its name. */
const sharedBefore: ReadonlySet<string> = new Set(['20261121T0022'])

const bookkeeping = `
  create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now());
  create table if not exists schema_column (
    table_name text not null, column_name text not null, added_at timestamptz not null default now(),
    primary key (table_name, column_name));`

/**
 * A column remembers when it came, so that a hash over older rows can be recomputed without it. From the catalog itself, which a new database is asked for every
 * migration: the standard's view of it is a third of the time in which one is made.
 */
const rememberColumns = `
  insert into schema_column (table_name, column_name)
  select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'f') and a.attnum > 0 and not a.attisdropped
    and not exists (select from schema_column s where s.table_name = c.relname and s.column_name = a.attname)
  on conflict do nothing`

/** The views of the past are made from the tables, and would stand in the way of changing them. */
const past = (procedure: 'drop_past' | 'make_past') => `
  do $$ begin if to_regprocedure('public.${procedure}()') is not null then call public.${procedure}(); end if; end $$`

/**
 * Applies what is missing and answers the names applied. Several servers may call it at once: one works, the others wait.
 * Throws, with file and reason, for a failing file, an applied file that was changed, and a schema newer than the program.
 */
export async function migrate(ownerUrl: string, { dir = migrationsDir, log = () => {} }: Options = {}): Promise<string[]> {
  const migrations = readMigrations(dir)
  return asOwner(ownerUrl, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('vigie migrate'))`)
    await client.query(bookkeeping)
    const missing = await missingOf(client, migrations)
    for (const [n, migration] of missing.entries()) {
      log(`Migrating: ${migration.name}`)
      await apply(client, migration, { first: n === 0, last: n === missing.length - 1 })
    }
    return missing.map(({ name }) => name)
  })
}

/** Throws unless exactly this program's migrations are applied; for readiness and for servers that may not migrate. */
export async function assertMigrated(client: Pick<pg.ClientBase, 'query'>, dir = migrationsDir): Promise<void> {
  const [first] = await missingOf(client, readMigrations(dir))
  if (first) throw new Error(`The schema lacks migration ${first.name}.`)
}

function readMigrations(dir: string): Migration[] {
  const stamps = new Map<string, string>()
  return readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      if (!fileName.test(name)) throw new Error(`Migration ${name} must be named YYYYMMDDTHHMM_what.sql.`)
      const [stamp = ''] = name.split('_')
      const other = stamps.get(stamp)
      if (other && !sharedBefore.has(stamp)) throw new Error(`Migrations ${other} and ${name} have one stamp. Give one of them another minute.`)
      stamps.set(stamp, name)
      const sql = readFileSync(join(dir, name), 'utf8').replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

async function missingOf(client: Pick<pg.ClientBase, 'query'>, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration order by name')
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const known = new Set(migrations.map(({ name }) => name))
  const newer = rows.find(({ name }) => !known.has(name))
  if (newer) throw new Error(`The schema is newer than this program: it has migration ${newer.name}. Install the version that made it.`)
  const changed = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed) throw new Error(`Migration ${changed.name} was changed after it was applied. Restore the file and add a new migration.`)
  const missing = migrations.filter(({ name }) => !applied.has(name))
  const last = rows.at(-1)?.name ?? ''
  const late = missing.find(({ name }) => name < last)
  if (late) throw new Error(`Migration ${late.name} comes before ${last}, which is already applied. Give it a later name.`)
  return missing
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration, { first, last }: { first: boolean; last: boolean }): Promise<void> {
  try {
    await client.query('begin')
    if (first) await client.query(past('drop_past'))
    await client.query(sql)
    if (last) await client.query(past('make_past'))
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query(rememberColumns)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${name} failed${placeIn(sql, error)}: ${(error as Error).message}`, { cause: error })
  }
}

function placeIn(sql: string, error: unknown): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : 0
  return position ? ` at line ${sql.slice(0, position).split('\n').length}` : ''
}

/** Ending the session also frees its advisory lock. */
async function asOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'vigie migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
