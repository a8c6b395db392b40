import { createHmac } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import type { AdminType } from '#kit/contract/right.ts'
import { testApp, testPassword, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let owner: pg.Client
let root: Person
let pilot: Person
let customer: number
let n = 0

beforeAll(async () => {
  app = await testApp({ widgets: { supportChatSecret: 'chat-secret' } })
  owner = new pg.Client(app.database.ownerUrl)
  owner.on('error', () => {})
  await owner.connect()
  customer = (await app.customer('Alpha')).id
  root = await app.signIn('root@vigie.example')
  pilot = await app.member(customer, 'global_pilote')
})
afterAll(async () => {
  await owner.end()
  await app.close()
})
beforeEach(() => owner.query('delete from rate_limit'))

/** Somebody of the provider, who has proved their address. */
async function staff(type: AdminType): Promise<{ id: number; email: string }> {
  const email = `staff${(n += 1)}@provider.example`
  const { body } = await root.post('/provider_user', { email, firstname: 'Staff', lastname: String(n), admin_type: type, instance_id: null })
  await owner.query(
    `update account set password_hash = (select password_hash from account where email = 'root@vigie.example'), verified_at = moment(), password_changed_at = moment() where email = $1`,
    [email],
  )
  return { id: body.object.id, email }
}
/** What the same browser is after it was given another cookie. */
async function entered(person: Person, method: 'POST' | 'PUT', path: string, body: object): Promise<Person['call']> {
  const answer = await app.http.inject({ method, url: `/api${path}`, headers: { cookie: person.cookie, 'x-vigie': '1' }, payload: body })
  expect(answer.statusCode).toBe(200)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return async (verb, url, payload) => {
    const response = await app.http.inject({
      method: verb,
      url: `/api${url}`,
      headers: { cookie, 'x-vigie': '1' },
      ...(payload !== undefined && { payload: payload as object }),
    })
    return { status: response.statusCode, body: response.json() }
  }
}
const signedIn = async (email: string) =>
  (await (await app.signIn(email)).get('/auth/check')).body.user as { customer: { id: number } | null; rights: string[]; admin_type: string }

test.each(['STAFF_PLUS', null] as const)('whoever is staff no more (%s now) comes back into no organisation that they visited', async (later) => {
  const { id, email } = await staff('SUPPORT')
  await entered(await app.signIn(email), 'PUT', '/user/customer', { customer_id: customer })
  // As long as they are, that is where they come in.
  expect(await signedIn(email)).toMatchObject({ customer: { id: customer } })
  const { body } = await root.post('/instance', { name: `Instance ${(n += 1)}` })
  expect((await root.put(`/provider_user/${id}`, { admin_type: later, instance_id: later === null ? body.object.id : null, disabled: false })).status).toBe(200)
  expect(await signedIn(email)).toMatchObject({
    customer: null,
    rights: later === null ? ['customer.read'] : ['customer.read', 'wiki.write', 'wiki_feedback.read', 'shared_catalog.read', 'connector.read', 'log.read'],
  })
})

test('a visiting member is nobody whom a pilot gives rights, a password or an invitation', async () => {
  const { email } = await staff('SUPPORT')
  await entered(await app.signIn(email), 'PUT', '/user/customer', { customer_id: customer })
  const { rows } = await owner.query<{ id: number }>('select id from member where customer_id = $1 and email = $2', [customer, email])
  const path = `/member/${rows[0]?.id}`
  for (const [method, url, body] of [
    ['GET', path, undefined],
    ['PUT', path, { roles: ['global_pilote'] }],
    ['DELETE', path, undefined],
    ['PUT', `${path}/password`, { password: testPassword }],
    ['POST', `${path}/invite`, {}],
    ['PUT', '/user/reset_secret', { id: rows[0]?.id }],
  ] as const)
    expect([method, url, (await pilot.call(method, url, body)).status]).toEqual([method, url, 404])
})

test('whoever acts as a pilot opens no door to come back by', async () => {
  const inside = await entered(root, 'PUT', '/user/customer', { customer_id: customer })
  root = await app.signIn('root@vigie.example')
  const colleague = (await pilot.post('/member', { email: `new${(n += 1)}@a.example`, firstname: 'New', lastname: 'One', roles: ['contributor'] })).body
    .object as { id: number }
  const { body } = await inside('GET', '/auth/check')
  expect(body.user.roles).toContain('global_pilote')
  const acting = await entered(root, 'POST', '/auth/impersonate', { user_id: pilot.memberId })
  for (const [method, path, given] of [
    ['PUT', `/member/${colleague.id}/password`, { password: testPassword }],
    ['PUT', '/user/reset_secret', { id: colleague.id }],
    ['POST', '/member', { email: `own${n}@evil.example`, firstname: 'My', lastname: 'Own', roles: ['global_pilote'] }],
    ['PUT', `/member/${colleague.id}`, { roles: ['global_pilote'] }],
    ['POST', `/member/${colleague.id}/invite`, {}],
    ['PUT', `/member/${colleague.id}/approve`, {}],
    ['POST', '/auth_config', {}],
    ['PUT', '/organisation/settings', { mfa_mode: 'DISABLED' }],
  ] as const)
    expect([method, path, (await acting(method, path, given)).status]).toEqual([method, path, 403])
  expect((await pilot.put(`/member/${colleague.id}/password`, { password: testPassword })).status).toBe(200)
})

test('the support chat’s signature is given to whoever has proved their address, as themselves', async () => {
  const signatureOf = (email: string) => createHmac('sha256', 'chat-secret').update(email).digest('hex')
  const off = { ok: false, message: 'This widget is not in use here', code: 'WIDGET_OFF' }
  const proved = await app.member(customer, 'contributor', { email: `proved${(n += 1)}@a.example` })
  expect((await proved.get('/user/generate_hmac')).body).toEqual({ ok: true, object: { hmac: signatureOf(`proved${n}@a.example`) } })
  const email = `another${(n += 1)}@elsewhere.example`
  const made = (await pilot.post('/member', { email, firstname: 'An', lastname: 'Other', roles: ['contributor'] })).body.object as { id: number }
  await pilot.put(`/member/${made.id}/password`, { password: testPassword })
  const pretender = await app.signIn(email)
  await owner.query(`update session set pending = '{}' where customer_id = $1 and member_id = $2`, [customer, made.id])
  expect((await pretender.get('/user/generate_hmac')).body).toEqual(off)
  for (const change of ['tied = true', `impersonator_id = member_id, impersonator_name = 'Root'`]) {
    await owner.query(`update session set ${change} where customer_id = $1 and member_id = $2`, [customer, proved.memberId])
    expect([change, (await proved.get('/user/generate_hmac')).body]).toEqual([change, off])
    await owner.query('update session set tied = false, impersonator_id = null, impersonator_name = null where customer_id = $1 and member_id = $2', [
      customer,
      proved.memberId,
    ])
  }
})

/** Whether a schema says that a key is not its own, in one of its branches at least. */
function refuses(schema: z.ZodType, key: string): boolean {
  const parsed = schema.safeParse({ [key]: ['global_pilote'] })
  const reportsKey = (issues: readonly z.core.$ZodIssue[]): boolean =>
    issues.some(
      (issue) => (issue.code === 'unrecognized_keys' && issue.keys.includes(key)) || (issue.code === 'invalid_union' && issue.errors.some(reportsKey)),
    )
  return !parsed.success && reportsKey(parsed.error.issues)
}

test('no body takes a key that it does not name, such as somebody’s type, customer or account', () => {
  const named = (path: string, key: string) => path.startsWith('/provider_user') && key === 'admin_type'
  // Identity providers send along what they like; it is read field by field.
  const open = app.api.operations.flatMap(({ method, path, body, fromElsewhere }) =>
    body === undefined || fromElsewhere
      ? []
      : ['admin_type', 'account_id', 'verified_at', '__proto__x']
          .filter((key) => !named(path, key) && !refuses(body, key))
          .map((key) => `${method} ${path} ${key}`),
  )
  expect(open).toEqual([])
})

test('what people call themselves is text wherever it is read', async () => {
  const hostile = `<img src=x onerror=alert(1)>"'&`
  const person = await app.member(customer, 'global_pilote')
  for (const changes of [{ firstname: hostile }, { lastname: '=HYPERLINK("http://evil.example")' }, { job_title: '{{7*7}}${7*7}' }])
    expect((await person.put('/user/profile', changes)).status).toBe(200)
  await person.post('/customer/appointment', { comment: hostile })
  await app.jobs()
  const { rows } = await owner.query<{ html: string; subject: string }>(`select html, subject from outbox_mail where html like '%onerror%'`)
  expect(rows.length).toBeGreaterThan(0)
  for (const { html, subject } of rows) {
    expect(html).not.toContain('<img')
    expect(subject).not.toMatch(/[\r\n]/)
  }
})
