import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchStatements } from '#tools/test/watch-statements.ts'
import { accessApp, type Browser } from '#tools/test/access-app.ts'
import { installationIsEmpty } from './create-customer.ts'

let app: Awaited<ReturnType<typeof accessApp>>
let root: Browser

beforeAll(async () => {
  app = await accessApp()
  root = app.browser()
  await root.signIn('root@vigie.example')
})
afterAll(() => app.close())

test('root sees every organisation and the catalog, not the provider itself', async () => {
  const { body } = await root.call('GET', '/customer')
  expect(body).toMatchObject({
    ok: true,
    add_right: true,
    objects: [{ name: 'Alpha', kind: 'ORGANISATION', members: 0, state: 'ENABLED' }, { name: 'Beta' }, { name: 'Catalog', kind: 'CATALOG' }],
  })
  expect((await root.call('GET', '/customer?search=BÊT')).body).toMatchObject({ objects: [{ name: 'Beta' }] })
})

test('root creates an organisation, changes it and enters it', async () => {
  const made = await root.call('POST', '/customer', {
    name: 'Delta',
    lang: 'fr',
    time_zone: 'Europe/Paris',
    quotas: { pilots: 3 },
  })
  expect(made.body).toMatchObject({ ok: true, object: { name: 'Delta', lang: 'fr', quotas: { pilots: 3 }, version: 1 } })
  const { id } = made.body.object
  expect((await root.call('PUT', `/customer/${id}`, { name: 'Delta Group', version: 1 })).body).toMatchObject({
    object: { name: 'Delta Group', version: 2 },
  })
  expect(await root.call('PUT', `/customer/${id}`, { name: 'Late', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'STALE', object: { version: 2 } },
  })
  const visitor = app.browser()
  await visitor.signIn('root@vigie.example')
  expect((await visitor.call('PUT', '/user/customer', { customer_id: id })).body).toMatchObject({
    user: { customer: { name: 'Delta Group' } },
  })
  expect((await visitor.call('GET', '/customer')).status).toBe(403)
})

test('an organisation is made with its beginnings in so many statements', async () => {
  const { texts } = await watchStatements(() => root.call('POST', '/customer', { name: 'Counted' }))
  expect(texts.length).toBeLessThanOrEqual(44)
})

test('wrong settings are refused by name', async () => {
  expect((await root.call('POST', '/customer', { name: 'X', time_zone: 'Mars/Olympus', color: 'red' })).body).toMatchObject({
    ok: false,
    errors: { name: [expect.any(String)], time_zone: ['This time zone is unknown'], color: [expect.any(String)] },
  })
  expect((await root.call('PUT', '/customer/1', { name: 'Provider no more' })).status).toBe(404)
  expect((await root.call('PUT', '/customer/999', { name: 'Nobody' })).status).toBe(404)
})

test('only staff, and only outside organisations, see the provider’s pages', async () => {
  await app.member(app.customers.A, 'pilot@a.example', ['global_pilote'])
  const pilot = app.browser()
  await pilot.signIn('pilot@a.example')
  expect((await pilot.call('GET', '/customer')).status).toBe(403)
  expect((await pilot.call('POST', '/customer', { name: 'Mine' })).status).toBe(403)
  expect((await pilot.call('PUT', `/customer/${app.customers.B}`, { name: 'Mine' })).status).toBe(403)
  await app.member(1, 'support@vigie.example', [])
  await app.owner.query(`update account set admin_type = 'SUPPORT' where email = 'support@vigie.example'`)
  const support = app.browser()
  await support.signIn('support@vigie.example')
  expect((await support.call('GET', '/customer')).body).toMatchObject({ ok: true, add_right: false })
  expect((await support.call('POST', '/customer', { name: 'Theirs' })).status).toBe(403)
})

test('staff+ see the organisations that they belong to and the catalogs, and no others', async () => {
  await app.member(1, 'plus@vigie.example', [])
  await app.owner.query(`update account set admin_type = 'STAFF_PLUS' where email = 'plus@vigie.example'`)
  const plus = app.browser()
  await plus.signIn('plus@vigie.example')
  const seen = async () => (await plus.call('GET', '/customer')).body.objects.map((row) => ('name' in row ? row.name : ''))
  expect(await seen()).toEqual(['Catalog'])
  await app.member(app.customers.B, 'plus@vigie.example', ['local_auditor'])
  await plus.signIn('plus@vigie.example')
  await plus.call('PUT', '/user/customer', { customer_id: null })
  expect(await seen()).toEqual(['Beta', 'Catalog'])
})

test('an installation that has a customer is not empty', async () => {
  expect(await installationIsEmpty(app.db)).toBe(false)
})
