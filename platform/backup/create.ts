/** One archive with everything a server needs to come back: database, files, key and passwords. */
import { createWriteStream, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { anchorFile } from '#platform/env.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { writeTar, type Entry } from './tar.ts'

interface Options {
  dataDir: string
  /** Where the embedded database is; undefined if the database is elsewhere and saved by its own means. */
  databaseDir: string | undefined
  archive: string
  settings?: Record<string, string>
}

/** What a copy of the cluster does not need; most of it PostgreSQL would refuse or throw away. */
const leftOut =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|(^|\/)(pgsql_tmp.*|pg_internal\.init)$|^postmaster\.(pid|opts)$/

/** Works beside a running server and without one. The archive holds secrets: only its maker can read it. */
export async function createBackup({ dataDir, databaseDir, archive, settings }: Options): Promise<void> {
  const draft = `${archive}.part`
  const content = Readable.from(writeTar(entriesOf(dataDir, databaseDir, settings)))
  try {
    await pipeline(content, createGzip({ level: 3 }), createWriteStream(draft, { mode: 0o600 }))
    renameSync(draft, archive)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** The database first: a file that it names is then still there, while a file added meanwhile does no harm. */
async function* entriesOf(dataDir: string, databaseDir?: string, settings?: Record<string, string>): AsyncGenerator<Entry> {
  if (databaseDir) yield* databaseEntries(databaseDir, settings)
  for (const path of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if ((databaseDir && join(dataDir, path).startsWith(databaseDir)) || path.startsWith(anchorFile)) continue
    yield entryOf(dataDir, path, `data/${path}`)
  }
}

async function* databaseEntries(databaseDir: string, settings?: Record<string, string>): AsyncGenerator<Entry> {
  const server = await startEmbedded({ dataDir: databaseDir, settings })
  const client = new pg.Client(server.ownerUrl)
  client.on('error', () => {})
  try {
    await client.connect()
    // The slot keeps the log that the copy needs; both end with the session.
    await client.query(`select pg_create_physical_replication_slot('vigie_backup', true, true)`)
    const start = await one<{ wal: string }>(client, `select pg_walfile_name(pg_backup_start('vigie', fast => true)) as wal`)
    yield { path: 'postgres' }
    yield { path: 'postgres/owner-password', text: decodeURIComponent(new URL(server.ownerUrl).password) }
    yield { path: 'postgres/cluster' }
    for (const path of readdirSync(server.cluster, { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (!leftOut.test(path)) yield entryOf(server.cluster, path, `postgres/cluster/${path}`)
    }
    const stop = await one<{ wal: string; label: string }>(
      client,
      `select pg_walfile_name(lsn) as wal, labelfile as label from pg_backup_stop(wait_for_archive => false)`,
    )
    yield { path: 'postgres/cluster/backup_label', text: stop.label }
    for (const name of readdirSync(join(server.cluster, 'pg_wal')).toSorted()) {
      const needed = /^[0-9A-F]{24}$/.test(name) && name >= start.wal && name <= stop.wal
      if (needed) yield entryOf(server.cluster, `pg_wal/${name}`, `postgres/cluster/pg_wal/${name}`)
    }
  } finally {
    await client.end()
    await server.stop()
  }
}

function entryOf(folder: string, path: string, name: string): Entry {
  const file = join(folder, path)
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ? { path: name } : { path: name, file }
}

async function one<T extends pg.QueryResultRow>(client: pg.Client, sql: string): Promise<T> {
  const { rows } = await client.query<T>(sql)
  if (!rows[0]) throw new Error(`No answer to: ${sql}`)
  return rows[0]
}
