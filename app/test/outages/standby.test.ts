import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { createInstallation } from '#areas/people/server/index.ts'
import { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { readWorkbook } from '#kit/server/sheets/read-sheet.ts'
import { createBackup } from '#platform/backup/create.ts'
import { restoreBackup } from '#platform/backup/restore.ts'
import { startEmbedded, type Embedded } from '#platform/database/embedded.ts'
import { ensureAppRole } from '#platform/database/roles.ts'
import { cheapHash } from '#tools/test/cheap-hash.ts'
import { shiftDatabase } from '#tools/test/clock.ts'
import { migratedCluster } from '#tools/test/migrated.ts'
import { proxyTo, type Proxy } from '#tools/test/proxy.ts'
import { templateDatabase } from '#tools/test/template.ts'
import { testApp, testPassword, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

const settings = { fsync: 'off', wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '64MB' }
const folder = mkdtempSync(join(tmpdir(), 'vigie-standby-'))

let primary: Embedded
let standby: Embedded
let way: Proxy
let app: TestApp
let pilot: Person
let other: Person
let root: number
let onStandby: pg.Client
/** The restricted role's URL on both. */
let urls: { readonly primary: string; readonly standby: string }

const inTemplate = (url: string) => Object.assign(new URL(url), { pathname: `/${templateDatabase}` }).href

/** A standby made of our own back-up, as an operator would. */
async function follow(): Promise<Embedded> {
  const archive = join(folder, 'backup.tar.gz')
  const data = join(folder, 'data')
  mkdirSync(data, { recursive: true })
  await createBackup({ dataDir: data, databaseDir: join(folder, 'primary'), archive, settings })
  const restored = { dataDir: join(folder, 'restored'), databaseDir: join(folder, 'restored', 'postgres') }
  await restoreBackup({ ...restored, archive, settings, standbyOf: primary.ownerUrl })
  return startEmbedded({ dataDir: restored.databaseDir, settings })
}

beforeAll(async () => {
  execFileSync('chmod', ['755', folder])
  primary = await startEmbedded({ dataDir: join(folder, 'primary'), settings, from: await migratedCluster() })
  const ownerUrl = inTemplate(primary.ownerUrl)
  const appUrl = await ensureAppRole(ownerUrl)
  await shiftDatabase(ownerUrl, inject('clockShift'))
  standby = await follow()
  urls = { primary: appUrl, standby: Object.assign(new URL(appUrl), { port: String(standby.port) }).href }
  way = await proxyTo(urls.standby)
  const files = join(folder, 'files')
  mkdirSync(files)
  const database = { name: templateDatabase, ownerUrl, appUrl, drop: async () => {} }
  app = await testApp({ from: { database, files }, standbyUrl: way.url })
  await createInstallation(app.db, resources, { name: 'Vigie', passwordHash: await cheapHash(testPassword) })
  const customer = await app.customer('Works')
  root = customer.root
  pilot = await app.member(customer.id, 'global_pilote')
  other = await app.member((await app.customer('Another')).id, 'global_pilote')
  onStandby = new pg.Client(inTemplate(standby.ownerUrl))
  onStandby.on('error', () => {})
  await onStandby.connect()
})
afterAll(async () => {
  await onStandby?.end()
  await app?.close()
  await way?.close()
  await standby?.stop()
  await primary?.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => onStandby.query('select pg_wal_replay_resume()'))

const names = (tx: Tx) => tx.run(sql<{ name_en: string }>`select name_en from perimeter where customer_id = ${tx.customerId} order by id`)
/** What `work` reads for somebody, as a declared call does. */
async function reading<T>(db: DatabaseAccess, { customerId }: Person, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.reading(customerId, await db.transaction(customerId, (tx) => db.positionOf(tx)), work)
}
/** How many reads the standby served and how many were left to the database meanwhile. */
async function served(work: () => Promise<unknown>): Promise<{ served: number; left: number }> {
  const reads = app.db.standbyReads
  if (!reads) throw new Error('There is no standby')
  const before = { ...reads }
  await work()
  return { served: reads.served - before.served, left: reads.left - before.left }
}
const save = async (name: string) => {
  const { status } = await pilot.post('/perimeter', { name_en: name, parent: root })
  expect(status).toBe(200)
}

test('whoever has just saved reads what they saved, from the standby, time after time', async () => {
  const counts = await served(async () => {
    for (let n = 0; n < 20; n += 1) {
      await save(`Saved ${n}`)
      expect((await reading(app.db, pilot, names)).at(-1)).toEqual({ name_en: `Saved ${n}` })
    }
  })
  expect(counts.served + counts.left).toBe(20)
  expect(counts.served).toBeGreaterThan(0)
})

test('while the standby is behind, whoever waits for what was written is answered by the database, and with it', async () => {
  const before = await reading(app.db, pilot, names)
  await onStandby.query('select pg_wal_replay_pause()')
  expect(await served(async () => expect(await reading(app.db, pilot, names)).toEqual(before))).toEqual({ served: 1, left: 0 })
  await save('Written behind its back')
  expect(await served(async () => expect((await reading(app.db, pilot, names)).at(-1)).toEqual({ name_en: 'Written behind its back' }))).toEqual({
    served: 0,
    left: 1,
  })
})

/** What calls ask for that cannot be asked for nothing. */
const given: Readonly<Record<string, Record<string, string>>> = { '/measure/gains': { solutions: '1' }, '/score/moved': { from: '2026-11-01' } }

test('every call that is declared for it is served there: none of them writes', async () => {
  const calls = app.api.operations.filter(({ standby: declared, path }) => declared && !path.includes('{'))
  expect(calls.length).toBeGreaterThan(8)
  for (const { path } of calls) {
    const asked = `${path}?${new URLSearchParams(given[path]).toString()}`
    const counts = await served(async () => expect([path, (await pilot.get(asked)).status]).toEqual([path, 200]))
    expect({ path, ...counts }).toEqual({ path, served: 1, left: 0 })
  }
})

test('an export is read from the standby and written by the database', async () => {
  const asked = await pilot.post('/perimeter/export')
  expect(await served(() => app.jobs())).toEqual({ served: 2, left: 0 })
  const { file_id: file } = (await pilot.get(`/export/${asked.body.object.job_id}`)).body.object
  const { sheets } = await readWorkbook((await pilot.get(`/file/${file}/download`)).body)
  expect(sheets[0]?.rows.map(([name]) => name)).toContain('Saved 19')
})

test('row-level security binds there as well', async () => {
  const all = (tx: Tx) => tx.runText<{ customer_id: number }>('select distinct customer_id from perimeter')
  const bare = new DatabaseAccess({ url: urls.primary, standbyUrl: urls.standby, connections: 2 })
  expect(await reading(bare, other, all)).toEqual([{ customer_id: other.customerId }])
  expect(bare.standbyReads).toEqual({ served: 1, left: 0 })
  await bare.close()
})

test('a session that has ended is refused at once, also where the standby does not know yet', async () => {
  const leaving = await app.member(pilot.customerId, 'global_pilote')
  await served(() => leaving.get('/dashboard/late'))
  await onStandby.query('select pg_wal_replay_pause()')
  expect((await leaving.post('/auth/logout')).status).toBe(200)
  expect((await leaving.get('/dashboard/late')).status).toBe(401)
})

test('work that writes all the same is done where everything is written', async () => {
  const write = (tx: Tx) => tx.run(sql`update perimeter set name_en = 'Renamed' where customer_id = ${tx.customerId} and name_en = 'Saved 0'`)
  expect(await served(() => reading(app.db, pilot, write))).toEqual({ served: 0, left: 1 })
  expect(await reading(app.db, pilot, names)).toContainEqual({ name_en: 'Renamed' })
})

test('what is wrong with a read is told, and not tried again elsewhere', async () => {
  const counts = await served(() => expect(reading(app.db, pilot, (tx) => tx.runText('select 1 / 0'))).rejects.toThrow('division by zero'))
  expect(counts).toEqual({ served: 0, left: 0 })
})

test('a standby that cannot be reached is left alone for a while, and served from again', async () => {
  await way.refuse()
  expect(await served(async () => expect((await pilot.get('/dashboard/late')).status).toBe(200))).toEqual({ served: 0, left: 1 })
  expect(app.db.hasStandby).toBe(false)
  await way.restore()
  expect(await served(() => pilot.get('/dashboard/late'))).toEqual({ served: 0, left: 0 })
  await app.moveTo(new Date(Date.now() + 6_000))
  // It may be behind what the move has written, for a moment.
  await expect.poll(() => served(() => pilot.get('/dashboard/late'))).toEqual({ served: 1, left: 0 })
})

test('one that follows nothing, and one of another login, serve nobody', async () => {
  const news: (string | null)[] = []
  const owner = Object.assign(new URL(urls.standby), { username: new URL(standby.ownerUrl).username, password: new URL(standby.ownerUrl).password }).href
  for (const standbyUrl of [urls.primary, owner]) {
    const wrong = new DatabaseAccess({ url: urls.primary, standbyUrl, connections: 2, onStandby: (reason) => news.push(reason) })
    expect(await reading(wrong, other, (tx) => tx.runText('select distinct customer_id from perimeter'))).toEqual([{ customer_id: other.customerId }])
    expect([wrong.standbyReads, wrong.hasStandby]).toEqual([{ served: 0, left: 1 }, false])
    await wrong.close()
  }
  expect(news).toEqual([expect.stringContaining('follows no database'), expect.stringContaining('another login')])
})
