import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessApp, type Browser } from '#tools/test/access-app.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { createCustomer } from './create-customer.ts'

let app: Awaited<ReturnType<typeof accessApp>>
let root: Browser

beforeAll(async () => {
  app = await accessApp()
  root = app.browser()
  await root.signIn('root@vigie.example')
})
afterAll(() => app.close())

let made = 0
/** An organisation with one pilot, who is signed in. */
async function organisation(): Promise<{ id: number; email: string; pilot: Browser }> {
  made += 1
  const id = await createCustomer(app.db, { name: `Closing ${made}` })
  const email = `pilot${made}@closing.example`
  await app.member(id, email, ['global_pilote'])
  const pilot = app.browser()
  await pilot.signIn(email)
  return { id, email, pilot }
}
const versionOf = async (id: number) => {
  const { objects } = (await root.call('GET', '/customer')).body as unknown as { objects: { id: number; version: number }[] }
  return objects.find((row) => row.id === id)?.version ?? 0
}
const suspend = async (id: number, by = root) =>
  by.call('PUT', `/customer/${id}/suspension`, { suspended: true, reason: 'Three bills unpaid', version: await versionOf(id) })
const resume = async (id: number) => root.call('PUT', `/customer/${id}/suspension`, { suspended: false, version: await versionOf(id) })

test('a suspended organisation is closed to its people at once, who are told why in their language, and opens again as it was', async () => {
  const { id, email, pilot } = await organisation()
  expect((await suspend(id)).body).toMatchObject({ ok: true, object: { state: 'SUSPENDED', disabled_reason: 'Three bills unpaid', version: 2 } })
  const told = await pilot.call('GET', '/auth/check')
  expect(told).toMatchObject({ status: 401, body: { code: 'CUSTOMER_SUSPENDED', message: expect.stringMatching(/^Your organisation is suspended/) } })
  // The reason is the provider's.
  expect(JSON.stringify(told.body)).not.toContain('bills')
  expect(await pilot.call('POST', '/perimeter/page', {}, { 'accept-language': 'fr' })).toMatchObject({
    status: 401,
    body: { code: 'CUSTOMER_SUSPENDED', message: expect.stringMatching(/^Votre organisation est suspendue/) },
  })
  // What is looked up together with others too.
  expect((await pilot.call('GET', '/notification/count')).body).toMatchObject({ code: 'CUSTOMER_SUSPENDED' })
  expect((await app.browser().signIn(email)).body).toMatchObject({ ok: false, code: 'CUSTOMER_SUSPENDED' })
  expect((await app.browser().signIn(email, 'Wrong-Horse-9')).body).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  expect((await resume(id)).body).toMatchObject({ ok: true, object: { state: 'ENABLED', disabled_at: null, disabled_reason: null } })
  // The very session goes on.
  expect((await pilot.call('GET', '/auth/check')).status).toBe(200)
})

