import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { duties } from '#kit/server/access/who.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { fillOrganisation, type Ids } from '#app/test/worlds/fill-organisation.ts'
import { sampleCall } from '#app/test/walks/sample-calls.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

const hour = 3_600_000
const clock = { now: new Date() }
let app: TestApp
let owner: pg.Client
let customers: { A: number; B: number }

beforeAll(async () => {
  app = await testApp({ clock: () => clock.now })
  owner = new pg.Client(app.database.ownerUrl)
  owner.on('error', () => {})
  await owner.connect()
  customers = { A: (await app.customer('Alpha')).id, B: (await app.customer('Beta')).id }
})
afterAll(async () => {
  await owner.end()
  await app.close()
})
beforeEach(() => {
  clock.now = new Date()
})

/** A call in a session that may get another cookie by it. */
async function carried(cookie: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<{ status: number; cookie: string }> {
  const answer = await app.http.inject({ method, url: `/api${path}`, headers: { cookie, 'x-vigie': '1' }, ...(body && { payload: body }) })
  return { status: answer.statusCode, cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] || cookie }
}
/** Lives through hours without ever being idle. */
async function busy(cookie: string, from: number, until: number): Promise<void> {
  for (let at = from; at <= until; at += 0.4 * hour) {
    clock.now = new Date(at)
    expect((await carried(cookie, 'GET', '/auth/check')).status).toBe(200)
  }
}

test('going from one organisation to another wins no hour', async () => {
  const begun = clock.now.getTime()
  const { cookie } = await app.signIn('root@vigie.example')
  await busy(cookie, begun, begun + 6 * hour)
  const inside = await carried(cookie, 'PUT', '/user/customer', { customer_id: customers.A })
  await busy(inside.cookie, clock.now.getTime(), begun + 11 * hour)
  const elsewhere = await carried(inside.cookie, 'PUT', '/user/customer', { customer_id: customers.B })
  await busy(elsewhere.cookie, clock.now.getTime(), begun + 11.9 * hour)
  clock.now = new Date(begun + 12.1 * hour)
  expect((await carried(elsewhere.cookie, 'GET', '/auth/check')).status).toBe(401)
})

test('acting as somebody else and coming back wins none either', async () => {
  const target = await app.member(customers.A, 'contributor')
  const begun = clock.now.getTime()
  const { cookie } = await app.signIn('root@vigie.example')
  const inside = await carried(cookie, 'PUT', '/user/customer', { customer_id: customers.A })
  await busy(inside.cookie, begun, begun + 11.5 * hour)
  const acting = await carried(inside.cookie, 'POST', '/auth/impersonate', { user_id: target.memberId })
  expect(acting.status).toBe(200)
  const back = await carried(acting.cookie, 'DELETE', '/auth/impersonate')
  expect((await carried(back.cookie, 'GET', '/auth/check')).status).toBe(200)
  const again = await carried(back.cookie, 'POST', '/auth/impersonate', { user_id: target.memberId })
  await busy(again.cookie, clock.now.getTime(), begun + 11.9 * hour)
  clock.now = new Date(begun + 12.1 * hour)
  expect((await carried(again.cookie, 'GET', '/auth/check')).status).toBe(401)
})

test('whoever is inside before their first day is outside at once', async () => {
  const pilot = await app.member(customers.A, 'global_pilote')
  const outsider = await app.member(customers.A, 'contributor')
  expect((await outsider.get('/auth/check')).status).toBe(200)
  expect((await pilot.put(`/member/${outsider.memberId}`, { is_external: true, access_start: dayFromNow(2), access_end: dayFromNow(9) })).status).toBe(200)
  expect((await outsider.get('/auth/check')).status).toBe(401)
})

test('whom one organisation alone vouches for gets nowhere else, and to nothing of the account', async () => {
  const person = await app.member(customers.A, 'global_pilote', { email: 'both@people.example' })
  await app.member(customers.B, 'global_pilote', { email: 'both@people.example' })
  await owner.query('update session set tied = true, method = $$SAML$$ where customer_id = $1 and member_id = $2', [customers.A, person.memberId])
  expect((await person.get('/auth/check')).body.user).toMatchObject({ tied: true, customers: [{ id: customers.A }], admin_type: null })
  expect((await person.get('/user/customers')).body.objects).toEqual([])
  const typed = { password: 'Correct-Horse-9', new_password: 'Another-Horse-9', new_password_confirm: 'Another-Horse-9' }
  const refused = [
    ['PUT', '/user/customer', { customer_id: customers.B }],
    ['PUT', '/user/customer', { customer_id: null }],
    ['PUT', '/user/password', typed],
    ['POST', '/user/password', typed],
    ['GET', '/user/sessions', undefined],
    ['POST', '/user/sessions/end_others', {}],
    ['GET', '/user/strong_authentication', undefined],
    ['PUT', '/user/passkey/1', { name: 'Key' }],
    ['POST', '/user/passkey/1/remove', {}],
  ] as const
  for (const [method, path, body] of refused) expect([path, (await person.call(method, path, body)).status]).toEqual([path, 403])
})

