import { Socket } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { makeWorld, type World } from '#tools/test/actions-world.ts'
import { shiftClock, shiftDatabase } from '#tools/test/clock.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { testPassword } from '#app/test/worlds/test-app.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  for (let n = 0; n < 30; n += 1) await world.action({ name_en: `Firewall ${n}`, perimeter: world.lyon })
})
afterAll(() => world.app.close())

/** The statements that go to PostgreSQL while `work` runs. */
async function sent(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls.map(([statement]: unknown[]) => (typeof statement === 'string' ? statement : (statement as { text: string }).text))
  } finally {
    spy.mockRestore()
  }
}

test.each([
  ['one row', { per_page: 1 }],
  ['every row', { per_page: 1000 }],
  ['a search', { global_search: 'firewall' }],
  ['a filter and a sort', { filters: [{ name: 'name', selected_options: [{ text: 'e' }, null] }], sort: [{ name: 'identifier', order: 'desc' }] }],
  ['a page beyond the end', { page: 600 }],
])('a list is at most six statements whatever its rows: %s', async (_, queryParams) => {
  for (const [entity, person] of [
    ['remediation', world.local],
    ['program', world.local],
    ['remediation', world.contributor],
  ] as const) {
    let status = 0
    const statements = await sent(async () => {
      ;({ status } = await person.post(`/${entity}/page`, { queryParams }))
    })
    expect(status).toBe(200)
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(6)
    expect(statements[0]).toMatch(/^begin/)
    expect(statements.at(-1)).toBe('commit')
  }
})

test.each([
  ['every row', { per_page: 1000 }],
  ['a filter and a sort', { filters: [{ name: 'name', selected_options: [{ text: 'e' }, null] }], sort: [{ name: 'identifier', order: 'desc' }] }],
  ['a page beyond the end', { page: 600 }],
])('a list of a day gone by is at most seven statements, one of which says how the next is planned, and a record of one six: %s', async (_, queryParams) => {
  const today = dayFromNow(0)
  let answer: Awaited<ReturnType<typeof world.local.post>> | undefined
  const listed = await sent(async () => {
    answer = await world.local.post(`/remediation/page?as_of=${today}`, { queryParams })
  })
  expect(answer?.body).toMatchObject({ ok: true, total: 30 })
  expect(listed.length, listed.join('\n')).toBeLessThanOrEqual(7)
  const [row] = (await world.local.post('/remediation/page', {})).body.objects ?? []
  const read = await sent(async () => {
    answer = await world.local.get(`/remediation/${row?.id}?as_of=${today}`)
  })
  expect(answer?.status).toBe(200)
  expect(read.length, read.join('\n')).toBeLessThanOrEqual(6)
})

test.each([
  ['the count with the choice of rows', () => world.pilot, 6],
  ['the count and the choice of rows in one for whoever reaches little', () => world.local, 5],
])('what a list sends in one go leaves in one packet: its beginning with the session, %s', async (_, by, statements) => {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const written = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev')]
  try {
    await by().post('/remediation/page', {})
    const client = asked.mock.contexts[0] as { connection: { stream: Socket } }
    expect(asked).toHaveBeenCalledTimes(statements)
    expect(written.flatMap((spy) => spy.mock.contexts).filter((socket) => socket === client.connection.stream)).toHaveLength(4)
  } finally {
    for (const spy of [asked, ...written]) spy.mockRestore()
  }
})

test('the last page holds what the first would hold in the other order, and a search counts what it may show', async () => {
  const page = async (queryParams: object) => (await world.local.post('/remediation/page', { queryParams })).body
  const up = await page({ per_page: 7, sort: [{ name: 'name', order: 'asc' }] })
  expect(up.total).toBe(30)
  const rest = await page({ per_page: 7, page: 5, sort: [{ name: 'name', order: 'asc' }] })
  expect(rest.objects).toHaveLength(2)
  const searched = await page({ per_page: 7, page: 5, sort: [{ name: 'name', order: 'asc' }], global_search: 'firewall' })
  expect(searched).toMatchObject({ total: 30, objects: rest.objects })
  expect(await page({ global_search: 'firewall', filters: [{ name: 'perimeter', selected_options: [world.nantes] }] })).toMatchObject({ total: 0, objects: [] })
})

