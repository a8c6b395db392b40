import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessApp, type Browser } from '#tools/test/access-app.ts'
import { createCustomer } from './create-customer.ts'

let app: Awaited<ReturnType<typeof accessApp>>
let root: Browser

beforeAll(async () => {
  app = await accessApp()
  root = app.browser()
  await root.signIn('root@vigie.example')
})
afterAll(() => app.close())

interface Listed {
  readonly id: number
  readonly name: string
  readonly kind: string
  readonly version: number
  readonly identifier: string
  readonly state: string
  readonly deletes_at: string | null
}
const listed = async () => (await root.call('GET', '/customer')).body.objects as unknown as Listed[]
const of = async (id: number) => (await listed()).find((row) => row.id === id)
const ask = async (id: number, identifier: string | undefined, by = root) =>
  by.call('PUT', `/customer/${id}/deletion`, { asked: true, ...(identifier !== undefined && { identifier }), version: (await of(id))?.version ?? 1 })
const takeBack = async (id: number, by = root) => by.call('PUT', `/customer/${id}/deletion`, { asked: false, version: (await of(id))?.version ?? 1 })
/** The days of waiting are over. */
const wait = (id: number) =>
  app.owner.query(
    `update customer set deletion_asked_at = deletion_asked_at - interval '31 days', deletes_at = deletes_at - interval '31 days' where id = $1`,
    [id],
  )
const audited = async (id: number) =>
  (
    await app.owner.query<{ action: string }>(`select action from audit_log where customer_id = 1 and entity = 'customer' and object_id = $1 order by seq, n`, [
      id,
    ])
  ).rows.map(({ action }) => action)

test('identifiers come of the name, are nobody else’s, and may be chosen', async () => {
  const made = await Promise.all(['Été & Fils', 'Été  Fils', '!!!'].map((name) => root.call('POST', '/customer', { name: name.padEnd(3, '!') })))
  expect(new Set(made.map(({ body }) => (body.object as unknown as Listed).identifier))).toEqual(new Set(['ete-fils', 'ete-fils-2', 'customer']))
  const { id } = made[0]!.body.object
  expect((await root.call('PUT', `/customer/${id}`, { identifier: 'beta' })).body).toMatchObject({
    errors: { identifier: ['Another organisation has this identifier'] },
  })
  expect((await root.call('PUT', `/customer/${id}`, { identifier: 'With spaces' })).body).toMatchObject({ errors: { identifier: [expect.any(String)] } })
  expect((await root.call('PUT', `/customer/${id}`, { identifier: 'ete' })).body).toMatchObject({ object: { identifier: 'ete' } })
})

test('a deletion waits thirty days, closed to everybody, and is taken back until then', async () => {
  const id = await createCustomer(app.db, { name: 'Waiting' })
  await app.member(id, 'pilot@waiting.example', ['global_auditor'])
  const pilot = app.browser()
  await pilot.signIn('pilot@waiting.example')
  for (const typed of [undefined, '', 'Waiting', 'alpha'])
    expect((await ask(id, typed)).body).toMatchObject({ errors: { identifier: ['This is not the identifier of the organisation'] } })
  const asked = await ask(id, 'waiting')
  expect(asked.body).toMatchObject({ ok: true, object: { state: 'IN_DELETION' } })
  const { deletes_at: at } = asked.body.object as unknown as Listed
  const days = (Date.parse(at ?? '') - Date.now()) / 86_400_000
  expect([days > 29, days <= 30]).toEqual([true, true])
  expect((await pilot.call('GET', '/auth/check')).body).toMatchObject({ code: 'CUSTOMER_SUSPENDED' })
  // It is not taken up again by the other door, nor asked for twice.
  expect((await root.call('PUT', `/customer/${id}/suspension`, { suspended: false, version: (await of(id))?.version ?? 0 })).status).toBe(409)
  await ask(id, 'waiting')
  expect((await takeBack(id)).body).toMatchObject({ object: { state: 'ENABLED', deletes_at: null, disabled_at: null } })
  expect((await pilot.call('GET', '/auth/check')).status).toBe(200)
  expect(await audited(id)).toEqual(['ask_deletion', 'take_back'])
})

test('one that was suspended before is so afterwards', async () => {
  const id = await createCustomer(app.db, { name: 'Unpaid' })
  await root.call('PUT', `/customer/${id}/suspension`, { suspended: true, reason: 'Unpaid bills', version: 1 })
  await ask(id, 'unpaid')
  expect((await takeBack(id)).body).toMatchObject({ object: { state: 'SUSPENDED', disabled_reason: 'Unpaid bills' } })
})

