import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#tools/test/database.ts'
import { assertMigrated, migrate } from './migrate.ts'

let database: TestDatabase
let client: pg.Client
let dir: string

beforeEach(async () => {
  database = await emptyDatabase()
  client = new pg.Client(database.ownerUrl)
  await client.connect()
  dir = mkdtempSync(join(tmpdir(), 'migrations-'))
})

afterEach(async () => {
  rmSync(dir, { recursive: true })
  await client.end()
  await database.drop()
})

const write = (name: string, sql: string) => writeFileSync(join(dir, name), sql)

test('files are applied in order, once, and their columns remembered', async () => {
  write('20260102T0000_two.sql', 'alter table boat add column sail text')
  write('20260101T0000_one.sql', 'create table boat (id bigint)')
  expect(await migrate(database.ownerUrl, { dir })).toEqual(['20260101T0000_one.sql', '20260102T0000_two.sql'])
  expect(await migrate(database.ownerUrl, { dir })).toEqual([])
  const { rows } = await client.query(
    `select column_name, added_at = (select applied_at from schema_migration order by name desc limit 1) as with_last
     from schema_column where table_name = 'boat' order by 1`,
  )
  expect(rows).toEqual([
    { column_name: 'id', with_last: false },
    { column_name: 'sail', with_last: true },
  ])
})

test('a failing file names itself, line and reason, and leaves nothing of itself', async () => {
  write('20260101T0000_good.sql', 'create table boat (id bigint)')
  write('20260102T0000_bad.sql', 'create table raft (id bigint);\nselect * from no_such_table')
  await expect(migrate(database.ownerUrl, { dir })).rejects.toThrow(/20260102T0000_bad\.sql failed at line 2: .*no_such_table/)
  const { rows } = await client.query(`select to_regclass('boat') is not null as boat, to_regclass('raft') is not null as raft`)
  expect(rows).toEqual([{ boat: true, raft: false }])
})

test('an applied file that was changed is refused', async () => {
  write('20260101T0000_one.sql', 'create table boat (id bigint)')
  await migrate(database.ownerUrl, { dir })
  write('20260101T0000_one.sql', 'create table boat (id text)')
  await expect(migrate(database.ownerUrl, { dir })).rejects.toThrow(/20260101T0000_one\.sql was changed/)
})

test('a schema newer than the program is refused', async () => {
  write('20260101T0000_one.sql', 'create table boat (id bigint)')
  await migrate(database.ownerUrl, { dir })
  rmSync(join(dir, '20260101T0000_one.sql'))
  await expect(migrate(database.ownerUrl, { dir })).rejects.toThrow(/newer than this program: .*20260101T0000_one\.sql/)
})

test('a file that sorts before an applied one, or is misnamed, is refused', async () => {
  write('20260102T0000_two.sql', 'select 1')
  await migrate(database.ownerUrl, { dir })
  write('20260101T0000_one.sql', 'select 1')
  await expect(migrate(database.ownerUrl, { dir })).rejects.toThrow(/20260101T0000_one\.sql comes before/)
  write('first.sql', 'select 1')
  await expect(migrate(database.ownerUrl, { dir })).rejects.toThrow(/first\.sql must be named/)
})

test('two files with one stamp are refused before anything is applied', async () => {
  write('20260101T0000_one.sql', 'create table boat (id bigint)')
  write('20260102T0000_two.sql', 'create table raft (id bigint)')
  write('20260102T0000_also_two.sql', 'create table canoe (id bigint)')
  await expect(migrate(database.ownerUrl, { dir })).rejects.toThrow('Migrations 20260102T0000_also_two.sql and 20260102T0000_two.sql have one stamp')
  const { rows } = await client.query(`select to_regclass('boat') is not null as boat`)
  expect(rows).toEqual([{ boat: false }])
})

test('servers that start at once migrate once', async () => {
  write('20260101T0000_one.sql', 'create table boat (id bigint); select pg_sleep(0.05)')
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.ownerUrl, { dir })))
  expect(applied.flat()).toEqual(['20260101T0000_one.sql'])
})

test('assertMigrated tells a schema that lacks a file', async () => {
  write('20260101T0000_one.sql', 'create table boat (id bigint)')
  await migrate(database.ownerUrl, { dir })
  await assertMigrated(client, dir)
  write('20260102T0000_two.sql', 'select 1')
  await expect(assertMigrated(client, dir)).rejects.toThrow(/lacks migration 20260102T0000_two\.sql/)
})