test('a call that names itself costs two statements more, and no read costs any for saying where its page stands', async () => {
  const { cookie } = world.pilot
  const { user } = (await world.pilot.get('/auth/check')).body
  const asked = async (method: 'GET' | 'POST', url: string, payload: object | undefined, headers: Record<string, string>) => {
    let status = 0
    const statements = await sent(async () => {
      status = (await world.app.http.inject({ method, url, headers: { cookie, 'x-vigie': '1', ...headers }, ...(payload && { payload }) })).statusCode
    })
    expect(status, statements.join('\n')).toBe(200)
    return statements.length
  }
  const page = { 'x-vigie-context': user.context }
  const create = (name: string, headers: Record<string, string>) => asked('POST', '/api/perimeter', { name_en: name, parent: world.lyon }, headers)
  const plain = await create('Plain', {})
  expect(await create('Named', { ...page, 'idempotency-key': 'counted' })).toBe(plain + 2)
  // Begin, session, claim, what was answered, rollback.
  expect(await create('Named', { ...page, 'idempotency-key': 'counted' })).toBe(5)
  for (const [method, url, body] of [
    ['GET', '/api/perimeter', undefined],
    ['POST', '/api/perimeter/page', {}],
  ] as const) {
    const bare = await asked(method, url, body, {})
    expect(await asked(method, url, body, { ...page, 'idempotency-key': 'ignored' })).toBe(bare)
  }
})

test('a request sends the same statements however long ago somebody signed in, since sessions of tests grow no older', async () => {
  const { database, moveTo, now } = world.app
  const begun = now()
  const ask = () => sent(() => world.local.get('/remediation?limit=1'))
  const first = await ask()
  try {
    // A test that is slow by ten minutes.
    await shiftDatabase(database.ownerUrl, inject('clockShift') + 600_000)
    shiftClock(inject('clockShift') + 600_000)
    expect(await ask()).toEqual(first)
    // A session that does grow older is marked, once in a minute.
    await moveTo(new Date(begun.getTime() + 120_000))
    expect(await ask()).toHaveLength(first.length + 1)
    expect(await ask()).toEqual(first)
  } finally {
    await moveTo(begun)
  }
})

test('signing in is at most eight statements', async () => {
  const email = 'counted@customer.example'
  await world.app.member(world.customer, 'global_pilote', { email })
  const statements = await sent(() => world.app.signIn(email, testPassword))
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(8)
})

test('signing in with a code is at most eight statements', async () => {
  const person = await world.app.member(world.customer, 'global_pilote', { email: 'coded@customer.example' })
  const { body } = await person.put('/user/generate_secret', { mfa_activated: true })
  const code = (shift: number) => new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: world.app.now().getTime() + shift * 30_000 })
  expect((await person.put('/user/check_secret', { authentication_code: code(0) })).status).toBe(200)
  const payload = { email: 'coded@customer.example', password: testPassword, authentication_code: code(1) }
  let status = 0
  const statements = await sent(async () => {
    status = (await world.app.http.inject({ method: 'POST', url: '/api/auth/login', headers: { 'x-vigie': '1' }, payload })).statusCode
  })
  expect(status).toBe(200)
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(8)
})

test('a perimeter is moved in fourteen statements, and those who follow its place are asked only when it moved', async () => {
  const { id } = (await world.pilot.post('/perimeter', { name_en: 'Moved about', parent: world.lyon })).body.object
  const change = async (changes: object) => {
    let status = 0
    const statements = await sent(async () => {
      ;({ status } = await world.pilot.put(`/perimeter/${id}`, changes))
    })
    expect(status, statements.join('\n')).toBe(200)
    return statements
  }
  const follows = (statements: readonly string[]) => statements.filter((text) => /(from|join) (indicator|metric|supplier)\b/.test(text))
  const moved = await change({ parent: world.nantes })
  expect(moved.length, moved.join('\n')).toBeLessThanOrEqual(14)
  expect(follows(moved)).toHaveLength(2)
  expect(follows(await change({ name_en: 'Renamed' }))).toEqual([])
  expect(follows(await change({ type: 'PROVIDER' }))).not.toEqual([])
})
