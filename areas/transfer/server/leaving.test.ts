/** While an organisation waits for its deletion, its global pilots come in by a door of their own: they take what it has, and find nothing else. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { roles } from '#kit/contract/right.ts'
import { testApp, testPassword, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { membersOf } from '#tools/test/archive.ts'

let app: TestApp
let root: Person
let owner: pg.Client
let id: number
let other: number
beforeAll(async () => {
  app = await testApp()
  root = await app.signIn('root@vigie.example')
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  ;({ id } = await app.customer('Leaving'))
  ;({ id: other } = await app.customer('Staying'))
  for (const role of roles) await app.member(id, role, { email: `${role}@leaving.example` })
  await app.member(id, 'global_pilote', { email: 'second@leaving.example' })
  const pilot = await app.signIn('global_pilote@leaving.example')
  expect((await pilot.post('/label', { name_en: 'Kept until the end' })).body).toMatchObject({ ok: true })
  await app.jobs()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const versionOf = async (of: number) => (await root.get('/customer')).body.objects.find((one: { id: number }) => one.id === of).version
const suspension = async (suspended: boolean, of = id) =>
  root.put(`/customer/${of}/suspension`, { suspended, ...(suspended && { reason: 'Unpaid bills' }), version: await versionOf(of) })
const deletion = async (asked: boolean, of = id, identifier = 'leaving') =>
  root.put(`/customer/${of}/deletion`, { asked, ...(asked && { identifier }), version: await versionOf(of) })
const signIn = (email: string) =>
  app.http.inject({ method: 'POST', url: '/api/auth/login', headers: { 'x-vigie': '1' }, payload: { email, password: testPassword } })
const inProvidersLog = async () =>
  (
    await owner.query<{ action: string }>(
      `select action from audit_log where customer_id = 1 and entity = 'customer' and object_id = $1 and details::jsonb ? 'archive' order by seq, n`,
      [id],
    )
  ).rows.map(({ action }) => action)

test('the door is shut while the organisation is open, and while it is only suspended', async () => {
  const pilot = await app.signIn('global_pilote@leaving.example')
  expect((await pilot.get('/auth/check')).body.user.leaving).toBe(false)
  for (const [method, path] of [
    ['GET', '/leaving'],
    ['POST', '/leaving/archive'],
  ] as const)
    expect((await pilot.call(method, path, method === 'POST' ? {} : undefined)).body).toMatchObject({ code: 'CONFLICT' })
  await suspension(true)
  expect((await signIn('global_pilote@leaving.example')).json()).toMatchObject({ code: 'CUSTOMER_SUSPENDED' })
  expect((await pilot.get('/leaving')).body).toMatchObject({ code: 'CUSTOMER_SUSPENDED' })
  await suspension(false)
})

test('its global pilots come in and nobody else; what they had open goes no further', async () => {
  const before = await app.signIn('global_pilote@leaving.example')
  const local = await app.signIn('local_pilote@leaving.example')
  await deletion(true)
  const in_ = await Promise.all(roles.map(async (role) => [role, (await signIn(`${role}@leaving.example`)).json<{ code?: string }>().code] as const))
  expect(in_.filter(([, code]) => code !== 'CUSTOMER_SUSPENDED')).toEqual([['global_pilote', undefined]])
  expect((await before.get('/auth/check')).body).toMatchObject({ user: { leaving: true, rights: ['archive.write'], customer: { name: 'Leaving' } } })
  expect((await local.get('/auth/check')).body).toMatchObject({ code: 'CUSTOMER_SUSPENDED' })
  for (const path of ['/label/1', '/archive', '/user/profile', '/notification/count'])
    expect([path, (await before.get(path)).body.code]).toEqual([path, 'CUSTOMER_SUSPENDED'])
  expect((await before.put('/user/language', { lang: 'fr' })).body).toMatchObject({ code: 'CUSTOMER_SUSPENDED' })
  expect((await root.put('/user/customer', { customer_id: id })).status).toBe(403)
})

test('what must be done first is done there, and before the export', async () => {
  const second = await app.signIn('second@leaving.example')
  await owner.query(`select set_config('app.customer_id', $1, false)`, [String(id)])
  await owner.query(
    `update session s set pending = array['PASSWORD'] from member m where s.customer_id = $1 and m.customer_id = $1 and m.id = s.member_id and m.email = 'second@leaving.example'`,
    [id],
  )
  expect((await second.get('/leaving')).body).toMatchObject({ code: 'PENDING_PASSWORD' })
  expect((await second.post('/leaving/archive', {})).body).toMatchObject({ code: 'PENDING_PASSWORD' })
  expect((await second.get('/user/cgu')).status).not.toBe(401)
  await owner.query(`update session set pending = '{}' where customer_id = $1`, [id])
  expect((await second.get('/user/cgu')).body).toMatchObject({ code: 'CUSTOMER_SUSPENDED' })
})

test('a global pilot makes the archive, follows it and fetches it; the provider’s log keeps that', async () => {
  const pilot = await app.signIn('global_pilote@leaving.example')
  const second = await app.signIn('second@leaving.example')
  const { object } = (await pilot.get('/leaving')).body
  const days = (Date.parse(object.deletes_at) - Date.now()) / 86_400_000
  expect([days > 29, days <= 30, object.archives]).toEqual([true, true, []])
  // The provider hears of an archive once it is there for good: its job may begin at that very moment.
  const told: (string | null)[] = []
  const run = app.db.transaction.bind(app.db)
  const spied = vi.spyOn(app.db, 'transaction').mockImplementation(async (customerId, ...rest) => {
    if (customerId === 1)
      told.push((await owner.query<{ status: string }>('select status from customer_archive where customer_id = $1', [id])).rows[0]?.status ?? null)
    return run(customerId, ...rest)
  })
  const both = await Promise.all([pilot.post('/leaving/archive', {}), second.post('/leaving/archive', {})])
  spied.mockRestore()
  expect(told).toEqual(['PENDING'])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [made, seen] = both[0]?.status === 200 ? [pilot, second] : [second, pilot]
  await app.jobs()
  const [archive] = (await made.get('/leaving')).body.object.archives
  expect(archive).toMatchObject({ status: 'MADE', by: expect.any(String), download_right: true })
  const { body } = await made.get(`/leaving/archive/${archive.id}`)
  const members = await membersOf(body)
  expect(members.get('data/label.jsonl')?.toString()).toContain('Kept until the end')
  expect(members.has('excel/label.xlsx')).toBe(true)
  // Nobody fetches what another has made, whatever they know of it.
  expect((await seen.get('/leaving')).body.object.archives).toMatchObject([{ download_right: false }])
  expect((await seen.get(`/leaving/archive/${archive.id}`)).status).toBe(404)
  expect(await inProvidersLog()).toEqual(['export', 'read'])
})

test('whoever has other organisations goes there and comes back', async () => {
  await app.member(other, 'contributor', { email: 'global_pilote@leaving.example' })
  const pilot = await app.signIn('global_pilote@leaving.example')
  // Where something is open, that is where they work.
  const { user } = (await pilot.get('/auth/check')).body
  expect(user).toMatchObject({ leaving: false, customer: { name: 'Staying' } })
  expect(user.customers.map(({ name }: { name: string }) => name)).toEqual(['Leaving', 'Staying'])
  const go = async (cookie: string, to: number) => {
    const answer = await app.http.inject({ method: 'PUT', url: '/api/user/customer', headers: { cookie, 'x-vigie': '1' }, payload: { customer_id: to } })
    return { user: answer.json<{ user: object }>().user, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
  }
  const gone = await go(pilot.cookie, id)
  expect(gone.user).toMatchObject({ leaving: true })
  expect((await app.http.inject({ method: 'GET', url: '/api/leaving', headers: { cookie: gone.cookie } })).statusCode).toBe(200)
  expect((await go(gone.cookie, other)).user).toMatchObject({ leaving: false })
  // A contributor of what leaves is told of it nowhere.
  await app.member(other, 'contributor', { email: 'contributor@leaving.example' })
  const contributor = await app.signIn('contributor@leaving.example')
  expect((await contributor.get('/auth/check')).body.user.customers).toMatchObject([{ name: 'Staying' }])
  expect((await contributor.put('/user/customer', { customer_id: id })).status).toBe(403)
})

test('who is a pilot no more is out at once; taken back, all is as it was; once it has begun, nobody comes in', async () => {
  const second = await app.signIn('second@leaving.example')
  await owner.query(`update member set roles = array['local_pilote'] where customer_id = $1 and email = 'second@leaving.example'`, [id])
  expect((await second.get('/leaving')).body).toMatchObject({ code: 'CUSTOMER_SUSPENDED' })
  await owner.query(`update member set roles = array['global_pilote'] where customer_id = $1 and email = 'second@leaving.example'`, [id])
  expect((await second.get('/leaving')).status).toBe(200)
  await deletion(false)
  expect((await second.get('/leaving')).body).toMatchObject({ code: 'CONFLICT' })
  expect((await second.get('/archive')).body.objects).toHaveLength(1)
  await deletion(true)
  await owner.query(
    `update customer set deletion_asked_at = deletion_asked_at - interval '31 days', deletes_at = deletes_at - interval '31 days' where id = $1`,
    [id],
  )
  expect((await second.get('/leaving')).body).toMatchObject({ code: 'CUSTOMER_SUSPENDED' })
  expect((await signIn('second@leaving.example')).json()).toMatchObject({ code: 'CUSTOMER_SUSPENDED' })
})
