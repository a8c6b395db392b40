import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderStorage } from '#kit/server/files/storage.ts'
import { testDatabase, type TestDatabase } from '#tools/test/database.ts'
import { buildApp, type App } from './app.ts'
import { setupCode } from './first-run.ts'

let app: App
let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'vigie-first-run-'))
beforeAll(async () => {
  database = await testDatabase()
  app = await buildApp({
    databaseUrl: database.appUrl,
    key: Buffer.alloc(32, 3),
    storage: folderStorage(folder),
    version: 'test',
    work: false,
    setupCode: 'the-code',
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const first = {
  code: 'the-code',
  organisation: 'Acme',
  firstname: 'Ada',
  lastname: 'Lovelace',
  email: 'ada@acme.example',
  password: 'Correct-Horse-9',
  lang: 'en',
}
const owned = async (text: string) => {
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  try {
    return (await owner.query(text)).rows as unknown[]
  } finally {
    await owner.end()
  }
}
const post = (url: string, payload: object) => app.http.inject({ method: 'POST', url: `/api${url}`, headers: { 'x-vigie': '1' }, payload })

test('only who holds the code creates the first administrator, once', async () => {
  expect((await app.http.inject('/api/first_run')).json()).toMatchObject({ needed: true })
  expect((await post('/auth/login', { email: first.email, password: first.password })).json()).toMatchObject({ message: 'Invalid credentials' })
  expect((await post('/first_run', { ...first, code: 'another' })).statusCode).toBe(403)
  const weak = await post('/first_run', { ...first, password: 'weak' })
  expect(weak.statusCode).toBe(400)
  expect(Object.keys(weak.json().errors)).toEqual(['password'])
  expect((await post('/first_run', first)).statusCode).toBe(200)
  expect((await post('/first_run', { ...first, email: 'eve@acme.example' })).statusCode).toBe(404)
  expect((await app.http.inject('/api/first_run')).json()).toMatchObject({ needed: false })
  const signedIn = (await post('/auth/login', { email: first.email, password: first.password })).json()
  expect(signedIn.user).toMatchObject({ email: first.email, admin_type: 'ROOT' })
  expect(signedIn.user.customers).toContainEqual(expect.objectContaining({ name: 'Acme' }))
  // They find what every organisation begins with: scales, a plan, and what the provider shares (GEN-26).
  const plan = await owned(`select name_en, name_fr, is_default from program`)
  expect(plan).toEqual([{ name_en: 'Action plan', name_fr: 'Plan d’action', is_default: true }])
  expect(await owned(`select distinct catalog_type from policy`)).toEqual([{ catalog_type: 'PUBLIC' }])
  expect(await owned(`select count(*)::int as kinds from scale where customer_id = (select id from customer where kind = 'ORGANISATION')`)).toEqual([
    { kinds: 7 },
  ])
})

test('the code is kept in a data folder that nobody has made yet, for its owner alone, and stays the same', () => {
  const data = join(folder, 'not', 'there')
  const code = setupCode(data)
  expect([setupCode(data), statSync(join(data, 'setup-code')).mode & 0o777]).toEqual([code, 0o600])
})