test('answers that hold something secret are kept by no browser', async () => {
  const { cookie } = await app.member(customers.A, 'global_pilote', { email: 'cached@people.example' })
  const payload = { email: 'cached@people.example', password: 'Correct-Horse-9' }
  const asked = [
    ['GET', '/auth/check'],
    ['GET', '/user/profile'],
    ['GET', '/user/strong_authentication'],
    ['GET', '/user/sessions'],
    ['GET', '/auth/captcha'],
    ['POST', '/auth/login'],
  ] as const
  for (const [method, path] of asked) {
    const { statusCode, headers } = await app.http.inject({
      method,
      url: `/api${path}`,
      headers: { cookie, 'x-vigie': '1' },
      ...(method === 'POST' && { payload }),
    })
    expect([path, statusCode, headers['cache-control']]).toEqual([path, 200, 'no-store'])
  }
})

describe('whoever has something to do first', () => {
  let pilot: Person
  let ids: Ids
  beforeAll(async () => {
    pilot = await app.member((await app.customer('Gamma')).id, 'global_pilote')
    ids = await fillOrganisation(app, pilot, 'Gamma')
  })

  // One gate knows the duties and no operation does: each operation is asked under one of them, by turns.
  test.each(duties)('is refused everything else by every operation: %s', async (duty) => {
    const all = app.api.operations.filter(({ access, whilePending }) => access !== 'public' && !whilePending)
    expect(all.length).toBeGreaterThan(200)
    const others = all.filter((_, n) => n % duties.length === duties.indexOf(duty))
    // A session of its own: one alone would be taken for a flood.
    const person = await app.member(pilot.customerId, 'global_pilote')
    await owner.query('update session set pending = array[$1] where customer_id = $2', [duty, pilot.customerId])
    const open: string[] = []
    for (const operation of others) {
      for (const whole of [false, true]) {
        const { path, body } = sampleCall(operation, { ids, word: 'Gamma', whole })
        const answer = operation.upload ? await person.upload(path, 'file.txt', 'Gamma') : await person.call(operation.method, path, body)
        if (answer.status !== 403 || answer.body.code !== `PENDING_${duty}`) open.push(`${operation.method} ${path} ${answer.status}`)
      }
    }
    expect(open).toEqual([])
  })
})

describe('a global pilot whose organisation waits for its deletion', () => {
  /** Written by hand: to see who one is and until when all is there, to take the export, and to go to another organisation. */
  const door = ['GET /auth/check', 'GET /leaving', 'GET /leaving/archive/{id}', 'POST /leaving/archive', 'PUT /user/customer']

  test('is refused by every other operation', async () => {
    const { id } = await app.customer('Delta')
    const pilots: Person[] = []
    // Several: one alone would be taken for a flood.
    for (let n = 0; n < 4; n += 1) pilots.push(await app.member(id, 'global_pilote'))
    const [first] = pilots
    const ids = first ? await fillOrganisation(app, first, 'Delta') : ({} as Ids)
    await owner.query(
      `update customer set disabled = true, disabled_at = moment(), deletion_asked_at = present(), deletes_at = present() + interval '30 days' where id = $1`,
      [id],
    )
    const all = app.api.operations.filter(({ access }) => access !== 'public')
    expect(all.flatMap(({ method, path, whileLeaving }) => (whileLeaving ? [`${method} ${path}`] : [])).toSorted()).toEqual(door)
    const open: string[] = []
    for (const [n, operation] of all.filter(({ whileLeaving }) => !whileLeaving).entries()) {
      const person = pilots[n % pilots.length] as Person
      const { path, body } = sampleCall(operation, { ids, word: 'Delta', whole: true })
      const answer = operation.upload ? await person.upload(path, 'file.txt', 'Delta') : await person.call(operation.method, path, body)
      if (answer.status !== 401 || answer.body.code !== 'CUSTOMER_SUSPENDED') open.push(`${operation.method} ${path} ${answer.status}`)
    }
    expect(open).toEqual([])
  })
})