test('what a deletion would remove is counted', async () => {
  const id = await createCustomer(app.db, { name: 'Counted' })
  await app.member(id, 'one@counted.example', ['global_pilote'])
  expect((await root.call('GET', `/customer/${id}/extent`)).body.object).toMatchObject({ people: 1, files: 0, bytes: 0, entries: expect.any(Number) })
  expect((await root.call('GET', '/customer/99999/extent')).status).toBe(404)
})

test('the nightly job deletes what is due, people who were nowhere else with it, and leaves one line; it is too late to take it back then', async () => {
  const id = await createCustomer(app.db, { name: 'Leaving' })
  await app.member(id, 'only@leaving.example', ['global_pilote'])
  await app.member(id, 'both@leaving.example', ['global_pilote'])
  await app.member(app.customers.A, 'both@leaving.example', ['contributor'])
  await ask(id, 'leaving')
  await app.schedule('customer.due', 1)
  expect(await of(id)).toMatchObject({ state: 'IN_DELETION' })
  await wait(id)
  expect((await takeBack(id)).body).toMatchObject({ ok: false, message: 'The deletion has begun: it can no longer be taken back' })
  await app.schedule('customer.due', 1)
  expect(await of(id)).toBeUndefined()
  expect(await audited(id)).toEqual(['ask_deletion', 'delete'])
  expect((await app.browser().signIn('only@leaving.example')).body).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  expect((await app.browser().signIn('both@leaving.example')).body).toMatchObject({ user: { customer: { name: 'Alpha' } } })
  // Done again, and asked for again, it finds nothing.
  await app.schedule('customer.due', 1)
  expect((await root.call('PUT', `/customer/${id}/deletion`, { asked: false, version: 1 })).status).toBe(404)
  expect(await audited(id)).toHaveLength(2)
})

test('two administrators at once: one is told that it has changed', async () => {
  const id = await createCustomer(app.db, { name: 'Together' })
  const both = await Promise.all([
    root.call('PUT', `/customer/${id}/deletion`, { asked: true, identifier: 'together', version: 1 }),
    root.call('PUT', `/customer/${id}/suspension`, { suspended: true, reason: 'Unpaid', version: 1 }),
    root.call('PUT', `/customer/${id}`, { name: 'Together again', version: 1 }),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('every operation of the provider about organisations, by each type of its staff', async () => {
  const id = await createCustomer(app.db, { name: 'Asked' })
  const catalog = (await listed()).find(({ kind }) => kind === 'CATALOG')
  expect((await ask(catalog?.id ?? 0, catalog?.identifier)).status).toBe(409)
  const attempts = [
    ['GET', '/customer', undefined, [200, 200, 200]],
    ['GET', `/customer/${id}/extent`, undefined, [200, 200, 404]],
    ['GET', `/customer/${id}/people`, undefined, [200, 200, 404]],
    ['POST', '/customer', { name: 'By staff' }, [200, 403, 403]],
    ['PUT', `/customer/${id}`, { name: 'By staff' }, [200, 403, 403]],
    ['PUT', `/customer/${id}/suspension`, { suspended: true, reason: 'By staff', version: 2 }, [200, 403, 403]],
    ['PUT', `/customer/${id}/suspension`, { suspended: false, version: 3 }, [200, 403, 403]],
    ['PUT', `/customer/${id}/deletion`, { asked: true, identifier: 'asked', version: 4 }, [200, 403, 403]],
    ['PUT', `/customer/${id}/deletion`, { asked: false, version: 5 }, [200, 403, 403]],
    ['GET', '/instance', undefined, [200, 200, 403]],
    ['PUT', '/instance/1', {}, [200, 403, 403]],
    ['POST', '/instance', { name: 'By staff' }, [200, 403, 403]],
    ['PUT', '/login_message/1', {}, [200, 403, 403]],
  ] as const
  const types = ['ROOT', 'SUPPORT', 'STAFF_PLUS'] as const
  const staff = new Map<string, Browser>([['ROOT', root]])
  for (const type of types.slice(1)) {
    const email = `${type.toLowerCase()}@vigie.example`
    await app.member(1, email, [])
    await app.owner.query('update account set admin_type = $1 where email = $2', [type, email])
    const browser = app.browser()
    await browser.signIn(email)
    await browser.call('PUT', '/user/customer', { customer_id: null })
    staff.set(type, browser)
  }
  for (const [method, url, body, wanted] of attempts)
    // Whoever may comes last: nothing of what the others try has changed anything.
    for (const type of types.toReversed())
      expect([url, type, (await staff.get(type)?.call(method, url, body))?.status]).toEqual([url, type, wanted[types.indexOf(type)]])
})
