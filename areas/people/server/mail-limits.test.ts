import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessApp, password, type Browser } from '#tools/test/access-app.ts'
import { lettersTo } from '#tools/test/letters.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'

/* Whoever is added to an organisation has asked for nothing: how much mail somebody can make them get is limited, by address and by organisation. */
let app: Awaited<ReturnType<typeof accessApp>>
let pilots: { A: Browser; B: Browser }

beforeAll(async () => {
  app = await accessApp()
  const pilotOf = async (customer: 'A' | 'B') => {
    await app.member(app.customers[customer], `pilot@${customer}.example`, ['global_pilote'])
    const browser = app.browser()
    await browser.signIn(`pilot@${customer}.example`)
    return browser
  }
  pilots = { A: await pilotOf('A'), B: await pilotOf('B') }
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.jobs()
  await app.owner.query('delete from rate_limit; delete from outbox_mail')
})

const add = (by: Browser, email: string) => by.call('POST', '/member', { email, firstname: 'Some', lastname: 'One', roles: ['contributor'] })
const addAndRemove = async (by: Browser, email: string) => {
  const added = await add(by, email)
  if (added.status === 200) expect((await by.call('DELETE', `/member/${added.body.object.id}`)).status).toBe(200)
  return added
}
const received = async (email: string) => {
  await app.jobs()
  return (await lettersTo(app.owner, email)).length
}
const waits = async () =>
  (
    await app.owner.query<{ delayed: boolean }>(
      `select start_after > created_on as delayed from pgboss.job where data->>'job' = 'people.invite' and state = 'created' order by start_after`,
    )
  ).rows.map(({ delayed }) => delayed)

test('an address is not flooded by adding and removing its holder over and over; the refusal is told, in words, and keeps nothing', async () => {
  const victim = 'victim@else.example'
  const statuses = []
  for (let times = 0; times < 20; times += 1) {
    const { status } = await add(pilots.A, victim)
    statuses.push(status)
    await app.jobs()
    const { rows } = await app.owner.query<{ id: number }>('select id from member where customer_id = $1 and email = $2', [app.customers.A, victim])
    if (rows[0]) await pilots.A.call('DELETE', `/member/${rows[0].id}`)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  expect(await received(victim)).toBe(5)
  const refused = await add(pilots.A, victim)
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'INVITATION_LIMIT', message: 'This address has been sent 5 invitations in the last hour: nothing was saved, please try again later' },
  })
  expect((await app.owner.query('select 1 from member where customer_id = $1 and email = $2', [app.customers.A, victim])).rows).toEqual([])
  await pilots.A.call('PUT', '/user/language', { lang: 'fr' })
  expect((await add(pilots.A, victim)).body.message).toBe(
    'Cette adresse a déjà reçu 5 invitations en une heure\u00a0: rien n’a été enregistré, veuillez réessayer plus tard',
  )
  await pilots.A.call('PUT', '/user/language', { lang: 'en' })
  // However the address is written, and by asking again too.
  expect((await add(pilots.A, 'VICTIM@Else.example')).status).toBe(429)
  // Others are added all the same, and later so is this one.
  expect((await add(pilots.A, 'colleague@else.example')).status).toBe(200)
  await app.owner.query(`delete from rate_limit where key like '%:hour'`)
  expect((await add(pilots.A, victim)).status).toBe(200)
})

test('an invitation that is sent again counts with the first', async () => {
  const { body } = await add(pilots.A, 'again@else.example')
  await app.jobs()
  const statuses = []
  for (let times = 0; times < 5; times += 1) {
    statuses.push((await pilots.A.call('POST', `/member/${body.object.id}/invite`)).status)
    await app.jobs()
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429])
  expect(await received('again@else.example')).toBe(5)
})

test('a day has its limit too, and so has an organisation as a whole; another organisation goes on', async () => {
  for (let times = 0; times < 10; times += 1) {
    await addAndRemove(pilots.A, 'daily@else.example')
    await app.owner.query(`delete from rate_limit where key like '%:hour'`)
  }
  expect((await add(pilots.A, 'daily@else.example')).body.message).toContain('in the last day')
  await app.owner.query(
    `insert into rate_limit (key, window_start, hits) select 'invite:' || $1::text, window_start, 300 from rate_limit where key = 'invite:' || $1::text on conflict (key, window_start) do update set hits = 300`,
    [app.customers.A],
  )
  expect(await add(pilots.A, 'one-more@else.example')).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('Your organisation has sent 300 invitations') },
  })
  expect((await add(pilots.B, 'one-more@else.example')).status).toBe(200)
})

test('what several organisations send together to one address leaves little by little, is lost to nobody, and tells none of the others', async () => {
  const shared = 'shared@else.example'
  for (let times = 0; times < 10; times += 1) {
    await addAndRemove(pilots.A, shared)
    await app.owner.query(`delete from rate_limit where key like '%:hour'`)
  }
  await app.jobs()
  expect(await add(pilots.B, shared)).toMatchObject({ status: 200, body: { message: 'Created' } })
  expect(await waits()).toEqual([true])
  expect(await received(shared)).toBe(1)
})

test('an address that nobody has proved gets no other mail of the product', async () => {
  const unproved = 'unproved@else.example'
  const { body } = await add(pilots.A, unproved)
  await app.jobs()
  await app.owner.query('delete from outbox_mail')
  await pilots.A.call('PUT', `/member/${body.object.id}/password`, { password })
  const pretender = app.browser()
  expect((await pretender.signIn(unproved)).status).toBe(200)
  await pretender.call('PUT', '/user/password', { password, new_password: 'Another-Horse-9', new_password_confirm: 'Another-Horse-9' })
  const reachable = async () =>
    (await app.db.transaction(app.customers.A, (tx) => tx.runText<{ member_id: number }>(`select member_id from reachable_members('${dayFromNow(0)}')`))).map(
      ({ member_id: id }) => id,
    )
  expect(await reachable()).not.toContain(body.object.id)
  await pilots.A.call('PUT', `/member/${body.object.id}`, { roles: ['global_pilote'] })
  await app.owner.query(`insert into customer_option (customer_id, type, status, date_start, ends_on, started_by) values ($1, 'ISP', 'ON_TRIAL', $3, $4, $2)`, [
    app.customers.A,
    body.object.id,
    dayFromNow(0),
    dayFromNow(1),
  ])
  await app.schedule('tenancy.trials', app.customers.A)
  expect(await received(unproved)).toBe(0)
  await app.owner.query('update account set verified_at = moment() where email = $1', [unproved])
  expect(await reachable()).toContain(body.object.id)
  await app.schedule('tenancy.trials', app.customers.A)
  expect(await received(unproved)).toBe(1)
})
