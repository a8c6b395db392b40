import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCustomer } from '#areas/tenancy/server/index.ts'
import type { AdminType, Role } from '#kit/contract/right.ts'
import { accessApp, type Browser } from '#tools/test/access-app.ts'

let app: Awaited<ReturnType<typeof accessApp>>
let pilotId: number
let n = 0

beforeAll(async () => {
  app = await accessApp()
  pilotId = await app.member(app.customers.A, 'pilot@a.example', ['global_pilote'])
})
afterAll(() => app.close())
beforeEach(() => app.owner.query('delete from rate_limit'))

/** Somebody of the provider, who has entered an organisation. */
async function staff(type: AdminType, customer: number | null = app.customers.A): Promise<Browser & { email: string }> {
  const email = `staff${(n += 1)}@provider.example`
  await app.member(1, email, [])
  await app.owner.query(`set role vigie_provider; update account set admin_type = '${type}' where email = '${email}'; reset role`)
  const browser = app.browser()
  await browser.signIn(email)
  if (customer !== null) expect((await browser.call('PUT', '/user/customer', { customer_id: customer })).status).toBe(type === 'STAFF_PLUS' ? 403 : 200)
  return Object.assign(browser, { email })
}
const user = async (roles: readonly Role[], customer = app.customers.A) => {
  const email = `user${(n += 1)}@a.example`
  return { email, id: await app.member(customer, email, roles) }
}
const act = (browser: Browser, id: number) => browser.call('POST', '/auth/impersonate', { user_id: id })
const stop = (browser: Browser) => browser.call('DELETE', '/auth/impersonate')
const update = (email: string, change: string) => app.owner.query(`set role vigie_provider; update account set ${change} where email = '${email}'; reset role`)

test('support acts as a user with that user’s rights alone, and is back by one call', async () => {
  const support = await staff('SUPPORT')
  const target = await user(['contributor'])
  const before = support.cookie
  expect((await act(support, target.id)).body).toMatchObject({
    ok: true,
    user: {
      email: target.email,
      member_id: target.id,
      admin_type: null,
      roles: ['contributor'],
      impersonator: expect.stringContaining('staff'),
      customers: [{ name: 'Alpha' }],
    },
  })
  expect((await support.call('GET', '/auth/check')).body).toMatchObject({ user: { member_id: target.id } })
  expect((await support.call('POST', '/member', { email: 'x@a.example', firstname: 'A', lastname: 'B', roles: ['contributor'] })).status).toBe(403)
  // The session it was begun in is over.
  expect((await Object.assign(app.browser(), { cookie: before }).call('GET', '/auth/check')).status).toBe(401)
  const acting = support.cookie
  expect((await stop(support)).body).toMatchObject({
    ok: true,
    user: { email: support.email, admin_type: 'SUPPORT', impersonator: null, customer: { id: app.customers.A } },
  })
  expect((await Object.assign(app.browser(), { cookie: acting }).call('GET', '/auth/check')).status).toBe(401)
  expect((await stop(support)).status).toBe(409)
})

test('who acts as somebody else is not reminded of that person’s password', async () => {
  const support = await staff('SUPPORT')
  const target = await user(['contributor'])
  await update(target.email, `password_changed_at = moment() - interval '170 days'`)
  const own = app.browser()
  expect((await own.signIn(target.email)).body).toMatchObject({ user: { password_reminder: { unit: 'days' } } })
  expect((await act(support, target.id)).body).toMatchObject({ user: { email: target.email, password_reminder: null } })
})

