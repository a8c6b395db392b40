import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accessApp, password } from '#tools/test/access-app.ts'
import { judged } from './password.ts'

let app: Awaited<ReturnType<typeof accessApp>>
let n = 0
/** A new person of organisation A. */
const someone = async () => {
  const email = `person${(n += 1)}@a.example`
  return { email, id: await app.member(app.customers.A, email, ['global_pilote']) }
}
const minutes = (count: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + count * 60_000)
}

beforeAll(async () => {
  app = await accessApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.now = new Date()
  await app.owner.query('delete from rate_limit')
})

test('the right password opens a session, in a cookie that scripts and other sites cannot use', async () => {
  const { email, id } = await someone()
  const browser = app.browser()
  const answer = await browser.signIn(email.toUpperCase())
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    ok: true,
    lang: 'en',
    saml: false,
    user: { email, member_id: id, role: 'global_pilote', admin_type: null, customer: { id: app.customers.A, name: 'Alpha' } },
  })
  expect(answer.setCookie).toMatch(new RegExp(`^vigie_session=${app.customers.A}\\.[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age=43200$`))
  expect((await browser.call('GET', '/auth/check')).body).toMatchObject({ user: { email, customers: [{ id: app.customers.A }] } })
})

test('behind https the cookie is secure', async () => {
  const { email } = await someone()
  const answer = await app.browser().call('POST', '/auth/login', { email, password }, { 'x-forwarded-proto': 'https' })
  expect(answer.setCookie).toMatch(/; Secure$/)
})

test('the third failure locks the address for a quarter of an hour, known or not, in the same words', async () => {
  const { email } = await someone()
  for (const typed of [email, 'nobody@nowhere.example']) {
    const texts: unknown[] = []
    for (let attempt = 1; attempt <= 4; attempt += 1) texts.push((await app.browser().signIn(typed, 'wrong')).body)
    expect(texts).toMatchObject([
      { ok: false, message: 'Invalid credentials', code: 'INVALID_CREDENTIALS' },
      { ok: false, message: 'Invalid credentials' },
      { ok: false, message: 'Your account has been locked after 3 unsuccessful login attempts', code: 'ACCOUNT_LOCKED' },
      { ok: false, message: 'Your account is locked', code: 'ACCOUNT_LOCKED' },
    ])
  }
  expect((await app.browser().signIn(email)).body).toMatchObject({ message: 'Your account is locked' })
  minutes(14)
  expect((await app.browser().signIn(email)).status).toBe(400)
  minutes(2)
  expect((await app.browser().signIn(email)).status).toBe(200)
})

test('the lock lasts as long as the installation says', async () => {
  const strict = await accessApp({ lockMinutes: 60 })
  const email = 'locked@a.example'
  await strict.member(strict.customers.A, email, ['contributor'])
  for (let attempt = 1; attempt <= 3; attempt += 1) await strict.browser().signIn(email, 'wrong')
  const after = async (count: number) => {
    strict.clock.now = new Date(strict.clock.now.getTime() + count * 60_000)
    return (await strict.browser().signIn(email)).status
  }
  expect([await after(59), await after(2)]).toEqual([400, 200])
  await strict.close()
})

test('a success starts the count anew', async () => {
  const { email } = await someone()
  for (const typed of ['wrong', 'wrong', password, 'wrong', 'wrong', password]) {
    expect((await app.browser().signIn(email, typed)).status).toBe(typed === password ? 200 : 400)
  }
})

test('attempts side by side cannot outrun the lock', async () => {
  const { email } = await someone()
  const answers = await Promise.all(Array.from({ length: 12 }, () => app.browser().signIn(email, 'wrong')))
  const messages = answers.map(({ body }) => String(body.message))
  expect(messages.filter((m) => m === 'Invalid credentials')).toHaveLength(2)
  expect(messages.filter((m) => m === 'Your account is locked')).toHaveLength(9)
})

test('an administrator may unlock before the time is over', async () => {
  const { email, id } = await someone()
  const pilot = app.browser()
  await pilot.signIn((await someone()).email)
  for (let attempt = 1; attempt <= 3; attempt += 1) await app.browser().signIn(email, 'wrong')
  expect((await pilot.call('POST', `/member/${id}/unlock`)).body).toMatchObject({
    ok: true,
    message: 'The user can sign in again',
  })
  expect((await app.browser().signIn(email)).status).toBe(200)
})

