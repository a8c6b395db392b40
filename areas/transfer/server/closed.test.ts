/** An organisation that waits for its deletion is carried away by the provider, since nobody of its own comes in. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { membersOf } from '#tools/test/archive.ts'

let app: TestApp
let root: Person
let owner: pg.Client
let id: number
beforeAll(async () => {
  app = await testApp()
  root = await app.signIn('root@vigie.example')
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  ;({ id } = await app.customer('Leaving'))
  const pilot = await app.member(id, 'global_pilote')
  expect((await pilot.post('/label', { name_en: 'Kept until the end' })).body).toMatchObject({ ok: true })
  await app.jobs()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const versionOf = async () => (await root.get('/customer')).body.objects.find((one: { id: number }) => one.id === id).version
const list = async () => (await root.get(`/customer/${id}/archive`)).body.objects
const make = (of = id) => root.post(`/customer/${of}/archive`, {})
const filesOf = () =>
  existsSync(join(app.files, String(id)))
    ? readdirSync(join(app.files, String(id)), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    : []

test('none is made of one that is open, or only suspended, or does not exist', async () => {
  expect((await make()).body).toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/^Only an organisation that waits for its deletion/) })
  await root.put(`/customer/${id}/suspension`, { suspended: true, reason: 'Unpaid bills', version: await versionOf() })
  expect((await make()).body).toMatchObject({ code: 'CONFLICT' })
  expect([(await make(99_999)).status, (await make(1)).status, (await root.get('/customer/99999/archive')).status]).toEqual([404, 404, 404])
  expect(await list()).toEqual([])
})

test('one that waits is read although nothing runs in it, and comes in again elsewhere as it was', async () => {
  await root.put(`/customer/${id}/deletion`, { asked: true, identifier: 'leaving', version: await versionOf() })
  const both = await Promise.all([make(), make()])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await list()).toMatchObject([{ status: 'PENDING', download_right: false }])
  await app.jobs()
  const [made] = await list()
  expect(made).toMatchObject({ status: 'MADE', percent: expect.any(Number), download_right: true })
  const { body } = await root.get(`/customer/${id}/archive/${made.id}`)
  const members = await membersOf(body)
  expect(members.get('data/label.jsonl')?.toString()).toContain('Kept until the end')
  expect(members.has('excel/label.xlsx')).toBe(true)
  const sent = await root.upload('/archive-import', 'leaving.zip', body)
  await app.jobs()
  const found = (await root.get('/archive-import')).body.objects.find((one: { id: number }) => one.id === sent.body.object.id)
  expect((await root.post(`/archive-import/${found.id}/run`, { name: 'Come back', version: found.version })).body).toMatchObject({ ok: true })
  await app.jobs()
  expect((await root.get('/archive-import')).body.objects[0]).toMatchObject({ status: 'IMPORTED', made: { name: 'Come back' } })
})

test('only who made it fetches it; what was asked and fetched is in the log of the provider', async () => {
  const [made] = await list()
  await app.member(1, [], { email: 'other-root@vigie.example' })
  await owner.query(`update account set admin_type = 'ROOT' where email = 'other-root@vigie.example'`)
  const other = await app.signIn('other-root@vigie.example')
  expect((await other.get(`/customer/${id}/archive`)).body.objects).toMatchObject([{ status: 'MADE', download_right: false }])
  expect((await other.get(`/customer/${id}/archive/${made.id}`)).status).toBe(404)
  const { rows } = await owner.query<{ action: string }>(
    `select action from audit_log where customer_id = 1 and entity = 'customer' and object_id = $1 and details::jsonb ? 'archive' order by seq, n`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['export', 'read'])
})

test('it expires, goes with the organisation, and is its pilots’ to see once the deletion is taken back', async () => {
  expect(filesOf()).toHaveLength(1)
  await owner.query(`select set_config('app.customer_id', $1, false)`, [String(id)])
  await owner.query(`update customer_archive set expires_at = moment() - interval '1 minute' where customer_id = $1`, [id])
  const [old] = await list()
  expect([(await root.get(`/customer/${id}/archive/${old.id}`)).status, old.download_right]).toEqual([404, false])
  await app.db.transaction(1, async (tx) => tx.enqueue({ name: 'transfer.expire', data: {} }))
  await app.jobs()
  expect([await list(), filesOf()]).toEqual([[], []])
  await make()
  await app.jobs()
  expect(filesOf()).toHaveLength(1)
  await root.put(`/customer/${id}/deletion`, { asked: false, version: await versionOf() })
  await root.put(`/customer/${id}/suspension`, { suspended: false, version: await versionOf() })
  const pilot = await app.member(id, 'global_pilote')
  expect((await pilot.get('/archive')).body.objects).toMatchObject([{ status: 'MADE', by: null, download_right: false }])
  // Asked for again and over, nothing of it is left.
  await root.put(`/customer/${id}/deletion`, { asked: true, identifier: 'leaving', version: await versionOf() })
  await owner.query(
    `update customer set deletion_asked_at = deletion_asked_at - interval '31 days', deletes_at = deletes_at - interval '31 days' where id = $1`,
    [id],
  )
  expect((await make()).body).toMatchObject({ code: 'CONFLICT' })
  await app.db.transaction(1, async (tx) => tx.enqueue({ name: 'customer.erase', data: { customer_id: id } }))
  await app.jobs()
  expect(filesOf()).toEqual([])
  expect((await root.get(`/customer/${id}/archive`)).status).toBe(404)
})