test('what is done meanwhile is recorded and shown under both names', async () => {
  const root = await staff('ROOT')
  const target = await user(['global_pilote'])
  await act(root, target.id)
  expect((await root.call('PUT', '/user/profile', { job_title: 'Acted' })).status).toBe(200)
  const made = await root.call('POST', '/group', { name: `Group ${n}` })
  await stop(root)
  const { objects } = (await root.call('GET', `/group/${made.body.object.id}/history`)).body
  expect(objects).toMatchObject([{ actor: { id: target.id }, impersonator: { name: expect.stringContaining('staff') } }])
  const history = (await root.call('GET', `/member/${target.id}/history`)).body.objects as unknown as {
    action: string
    actor: { id: number }
    impersonator: { id: number } | null
  }[]
  expect(history.map(({ action }) => action)).toEqual(['stop_impersonation', 'update', 'impersonate', 'create'])
  expect(history.slice(0, 3).every(({ actor, impersonator }) => actor.id === target.id && impersonator !== null && impersonator.id !== target.id)).toBe(true)
})

test('nobody but root and support may, and only inside of an organisation', async () => {
  const target = await user(['contributor'])
  for (const roles of [['contributor'], ['local_pilote'], ['global_auditor'], ['global_pilote']] as Role[][]) {
    const someone = app.browser()
    await someone.signIn((await user(roles)).email)
    expect((await act(someone, target.id)).status).toBe(403)
  }
  const plus = await staff('STAFF_PLUS', null)
  expect((await act(plus, target.id)).status).toBe(403)
  // A member of the organisation by their own right, and still only of the staff's lowest type.
  const pilot = await user(['global_pilote'])
  await update(pilot.email, `admin_type = 'STAFF_PLUS'`)
  const both = app.browser()
  await both.signIn(pilot.email)
  expect((await act(both, target.id)).status).toBe(403)
  const outside = await staff('ROOT', null)
  expect((await act(outside, target.id)).status).toBe(403)
  expect((await act(app.browser(), target.id)).status).toBe(401)
})

test('neither staff nor users of an instance nor whoever may not come in can be acted as', async () => {
  const root = await staff('ROOT')
  const other = await staff('SUPPORT')
  const visiting = (await other.call('GET', '/auth/check')).body.user as { member_id: number }
  expect((await act(root, visiting.member_id)).status).toBe(404)
  const own = (await root.call('GET', '/auth/check')).body.user as { member_id: number }
  expect((await act(root, own.member_id)).status).toBe(403)
  const colleague = await user(['global_pilote'])
  await update(colleague.email, `admin_type = 'STAFF_PLUS'`)
  expect((await act(root, colleague.id)).body).toMatchObject({ code: 'IMPERSONATION_REFUSED' })
  const instanceUser = await user(['global_pilote'])
  await update(instanceUser.email, 'instance_id = 1')
  expect((await act(root, instanceUser.id)).status).toBe(403)
  const gone = await user(['contributor'])
  await update(gone.email, 'disabled = true')
  expect((await act(root, gone.id)).status).toBe(403)
  const put = await user(['contributor'])
  const pilot = app.browser()
  await pilot.signIn('pilot@a.example')
  await pilot.call('PUT', `/member/${put.id}`, { disabled: true })
  expect((await act(root, put.id)).status).toBe(403)
  expect((await act(root, (await user(['contributor'], app.customers.B)).id)).status).toBe(404)
  expect((await act(root, 999_999)).status).toBe(404)
})

test('acting as somebody leads no further: to nobody else, to no other organisation, to nothing of the account', async () => {
  const root = await staff('ROOT')
  const target = await user(['global_pilote'])
  await app.member(app.customers.B, target.email, ['global_pilote'])
  await act(root, target.id)
  expect((await act(root, pilotId)).status).toBe(403)
  expect((await root.call('PUT', '/user/customer', { customer_id: app.customers.B })).status).toBe(403)
  expect((await root.call('PUT', '/user/customer', { customer_id: null })).status).toBe(403)
  expect((await root.call('GET', '/user/customers')).body).toEqual({ ok: true, objects: [] })
  expect((await root.call('GET', '/outbox')).status).toBe(403)
  for (const [method, path, body] of [
    ['PUT', '/user/password', { password: 'Correct-Horse-9', new_password: 'Another-Horse-9', new_password_confirm: 'Another-Horse-9' }],
    ['GET', '/user/strong_authentication', undefined],
    ['PUT', '/user/generate_secret', { mfa_activated: true }],
    ['PUT', '/user/reset_secret', { id: target.id }],
    ['POST', '/user/passkey/options', {}],
    ['POST', '/user/recovery_codes', { password: 'Correct-Horse-9' }],
    ['PUT', '/user/check_secret', { authentication_code: '123456' }],
    ['PUT', '/user/passkey/1', { name: 'Key' }],
    ['POST', '/user/passkey/1/remove', {}],
    ['GET', '/user/sessions', undefined],
    ['POST', '/user/sessions/end_others', {}],
    ['POST', '/user/cgu_accept', {}],
  ] as const)
    expect([path, (await root.call(method, path, body)).status]).toEqual([path, 403])
})