test('signing out of one that is suspended ends the session for good', async () => {
  const { id, pilot } = await organisation()
  await suspend(id)
  const { cookie } = pilot
  expect((await pilot.call('POST', '/auth/logout')).status).toBe(200)
  await resume(id)
  pilot.cookie = cookie
  expect((await pilot.call('GET', '/auth/check')).body).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('nothing is entered, nobody of the provider either, and whoever belongs to another one comes in there', async () => {
  const { id, email } = await organisation()
  const other = await createCustomer(app.db, { name: 'Elsewhere' })
  await app.member(other, email, ['global_pilote'])
  await suspend(id)
  expect((await app.browser().signIn(email)).body).toMatchObject({ ok: true, user: { customer: { name: 'Elsewhere' } } })
  const visitor = app.browser()
  await visitor.signIn('root@vigie.example')
  expect((await visitor.call('PUT', '/user/customer', { customer_id: id })).status).not.toBe(200)
})

test('what waits is held, mails among it, and is done once the organisation is taken up again; what the clock would have queued passes', async () => {
  const { id } = await organisation()
  await app.jobs()
  const queue = (...jobs: { name: string; data: Record<string, unknown> }[]) =>
    app.db.transaction(id, async (tx) => {
      tx.act(systemWho(id, 'test', 'test'))
      for (const job of jobs) tx.enqueue(job)
    })
  const held = async () => (await app.owner.query('select job from held_job where customer_id = $1 order by job', [id])).rows.map(({ job }) => String(job))
  const waiting = async () =>
    Number((await app.owner.query(`select count(*) as n from pgboss.job where group_id = $1 and state < 'completed'`, [String(id)])).rows[0]?.n)
  await queue(
    { name: 'mail.send', data: { mail_id: 1 } },
    { name: 'mail.send', data: { mail_id: 1 } },
    { name: 'reporting.mail', data: { schedule_id: 1, day: '2026-11-01' } },
  )
  await queue({ name: 'action_months', data: {} })
  await suspend(id)
  await app.jobs()
  // The scheduled one comes round by itself.
  expect([await held(), await waiting()]).toEqual([['mail.send', 'mail.send', 'reporting.mail'], 0])
  // Its schedules go on without it: of the days that pass nothing is owed afterwards.
  await app.schedule('action_months', id)
  const next = await app.owner.query(`select next_at > moment() as later from scheduled_run where customer_id = $1 and job = 'action_months'`, [id])
  expect([await held(), await waiting(), next.rows[0]?.later]).toEqual([['mail.send', 'mail.send', 'reporting.mail'], 0, true])
  await resume(id)
  await app.tick()
  // Two that are alike are one.
  expect([await held(), await waiting()]).toEqual([[], 2])
  await app.jobs()
  expect(await waiting()).toBe(0)
})

test('it needs a reason, is done once, and is in the log of the provider with who did it', async () => {
  const { id } = await organisation()
  expect((await root.call('PUT', `/customer/${id}/suspension`, { suspended: true, version: 1 })).body).toMatchObject({
    errors: { reason: [expect.any(String)] },
  })
  // Two administrators at once: one is told that it has changed.
  const both = await Promise.all([1, 2].map(() => root.call('PUT', `/customer/${id}/suspension`, { suspended: true, reason: 'Both', version: 1 })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await resume(id)
  const { rows } = await app.owner.query(
    `select l.action, l.details::jsonb->>'reason' as reason, e.actor_id is not null as known from audit_log l join audit_entry e using (customer_id, seq)
      where l.customer_id = 1 and l.entity = 'customer' and l.object_id = $1 order by seq`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'suspend', reason: 'Both', known: true },
    { action: 'resume', reason: null, known: true },
  ])
})

test('a catalogue and the provider itself are not suspended', async () => {
  const { objects } = (await root.call('GET', '/customer')).body as unknown as { objects: { id: number; kind: string; version: number }[] }
  const catalog = objects.find(({ kind }) => kind === 'CATALOG')
  expect((await root.call('PUT', `/customer/${catalog?.id}/suspension`, { suspended: true, reason: 'Closing', version: catalog?.version })).status).toBe(409)
  expect((await root.call('PUT', '/customer/1/suspension', { suspended: true, reason: 'Closing', version: 1 })).status).toBe(404)
})

test('only administrators suspend', async () => {
  const { id, pilot } = await organisation()
  for (const type of ['SUPPORT', 'STAFF_PLUS']) {
    const email = `${type.toLowerCase()}@vigie.example`
    await app.member(1, email, [])
    await app.owner.query('update account set admin_type = $1 where email = $2', [type, email])
    const staff = app.browser()
    await staff.signIn(email)
    await staff.call('PUT', '/user/customer', { customer_id: null })
    expect((await suspend(id, staff)).status, type).toBe(403)
  }
  expect((await suspend(id, pilot)).status).toBe(403)
})