test('that an account is disabled is told to the right password alone, and its sessions are over', async () => {
  const { email } = await someone()
  const browser = app.browser()
  await browser.signIn(email)
  await app.owner.query('update account set disabled = true where email = $1', [email])
  expect((await browser.call('GET', '/auth/check')).status).toBe(401)
  expect((await app.browser().signIn(email, 'wrong')).body).toMatchObject({ message: 'Invalid credentials' })
  expect((await app.browser().signIn(email)).body).toMatchObject({
    message: 'Your account is disabled',
    code: 'ACCOUNT_DISABLED',
  })
})

test('step 1 answers alike for known, unknown and locked addresses', async () => {
  const { email } = await someone()
  for (let attempt = 1; attempt <= 3; attempt += 1) await app.browser().signIn(email, 'wrong')
  for (const typed of [email, 'unknown@a.example', 'root@vigie.example']) {
    expect((await app.browser().call('POST', '/auth/login/email', { email: typed })).body).toEqual({ ok: true, mfa: false })
  }
  expect((await app.browser().call('POST', '/auth/login/email', { email: 'no address' })).body).toMatchObject({
    ok: false,
    errors: { email: ['Invalid email'] },
  })
})

/** An address of each kind there is. */
const kinds = {
  known: () => someone().then(({ email }) => email),
  unknown: () => Promise.resolve(`nobody${(n += 1)}@nowhere.example`),
  disabled: () => changed('disabled = true'),
  'of single sign-on': () => changed("auth_type = 'SAML'"),
  'of single sign-on without a password': () => changed("auth_type = 'SAML', password_hash = null"),
  'with strong authentication': () => changed('mfa_activated = true, mfa_enabled = true'),
  locked: async () => {
    const { email } = await someone()
    for (let attempt = 1; attempt <= 3; attempt += 1) await app.browser().signIn(email, 'wrong')
    return email
  },
  'unknown and locked': async () => {
    const email = await kinds.unknown()
    for (let attempt = 1; attempt <= 3; attempt += 1) await app.browser().signIn(email, 'wrong')
    return email
  },
}
const changed = async (how: string) => {
  const { email } = await someone()
  await app.owner.query(`update account set ${how} where email = $1`, [email])
  return email
}

test('an unknown address costs a password hash too', async () => {
  // Counted: the time a password takes depends on the machine, the work does not.
  let count = 0
  const hear = () => {
    count += 1
  }
  judged.subscribe(hear)
  for (const [kind, make] of Object.entries(kinds)) {
    const email = await make()
    for (const typed of ['wrong', password]) {
      count = 0
      await app.browser().signIn(email, typed)
      expect([kind, typed, count]).toEqual([kind, typed, 1])
    }
  }
  judged.unsubscribe(hear)
})

test('who comes in by single sign-on alone has no password: the answers are those of nobody', async () => {
  for (const make of [kinds['of single sign-on'], kinds['of single sign-on without a password'], kinds.unknown]) {
    const email = await make()
    expect((await app.browser().signIn(email)).body).toMatchObject({ message: 'Invalid credentials', code: 'INVALID_CREDENTIALS' })
    expect((await app.browser().call('POST', '/auth/login/email', { email })).body).toEqual({ ok: true, mfa: false })
  }
})

test('a session ends half an hour after its last use', async () => {
  const { email } = await someone()
  const browser = app.browser()
  await browser.signIn(email)
  for (let used = 0; used < 3; used += 1) {
    minutes(29)
    expect((await browser.call('GET', '/auth/check')).status).toBe(200)
  }
  minutes(31)
  expect((await browser.call('GET', '/auth/check')).body).toMatchObject({ ok: false, code: 'UNAUTHENTICATED' })
})

test('a session ends twelve hours after it began, however busy', async () => {
  const { email } = await someone()
  const browser = app.browser()
  await browser.signIn(email)
  for (let used = 0; used < 28; used += 1) {
    minutes(25)
    expect((await browser.call('GET', '/auth/check')).status).toBe(200)
  }
  minutes(21)
  expect((await browser.call('GET', '/auth/check')).status).toBe(401)
})

