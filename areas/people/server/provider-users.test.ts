import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessApp, type Browser } from '#tools/test/access-app.ts'

let app: Awaited<ReturnType<typeof accessApp>>
let root: Browser

const invite = (email: string, kind: object, by = root) =>
  by.call('POST', '/provider_user', { email, firstname: 'New', lastname: 'Staff', admin_type: null, instance_id: null, ...kind })
/** Lets somebody who was invited in, as their link would. */
const arrive = (email: string) =>
  app.owner.query(
    `update account set password_hash = (select password_hash from account where email = 'root@vigie.example'), verified_at = moment(), password_changed_at = moment() where email = $1`,
    [email],
  )

beforeAll(async () => {
  app = await accessApp()
  root = app.browser()
  await root.signIn('root@vigie.example')
})
afterAll(() => app.close())

test('an administrator invites support, who looks and unlocks and changes nobody', async () => {
  const { body } = await invite('support@vigie.example', { admin_type: 'SUPPORT' })
  expect(body).toMatchObject({
    ok: true,
    object: { email: 'support@vigie.example', admin_type: 'SUPPORT', instance: null, verified: false, disabled: false, self: false },
  })
  const { rows } = await app.owner.query(`select data from pgboss.job where data->>'job' = 'people.invite' and (data->>'customer_id')::int = 1`)
  expect(rows).toHaveLength(1)
  await arrive('support@vigie.example')
  const support = app.browser()
  await support.signIn('support@vigie.example')
  expect((await support.call('GET', '/provider_user')).body).toMatchObject({
    add_right: false,
    unlock_right: true,
    objects: [{ email: 'support@vigie.example', self: true }, { email: 'root@vigie.example' }],
  })
  expect((await invite('other@vigie.example', { admin_type: 'ROOT' }, support)).status).toBe(403)
  expect((await support.call('PUT', `/provider_user/${body.object.id}`, { admin_type: 'ROOT', instance_id: null, disabled: false })).status).toBe(403)
  for (let n = 0; n < 3; n += 1) await app.browser().signIn('root@vigie.example', 'wrong')
  const locked = (await support.call('GET', '/provider_user')).body.objects.find((row) => 'locked' in row && row.locked === true) as unknown as { id: number }
  expect((await support.call('POST', `/provider_user/${locked.id}/unlock`)).body).toMatchObject({ ok: true })
  expect((await app.browser().signIn('root@vigie.example')).status).toBe(200)
  // Not as often as guessing an administrator's password would take.
  const unlocked = []
  for (let times = 0; times < 5; times += 1) unlocked.push((await support.call('POST', `/provider_user/${locked.id}/unlock`)).status)
  expect(unlocked).toEqual([200, 200, 200, 200, 429])
})

test('a user of an instance sees its customers alone, acts in them as a pilot, and comes back out', async () => {
  const { object: instance } = (await root.call('POST', '/instance', { name: 'Partners', type: 'partner' })).body
  const { object: own } = (await root.call('POST', '/customer', { name: 'Their own', instance_id: instance.id })).body
  expect((await invite('partner@vigie.example', { instance_id: instance.id })).body).toMatchObject({
    object: { admin_type: null, instance: { id: instance.id, name: 'Partners' } },
  })
  await arrive('partner@vigie.example')
  const partner = app.browser()
  expect((await partner.signIn('partner@vigie.example')).body).toMatchObject({ user: { instance_user: true, customer: null, rights: ['customer.read'] } })
  const seen = (await partner.call('GET', '/customer')).body.objects.map((row) => ('name' in row ? row.name : ''))
  expect(seen).toEqual(['Their own', 'Catalogue of Partners'])
  for (const path of ['/provider_user', '/instance', '/outbox']) expect((await partner.call('GET', path)).status).toBe(403)
  expect((await partner.call('PUT', '/user/customer', { customer_id: app.customers.A })).status).toBe(403)
  expect((await partner.call('PUT', '/user/customer', { customer_id: own.id })).body).toMatchObject({
    user: { roles: ['global_pilote'], customer: { name: 'Their own' } },
  })
  expect((await partner.call('PUT', '/user/customer', { customer_id: null })).body).toMatchObject({ user: { customer: null } })
})

test('what somebody is ends their sessions, and nobody changes themselves or an unknown account', async () => {
  const { object } = (await invite('staff@vigie.example', { admin_type: 'STAFF_PLUS' })).body
  await arrive('staff@vigie.example')
  const staff = app.browser()
  await staff.signIn('staff@vigie.example')
  expect((await staff.call('GET', '/provider_user')).status).toBe(403)
  expect((await root.call('PUT', `/provider_user/${object.id}`, { admin_type: 'SUPPORT', instance_id: null, disabled: false })).body).toMatchObject({
    object: { admin_type: 'SUPPORT' },
  })
  expect((await staff.call('GET', '/auth/check')).status).toBe(401)
  expect((await root.call('PUT', `/provider_user/${object.id}`, { admin_type: 'SUPPORT', instance_id: null, disabled: true })).body).toMatchObject({
    object: { disabled: true },
  })
  expect((await app.browser().signIn('staff@vigie.example')).status).toBe(400)
  const self = (await root.call('GET', '/provider_user')).body.objects.find((row) => 'self' in row && row.self === true) as unknown as { id: number }
  expect((await root.call('PUT', `/provider_user/${self.id}`, { admin_type: 'SUPPORT', instance_id: null, disabled: false })).status).toBe(409)
  expect((await root.call('PUT', '/provider_user/99999', { admin_type: 'ROOT', instance_id: null, disabled: false })).status).toBe(404)
})

test('an address that has an account is refused, and so is somebody who is both or neither', async () => {
  await app.member(app.customers.A, 'pilot@a.example', ['global_pilote'])
  expect(await invite('Pilot@a.example', { admin_type: 'ROOT' })).toMatchObject({ status: 409, body: { errors: { email: [expect.any(String)] } } })
  expect((await app.owner.query(`select admin_type from account where email = 'pilot@a.example'`)).rows).toEqual([{ admin_type: null }])
  for (const kind of [{}, { admin_type: 'ROOT', instance_id: 1 }, { instance_id: 99 }]) expect((await invite('both@vigie.example', kind)).status).toBe(400)
  const pilot = app.browser()
  await pilot.signIn('pilot@a.example')
  expect((await pilot.call('GET', '/provider_user')).status).toBe(403)
  expect((await invite('theirs@a.example', { admin_type: 'ROOT' }, pilot)).status).toBe(403)
})
