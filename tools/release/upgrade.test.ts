import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { resources } from '#app/server/registry.ts'
import { commentEntity } from '#kit/server/http/comment-routes.ts'
import { folderStorage } from '#kit/server/files/storage.ts'
import { installQueue } from '#kit/server/jobs/install-queue.ts'
import { verifyDatabase } from '#platform/audit/verify.ts'
import { migrate } from '#platform/database/migrate.ts'
import { emptyDatabase, type TestDatabase } from '#tools/test/database.ts'
import { checksumOf, laySnapshot, lostRows, readSnapshot, releasePassword, type Snapshot } from './snapshot.ts'

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))
const releases = join(migrations, 'releases')

describe.each(readdirSync(releases).map((file) => file.replace('.json.gz', '')))('an installation of %s', (version) => {
  let snapshot: Snapshot
  let database: TestDatabase
  let client: pg.Client
  let folder: string

  /** As that version left it, then brought forward. */
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigie-upgrade-'))
    snapshot = readSnapshot(join(releases, `${version}.json.gz`))
    database = await emptyDatabase()
    client = new pg.Client(database.ownerUrl)
    await client.connect()
    const then = mkdtempSync(join(folder, 'migrations-'))
    for (const name of Object.keys(snapshot.migrations)) copyFileSync(join(migrations, name), join(then, name))
    await migrate(database.ownerUrl, { dir: then })
    await laySnapshot(client, snapshot)
    await migrate(database.ownerUrl)
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is laid by migrations that have not changed since', () => {
    expect(Object.fromEntries(Object.keys(snapshot.migrations).map((name) => [name, checksumOf(join(migrations, name))]))).toEqual(snapshot.migrations)
  })

  test('keeps every value of every row', async () => {
    expect(snapshot.tables.reduce((sum, { rows }) => sum + rows.length, 0)).toBeGreaterThan(1000)
    expect(await lostRows(client, snapshot)).toEqual([])
  })

  test('shows each proof of an action or a task as an evidence, with who gave it and when', async () => {
    const { rows } = await client.query<{ proofs: number; evidences: number; lost: number }>(`select
      (select count(*) from remediation__proofs) + (select count(*) from remediation__tasks where proof_url is not null)
        + (select count(*) from file where entity = 'remediation' and field in ('proof_files', 'tasks.proof_files') and detached_at is null) as proofs,
      (select count(*) from evidence e join evidence__revisions r on r.customer_id = e.customer_id and r.owner_id = e.id) as evidences,
      (select count(*) from remediation__proofs p where not exists (select from remediation__evidences l join evidence e on e.customer_id = l.customer_id and e.id = l.target_id
        where l.customer_id = p.customer_id and l.owner_id = p.owner_id and e.url = p.url and e.created_by is not distinct from p.author_id)) as lost`)
    expect(rows[0]).toEqual({ proofs: rows[0]?.evidences, evidences: rows[0]?.evidences, lost: 0 })
    expect(rows[0]?.proofs).toBeGreaterThan(0)
  })

  test('has an audit chain that still holds', async () => {
    const { faults, entries } = await verifyDatabase({
      ownerUrl: database.ownerUrl,
      appUrl: database.appUrl,
      entities: [...[...resources.values()].map(({ def }) => def), commentEntity],
    })
    expect([faults, entries > 100]).toEqual([[], true])
  })

  // Passwords of a kept release grow old.
  const soon = new Date('2026-12-01T08:00:00Z')

  test('lets its people sign in, find what they left and go on writing', async () => {
    await installQueue(database.ownerUrl)
    const app = await buildApp({
      databaseUrl: database.appUrl,
      key: Buffer.alloc(32, 7),
      storage: folderStorage(folder),
      version: 'test',
      work: false,
      logLevel: 'error',
      clock: () => soon,
    })
    const entered = await app.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-vigie': '1' },
      payload: { email: 'global_pilote@demo.example', password: releasePassword },
    })
    const headers = { 'x-vigie': '1', cookie: String(entered.headers['set-cookie']).split(';')[0] ?? '' }
    const page = await app.http.inject({ method: 'POST', url: '/api/remediation/page', headers, payload: { queryParams: {} } })
    const [first] = page.json<{ objects: { id: number; program: { id: number } }[] }>().objects
    const changed = await app.http.inject({ method: 'PUT', url: `/api/remediation/${first?.id}`, headers, payload: { description: 'Seen after the upgrade' } })
    const added = await app.http.inject({ method: 'POST', url: '/api/tag', headers, payload: { name_en: 'After the upgrade' } })
    await app.close()
    expect([entered.statusCode, page.statusCode, changed.statusCode, added.statusCode]).toEqual([200, 200, 200, 200])
  })
})

test('a value that an upgrade changes, and a column that it drops, are told', async () => {
  const database = await emptyDatabase()
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  await client.query(
    `create table boat (id bigint generated always as identity primary key, name text, length numeric, fold text generated always as (lower(name)) stored)`,
  )
  const boatSnapshot: Snapshot = {
    migrations: {},
    tables: [
      {
        name: 'boat',
        columns: ['id', 'length', 'name'],
        rows: [
          { id: 3, name: 'Été', length: 12.5 },
          { id: 4, name: 'Two', length: null },
        ],
      },
    ],
  }
  await laySnapshot(client, boatSnapshot)
  expect(await lostRows(client, boatSnapshot)).toEqual([])
  expect((await client.query(`insert into boat (name) values ('Three') returning id`)).rows).toEqual([{ id: 5 }])
  await client.query(`update boat set length = 12 where id = 3`)
  expect(await lostRows(client, boatSnapshot)).toEqual(['boat: {"id":3,"name":"Été","length":12.5}'])
  await client.query(`alter table boat drop column length`)
  expect(await lostRows(client, boatSnapshot)).toEqual(['boat: length gone'])
  await client.end()
  await database.drop()
})