test('a cookie that names another customer, or is made up, finds nothing', async () => {
  const { email } = await someone()
  const browser = app.browser()
  await browser.signIn(email)
  const [customer, random = ''] = browser.cookie.split('.')
  expect(Number(customer)).toBe(app.customers.A)
  for (const cookie of [
    `${app.customers.B}.${random}`,
    `1.${random}`,
    `${customer}.${'A'.repeat(43)}`,
    `0${customer}.${random}`,
    'x',
    `${'9'.repeat(30)}.${random}`,
  ]) {
    browser.cookie = cookie
    expect((await browser.call('GET', '/auth/check')).status).toBe(401)
  }
})

test('signing out ends the session on the server and takes the cookie back', async () => {
  const { email } = await someone()
  const browser = app.browser()
  await browser.signIn(email)
  const stolen = browser.cookie
  expect((await browser.call('POST', '/auth/logout')).setCookie).toMatch(/^vigie_session=; .*Max-Age=0/)
  browser.cookie = stolen
  expect((await browser.call('GET', '/auth/check')).status).toBe(401)
  expect((await app.browser().call('POST', '/auth/logout')).body).toEqual({ ok: true })
})

test('signing in again ends the session that the browser had', async () => {
  const { email } = await someone()
  const browser = app.browser()
  await browser.signIn(email)
  const former = browser.cookie
  await browser.signIn(email)
  browser.cookie = former
  expect((await browser.call('GET', '/auth/check')).status).toBe(401)
})

test('signing in takes at most eight statements', async () => {
  const { email } = await someone()
  const browser = app.browser()
  await browser.signIn(email)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await browser.signIn(email)
    expect(query.mock.calls.length).toBeLessThanOrEqual(8)
    query.mockClear()
    await browser.call('GET', '/auth/check')
    expect(query.mock.calls.length).toBeLessThanOrEqual(4)
  } finally {
    query.mockRestore()
  }
})

test('sign-ins, failures and sign-outs are in the audit chain of the organisation', async () => {
  const { email, id } = await someone()
  const browser = app.browser()
  for (let attempt = 1; attempt <= 2; attempt += 1) await browser.signIn(email, 'wrong')
  await browser.signIn(email)
  await browser.call('POST', '/auth/logout')
  const { rows } = await app.owner.query('select action from audit_log where customer_id = $1 and entity = $2 and object_id = $3 order by seq', [
    app.customers.A,
    'session',
    id,
  ])
  expect(rows.map((row: { action: string }) => row.action)).toEqual(['sign_in_failed', 'sign_in_failed', 'sign_in', 'sign_out'])
})

test('one address cannot try without end', async () => {
  const answers: number[] = []
  for (let attempt = 1; attempt <= 62; attempt += 1)
    answers.push((await app.browser().call('POST', '/auth/login/email', { email: `a${attempt}@b.example` })).status)
  expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0)
})

test('what was tried and left long ago is swept by those who come', async () => {
  const { email } = await someone()
  await app.browser().signIn(email)
  await app.browser().signIn('long.ago@nowhere.example', 'wrong')
  minutes(25 * 60)
  await app.browser().signIn(email)
  const left = async (statement: string) => (await app.owner.query<{ n: number }>(statement)).rows[0]?.n
  expect(await left(`select count(*)::int as n from sign_in_attempt where email = 'long.ago@nowhere.example'`)).toBe(0)
  expect(
    await left(`select count(*)::int as n from session s join member m on m.customer_id = s.customer_id and m.id = s.member_id where m.email = '${email}'`),
  ).toBe(1)
})

test('the server’s role reads no account, no attempt, and no session without its customer', async () => {
  for (const table of ['account', 'sign_in_attempt', 'membership']) {
    await expect(app.db.alone(`select 1 from ${table}`)).rejects.toThrow(/permission denied/)
  }
  expect(await app.db.alone('select 1 from session')).toEqual([])
  expect(await app.db.alone('select 1 from member')).toEqual([])
})
