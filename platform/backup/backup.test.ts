import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#platform/database/embedded.ts'
import { createBackup } from './create.ts'
import { restoreBackup } from './restore.ts'

const settings = { fsync: 'off' }
let work: string
let archive: string
let written: number

const placesIn = (name: string) => ({ dataDir: join(work, name), databaseDir: join(work, name, 'postgres'), settings })

/** A backup taken while a client keeps writing. */
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'backup-'))
  execFileSync('chmod', ['755', work])
  archive = join(work, 'backup.tar.gz')
  const original = placesIn('original')
  const server = await startEmbedded({ dataDir: original.databaseDir, settings })
  mkdirSync(join(original.dataDir, 'files', 'ab'), { recursive: true })
  writeFileSync(join(original.dataDir, 'files', 'ab', 'proof.pdf'), Buffer.alloc(70_000, 7))
  writeFileSync(join(original.dataDir, 'key'), 'secret', { mode: 0o600 })
  const client = new pg.Client(server.ownerUrl)
  await client.connect()
  await client.query(`create table boat as select n as id, repeat('x', 500) as name from generate_series(1, 20000) n`)
  const backup = { done: false }
  written = 0
  const writing = (async () => {
    while (!backup.done) {
      await client.query(`insert into boat values ($1, 'written during the backup')`, [-written - 1])
      written += 1
    }
  })()
  await createBackup({ ...original, archive })
  backup.done = true
  await writing
  await client.end()
  await server.stop()
})

afterAll(() => rmSync(work, { recursive: true, force: true }))

test('a backup taken during writes comes back whole, up to one moment, with files and key', async () => {
  const copy = placesIn('copy')
  await restoreBackup({ ...copy, archive })
  const server = await startEmbedded({ dataDir: copy.databaseDir, settings })
  const client = new pg.Client(server.ownerUrl)
  await client.connect()
  const { rows } = await client.query<{ before: number; during: number; last: number }>(
    `select count(*) filter (where id > 0)::int as before, count(*) filter (where id < 0)::int as during, coalesce(-min(id), 0) as last from boat`,
  )
  await client.end()
  await server.stop()
  expect(rows[0]?.before).toBe(20_000)
  // No gap: what is there is exactly what had been written by then.
  expect(rows[0]?.during).toBe(rows[0]?.last)
  expect(rows[0]?.during).toBeLessThanOrEqual(written)
  expect(readFileSync(join(copy.dataDir, 'files', 'ab', 'proof.pdf'))).toEqual(Buffer.alloc(70_000, 7))
  expect(readFileSync(join(copy.dataDir, 'key'), 'utf8')).toBe('secret')
})

test('the archive is for its maker only, and tar reads it', () => {
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  const names = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).split('\n')
  expect(names).toEqual(expect.arrayContaining(['postgres/cluster/backup_label', 'postgres/cluster/PG_VERSION', 'data/files/ab/proof.pdf']))
})

test('a restore never overwrites, and a damaged archive leaves nothing', async () => {
  await expect(restoreBackup({ ...placesIn('original'), archive })).rejects.toThrow(/not empty/)
  const damaged = join(work, 'damaged.tar.gz')
  writeFileSync(damaged, readFileSync(archive))
  truncateSync(damaged, Math.floor(statSync(archive).size / 2))
  await expect(restoreBackup({ ...placesIn('broken'), archive: damaged })).rejects.toThrow(/unexpected end|ends too early/)
  expect(statSync(join(work, 'broken'), { throwIfNoEntry: false })).toBeUndefined()
})