test('it ends after an hour, however busy', async () => {
  const root = await staff('ROOT')
  const target = await user(['contributor'])
  await act(root, target.id)
  const start = app.clock.now
  for (const minutes of [20, 40, 59]) {
    app.clock.now = new Date(start.getTime() + minutes * 60_000)
    expect((await root.call('GET', '/auth/check')).status).toBe(200)
  }
  app.clock.now = new Date(start.getTime() + 61 * 60_000)
  expect((await root.call('GET', '/auth/check')).status).toBe(401)
  app.clock.now = start
})

test('it ends at once when either is disabled, or the one who acts is no longer who they were', async () => {
  for (const change of ['disabled = true', 'admin_type = null', `password_hash = 'changed'`, `mfa_secret = 'changed'`]) {
    const root = await staff('ROOT')
    await act(root, (await user(['contributor'])).id)
    await update(root.email, change)
    expect([change, (await root.call('GET', '/auth/check')).status]).toEqual([change, 401])
    expect((await stop(root)).status).toBe(401)
  }
  const root = await staff('ROOT')
  const target = await user(['contributor'])
  await act(root, target.id)
  await update(target.email, `admin_type = 'SUPPORT'`)
  expect((await root.call('GET', '/auth/check')).status).toBe(401)
  const again = await user(['contributor'])
  const second = await staff('SUPPORT')
  await act(second, again.id)
  const pilot = app.browser()
  await pilot.signIn('pilot@a.example')
  await pilot.call('PUT', `/member/${again.id}`, { disabled: true })
  expect((await second.call('GET', '/auth/check')).status).toBe(401)
})

test('who may not come back into the organisation is signed out', async () => {
  const customer = await createCustomer(app.db, { name: 'Gamma' })
  const root = await staff('ROOT', customer)
  const target = await user(['contributor'], customer)
  await act(root, target.id)
  await app.owner.query(`set role vigie_provider; update membership set active = false where customer_id = ${customer} and visiting; reset role`)
  await app.owner.query(
    `begin; set local app.customer_id = '${customer}'; set local role vigie_app; update member set disabled = true where kind = 'VISITING'; commit`,
  )
  const answer = await stop(root)
  expect(answer.body).toEqual({ ok: true, user: null })
  expect(answer.setCookie).toContain('vigie_session=;')
  expect((await root.call('GET', '/auth/check')).status).toBe(401)
})

test('one person begins only so often', async () => {
  const root = await staff('ROOT')
  const target = await user(['contributor'])
  for (let i = 0; i < 30; i += 1) {
    expect((await act(root, target.id)).status).toBe(200)
    await stop(root)
  }
  expect((await act(root, target.id)).status).toBe(429)
})

test('signing out everywhere ends it too', async () => {
  const root = await staff('ROOT')
  const elsewhere = app.browser()
  await elsewhere.signIn(root.email)
  await act(root, (await user(['contributor'])).id)
  expect((await elsewhere.call('POST', '/user/sessions/end_others')).status).toBe(200)
  expect((await root.call('GET', '/auth/check')).status).toBe(401)
})
