import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessApp, type Browser } from '#tools/test/access-app.ts'

let app: Awaited<ReturnType<typeof accessApp>>
let root: Browser
let pilot: Browser

const publish = (body: object) => root.call('POST', '/instance/1/terms', body)

beforeAll(async () => {
  app = await accessApp()
  await app.member(app.customers.A, 'pilot@a.example', ['global_pilote'])
  await app.member(app.customers.A, 'local@a.example', ['contributor'])
  await app.member(app.customers.B, 'pilot@b.example', ['global_pilote'])
  root = app.browser()
  await root.signIn('root@vigie.example')
  pilot = app.browser()
  await pilot.signIn('pilot@a.example')
})
afterAll(() => app.close())

test('while none are published nothing is asked, and there is nothing to download', async () => {
  expect((await pilot.call('GET', '/user/cgu')).body).toMatchObject({ ok: true, object: null })
  expect((await pilot.call('GET', '/user/cgu/download')).status).toBe(404)
  expect((await pilot.call('POST', '/user/cgu_accept', {})).body).toMatchObject({ ok: true })
  expect((await pilot.call('GET', '/auth/check')).body).toMatchObject({ user: { pending: [], cgu_accepted: true } })
})

test('only the provider’s administrators publish, with a text in one language at least', async () => {
  expect((await pilot.call('POST', '/instance/1/terms', { text_en: 'Mine' })).status).toBe(403)
  expect((await pilot.call('GET', '/instance/1/terms')).status).toBe(403)
  expect((await publish({ text_en: '  ', text_fr: null })).status).toBe(400)
  expect((await publish({ text_en: 'x'.repeat(200_001) })).status).toBe(400)
  expect((await root.call('POST', '/instance/77/terms', { text_en: 'Nowhere' })).status).toBe(404)
})

test('a new version asks everybody at once, before anything else, until they accept this very version', async () => {
  expect((await publish({ text_en: '# Terms one', text_fr: '# Conditions une', version: 0 })).body).toMatchObject({
    ok: true,
    object: { version: 1, text_en: '# Terms one', published_by: 'root@vigie.example' },
  })
  expect((await publish({ text_en: 'Late', version: 0 })).body).toMatchObject({ ok: false, code: 'PENDING_TERMS' })
  expect(await pilot.call('GET', '/user_group/users')).toMatchObject({ status: 403, body: { code: 'PENDING_TERMS' } })
  expect((await pilot.call('GET', '/auth/check')).body).toMatchObject({ user: { pending: ['TERMS'], cgu_accepted: false } })
  expect((await pilot.call('GET', '/user/cgu')).body).toMatchObject({
    object: { version: 1, text: '# Terms one', lang: 'en', accepted: false, accepted_at: null },
  })
  expect(await pilot.call('POST', '/user/cgu_accept', { version: 7 })).toMatchObject({ status: 409 })
  expect((await pilot.call('POST', '/user/cgu_accept', { version: 1 })).body).toMatchObject({ ok: true, message: expect.stringContaining('accepted') })
  expect((await pilot.call('GET', '/user_group/users')).status).toBe(200)
  expect((await pilot.call('GET', '/user/cgu')).body).toMatchObject({ object: { accepted: true, accepted_at: expect.any(String) } })
  const { rows } = await app.owner.query(`select details from audit_log where customer_id = $1 and entity = 'terms' and action = 'accept'`, [app.customers.A])
  expect(rows).toEqual([{ details: '{"version":1}' }])
})

test('whoever signs in later is asked too, once', async () => {
  const late = app.browser()
  expect((await late.signIn('local@a.example')).body).toMatchObject({ user: { pending: ['TERMS'] } })
  await late.call('POST', '/user/cgu_accept')
  expect((await app.browser().signIn('local@a.example')).body).toMatchObject({ user: { pending: [] } })
})

test('the next version asks again; every version stays readable, in the reader’s language or else the other', async () => {
  await root.call('POST', '/user/cgu_accept', { version: 1 })
  await publish({ text_fr: '# Conditions deux', version: 1 })
  expect((await pilot.call('GET', '/user_group/users')).body).toMatchObject({ code: 'PENDING_TERMS' })
  expect((await pilot.call('GET', '/user/cgu')).body).toMatchObject({
    object: { version: 2, text: '# Conditions deux', lang: 'fr', accepted: false, versions: [{ version: 2 }, { version: 1 }] },
  })
  expect((await pilot.call('GET', '/user/cgu?version=1')).body).toMatchObject({ object: { text: '# Terms one', accepted: true } })
  expect((await pilot.call('GET', '/user/cgu?version=9')).status).toBe(404)
  await pilot.call('POST', '/user/cgu_accept', { version: 2 })
  await root.call('POST', '/user/cgu_accept', { version: 2 })
  expect((await root.call('GET', '/instance/1/terms')).body).toMatchObject({ objects: [{ version: 2 }, { version: 1, text_en: '# Terms one' }] })
  expect((await publish({ text_en: 'Stale', version: 1 })).status).toBe(409)
})

test('who acts in another’s name cannot accept for them', async () => {
  await app.owner.query(`update session set impersonator_id = 1, impersonator_name = 'Root' where customer_id = $1 and pending = '{}'`, [app.customers.A])
  expect(await pilot.call('POST', '/user/cgu_accept', {})).toMatchObject({
    status: 403,
    body: { message: 'Nobody can accept the terms of use for somebody else' },
  })
})

test('another instance has terms of its own', async () => {
  const { body } = await root.call('POST', '/instance', { name: 'Elsewhere', type: 'partner' })
  const { object } = (await root.call('POST', '/customer', { name: 'Gamma', instance_id: body.object.id })).body
  await app.member(object.id, 'pilot@gamma.example', ['global_pilote'])
  const other = app.browser()
  expect((await other.signIn('pilot@gamma.example')).body).toMatchObject({ user: { pending: [], instance: { name: 'Elsewhere' }, instance_type: 'partner' } })
  expect((await other.call('GET', '/user/cgu')).body).toMatchObject({ object: null })
  // Of whoever accepted the second version of the first instance too.
  expect((await root.call('POST', `/instance/${body.object.id}/terms`, { text_en: 'Elsewhere' })).body).toMatchObject({ object: { version: 3 } })
  expect((await root.call('PUT', '/user/customer', { customer_id: object.id })).body).toMatchObject({ user: { pending: ['TERMS'] } })
  expect((await other.call('GET', '/user_group/users')).body).toMatchObject({ code: 'PENDING_TERMS' })
})
