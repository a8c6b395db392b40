import { createHash } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessApp, password, type Browser } from '#tools/test/access-app.ts'
import { cheapHash } from '#tools/test/cheap-hash.ts'
import { lettersTo as waitingFor, tokenIn, type Letter } from '#tools/test/letters.ts'
import { least } from './captcha.ts'

let app: Awaited<ReturnType<typeof accessApp>>
let n = 0
const fresh = 'Brand-New-Horse-7'
const days = (count: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + count * 86_400_000)
}

async function someone(roles: readonly 'global_pilote'[] | readonly 'contributor'[] = ['global_pilote'], lang: 'en' | 'fr' = 'en') {
  const email = `reset${(n += 1)}@a.example`
  const id = await app.member(app.customers.A, email, roles, { lang })
  const browser = app.browser()
  await browser.signIn(email)
  return { email, id, browser }
}

async function solved(): Promise<string> {
  const { body } = await app.browser().call('GET', '/auth/captcha')
  const challenge = body.object as never
  // Whoever knows how the puzzles are made need not begin at nothing.
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: least })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

const forgot = async (email: string, headers = {}) => app.browser().call('POST', '/auth/password/forgot', { email, recaptcha_token: await solved() }, headers)

/** The mails that wait anywhere for an address, newest first. */
async function lettersTo(email: string): Promise<Letter[]> {
  await app.jobs()
  return waitingFor(app.owner, email)
}
const reset = (token: string, chosen = fresh, confirm = chosen) =>
  app.browser().call('POST', '/auth/password/reset', { token, password: chosen, password_confirm: confirm })
const canSignIn = async (email: string, typed: string) => (await app.browser().signIn(email, typed)).status === 200

beforeAll(async () => {
  app = await accessApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.now = new Date()
  await app.owner.query('delete from rate_limit; delete from sign_in_attempt')
})

describe('a password that was forgotten', () => {
  test('is chosen anew by a mailed link, once, which ends every session and lifts the lock', async () => {
    const { email, browser } = await someone()
    for (let i = 0; i < 3; i += 1) await app.browser().signIn(email, 'wrong')
    expect((await forgot(email)).body).toEqual({ ok: true, message: 'If this email is registered, instructions have been sent' })
    const [letter] = await lettersTo(email)
    const token = tokenIn(letter)
    expect(letter?.html).toContain(`http://localhost/password_reset/${token}`)
    expect((await app.browser().call('POST', '/auth/password/check_reset_token', { token })).body).toMatchObject({ ok: true })
    expect((await app.browser().call('GET', `/user/password_policy?token=${token}`)).body.object).toContain('- at least 10 characters')
    expect((await reset(token)).body).toMatchObject({ ok: true, message: 'Your password has been updated' })
    expect((await browser.call('GET', '/auth/check')).status).toBe(401)
    expect([await canSignIn(email, password), await canSignIn(email, fresh)]).toEqual([false, true])
    expect((await reset(token, 'Another-Horse-8')).body).toMatchObject({ ok: false, message: 'Invalid token', code: 'INVALID_TOKEN' })
  })

  test('is answered alike for known, unknown and disabled addresses, and only known ones get mail, in their language', async () => {
    const { email } = await someone(['global_pilote'], 'fr')
    await app.owner.query("update account set lang = 'fr' where email = $1", [email])
    const { email: closed } = await someone()
    await app.owner.query('update account set disabled = true where email = $1', [closed])
    const answers = [await forgot(email), await forgot('nobody@nowhere.example'), await forgot(closed)]
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: answers[0]?.body })
    expect(await lettersTo(closed)).toEqual([])
    const [letter] = await lettersTo(email)
    expect(letter).toMatchObject({ lang: 'fr', subject: 'Choisissez un nouveau mot de passe' })
    expect(letter?.text).toContain('dans les 24 heures')
    expect(await lettersTo('nobody@nowhere.example')).toEqual([])
    expect((await app.owner.query('select 1 from reset_request')).rows).toEqual([])
  })

  test('of an account of single sign-on is not sent', async () => {
    const { email } = await someone()
    await app.owner.query("update account set auth_type = 'SAML', password_hash = null where email = $1", [email])
    expect((await forgot(email)).body).toMatchObject({ ok: true })
    expect(await lettersTo(email)).toEqual([])
  })

  test('is not sent to whom the first step sends to an identity provider, though they have one', async () => {
    const { email, id, browser } = await someone()
    const { body } = await browser.call('POST', '/auth_config', {
      name: 'Cloud',
      type: 'OIDC',
      enabled: true,
      issuer_url: 'https://idp.example',
      client_id: 'vigie',
      sandbox_users: [id],
    })
    expect((await browser.call('POST', '/auth/login/email', { email })).body).toHaveProperty('saml')
    expect((await forgot(email)).body).toMatchObject({ ok: true })
    expect(await lettersTo(email)).toEqual([])
    await browser.call('PUT', `/auth_config/${body.object.id}`, { enabled: false })
    await forgot(email)
    expect(await lettersTo(email)).toHaveLength(1)
  })

  test('is asked for five times an hour for one address, told to no one', async () => {
    const { email } = await someone()
    for (let i = 0; i < 6; i += 1) expect((await forgot(email)).body).toMatchObject({ ok: true })
    expect(await lettersTo(email)).toHaveLength(5)
  })

  test('is mailed with links to our own address, whatever host the request names', async () => {
    const { email } = await someone()
    await forgot(email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    expect(JSON.stringify(await lettersTo(email))).not.toContain('evil.example')
  })

  test('needs a solved puzzle: not a made-up one, not a used one, not an old one', async () => {
    const { email } = await someone()
    const ask = (token: string) => app.browser().call('POST', '/auth/password/forgot', { email, recaptcha_token: token })
    const refused = { status: 400, body: { code: 'CAPTCHA' } }
    const token = await solved()
    expect((await ask(token)).status).toBe(200)
    expect(await ask(token)).toMatchObject(refused)
    const old = await solved()
    app.clock.now = new Date(app.clock.now.getTime() + 11 * 60_000)
    expect(await ask(old)).toMatchObject(refused)
    const forged = JSON.parse(Buffer.from(await solved(), 'base64').toString()) as { challenge: { parameters: { expiresAt: number } } }
    forged.challenge.parameters.expiresAt += 1
    expect(await ask(Buffer.from(JSON.stringify(forged)).toString('base64'))).toMatchObject(refused)
    for (const nonsense of ['x', 'e30=', Buffer.from('{"challenge":{}}').toString('base64')]) expect(await ask(nonsense)).toMatchObject(refused)
  })
})

describe('a link', () => {
  test('is good for a day, and only its hash is kept', async () => {
    const { email } = await someone()
    await forgot(email)
    const token = tokenIn((await lettersTo(email))[0])
    const { rows } = await app.owner.query<{ token_hash: Buffer }>('select token_hash from account_token')
    expect(rows.some(({ token_hash }) => token_hash.equals(createHash('sha256').update(token).digest()))).toBe(true)
    days(1.01)
    expect((await app.browser().call('POST', '/auth/password/check_reset_token', { token })).body).toMatchObject({ message: 'Invalid token' })
    expect((await reset(token)).body).toMatchObject({ code: 'INVALID_TOKEN' })
    expect((await app.browser().call('GET', `/user/password_policy?token=${token}`)).status).toBe(400)
    expect((await app.browser().call('GET', '/user/password_policy')).status).toBe(401)
  })

  test('is replaced by the next one', async () => {
    const { email } = await someone()
    await forgot(email)
    const first = tokenIn((await lettersTo(email))[0])
    await forgot(email)
    const second = tokenIn((await lettersTo(email))[0])
    expect([(await reset(first)).status, (await reset(second)).status]).toEqual([400, 200])
  })

  test('takes only a good password, typed twice the same', async () => {
    const { email } = await someone()
    await forgot(email)
    const token = tokenIn((await lettersTo(email))[0])
    expect((await reset(token, 'short')).body).toMatchObject({ errors: { password: [expect.stringContaining('at least 10 characters')] } })
    expect((await reset(token, fresh, 'Else-Horse-77')).body).toMatchObject({ errors: { password_confirm: ['Both passwords must be the same'] } })
    expect((await reset(token, `${email.split('@')[0] ?? ''}-Aa1`)).body).toMatchObject({
      errors: { password: ['The password must not contain your name or address'] },
    })
    expect((await reset(token, password)).body).toMatchObject({ errors: { password: ['You have used this password before, please choose another one'] } })
    const check = (value: string) => app.browser().call('POST', '/user/check_password', { value, context: 'reset', token })
    expect([(await check('short')).status, (await check(password)).status, (await check(fresh)).status]).toEqual([400, 400, 200])
    expect((await app.browser().call('POST', '/user/check_password', { value: fresh, context: 'reset', token: 'made-up' })).body).toMatchObject({
      code: 'INVALID_TOKEN',
    })
    expect((await reset(token)).status).toBe(200)
  })
})

describe('one’s own password', () => {
  const change = (browser: Browser, current: string, next: string, confirm = next, verb: 'PUT' | 'POST' = 'PUT') =>
    browser.call(verb, '/user/password', { password: current, new_password: next, new_password_confirm: confirm })

  test('is changed by knowing the present one, by either verb, and signs out everywhere else', async () => {
    const { email, browser } = await someone()
    const elsewhere = app.browser()
    await elsewhere.signIn(email)
    expect((await change(browser, 'wrong', fresh)).body).toMatchObject({
      ok: false,
      message: 'Invalid credentials',
      errors: { password: ['Invalid credentials'] },
    })
    expect((await change(browser, password, fresh)).body).toMatchObject({ ok: true, message: 'Your password has been updated' })
    expect([(await elsewhere.call('GET', '/auth/check')).status, (await browser.call('GET', '/auth/check')).status]).toEqual([401, 200])
    expect((await change(browser, fresh, 'Third-Horse-99', 'Third-Horse-99', 'POST')).status).toBe(200)
    expect(await canSignIn(email, 'Third-Horse-99')).toBe(true)
  })

  test('does not come back for as many times as the instance remembers', async () => {
    const { email, browser } = await someone()
    const chosen = [password, ...Array.from({ length: 5 }, (_, i) => `Horse-Number-${i}`)]
    for (let i = 1; i < chosen.length; i += 1) {
      days(0.001)
      await app.owner.query('delete from rate_limit')
      expect((await change(browser, chosen[i - 1] ?? '', chosen[i] ?? '')).status, chosen[i]).toBe(200)
      // What is remembered counts here, not what comparing it costs.
      await app.owner.query('update account set password_hash = $1 where email = $2', [await cheapHash(chosen[i] ?? ''), email])
    }
    expect((await change(browser, chosen[5] ?? '', chosen[1] ?? '')).body).toMatchObject({ errors: { new_password: [expect.stringContaining('before')] } })
    expect((await change(browser, chosen[5] ?? '', password)).status).toBe(200)
  })

  test('reminds fifteen days before it ends, in hours at last, and then nothing but changing it is open', async () => {
    const { email, browser } = await someone()
    const reminder = async (after: number) => {
      app.clock.now = new Date(Date.now() + after * 86_400_000)
      const next = app.browser()
      return (await next.signIn(email)).body.user as { password_reminder: unknown; pending: string[] }
    }
    expect(await reminder(164.9)).toMatchObject({ password_reminder: null, pending: [] })
    expect(await reminder(165.1)).toMatchObject({ password_reminder: { value: 15, unit: 'days' } })
    expect(await reminder(177.5)).toMatchObject({ password_reminder: { value: 3, unit: 'days' } })
    expect(await reminder(178.1)).toMatchObject({ password_reminder: { value: 46, unit: 'hours' } })
    expect(await reminder(180.1)).toMatchObject({ pending: ['PASSWORD'] })
    await browser.signIn(email)
    expect((await browser.call('POST', '/member/page', {})).body).toMatchObject({
      code: 'PENDING_PASSWORD',
      message: 'Your password has expired: choose a new one first',
    })
    expect((await browser.call('POST', '/user/check_password', { value: fresh, context: 'profile' })).status).toBe(200)
    expect((await change(browser, password, fresh)).status).toBe(200)
    expect((await browser.call('POST', '/member/page', {})).status).toBe(200)
  })

  test('becomes too old at its hour, for whoever is at work too, and at once where less is allowed than before', async () => {
    const { email, id, browser } = await someone()
    const look = async (one = browser) => (await one.call('POST', '/member/page', {})).body.code ?? 'open'
    await app.owner.query("update account set password_changed_at = $2::timestamptz - interval '179 days 22 hours' where email = $1", [email, app.clock.now])
    const byKey = app.browser()
    await byKey.signIn(email)
    await app.owner.query("update session set method = 'PASSKEY', password_ends_at = null where member_id = $1", [id])
    await browser.signIn(email)
    expect([await look(), await look(byKey)]).toEqual(['open', 'open'])
    for (let minutes = 0; minutes <= 120; minutes += 20) {
      app.clock.now = new Date(app.clock.now.getTime() + 20 * 60_000)
      for (const one of [browser, byKey]) await one.call('GET', '/auth/check')
    }
    expect([await look(), await look(byKey)]).toEqual(['PENDING_PASSWORD', 'open'])
    expect((await browser.call('GET', '/auth/check')).body).toMatchObject({ user: { pending: ['PASSWORD'] } })
    expect((await change(browser, password, fresh)).status).toBe(200)
    expect(await look()).toBe('open')
    const { email: other, browser: pilot } = await someone()
    await app.owner.query("update account set password_changed_at = moment() - interval '40 days' where email = $1", [other])
    expect((await pilot.call('PUT', '/organisation/settings', { password_max_age_days: 90 })).status).toBe(200)
    expect(await look(pilot)).toBe('open')
    expect((await pilot.call('PUT', '/organisation/settings', { password_max_age_days: 30 })).status).toBe(200)
    expect(await look(pilot)).toBe('PENDING_PASSWORD')
    expect((await change(pilot, password, fresh)).status).toBe(200)
    expect((await pilot.call('PUT', '/organisation/settings', { password_max_age_days: null })).status).toBe(200)
  })

  test('is not found out by asking whether it may be chosen again', async () => {
    const { browser } = await someone()
    const ask = async (value: string) => (await browser.call('POST', '/user/check_password', { value, context: 'profile' })).status
    // What could not be chosen anyway is compared with nothing.
    for (let i = 0; i < 5; i += 1) expect(await ask('short')).toBe(400)
    const statuses: number[] = []
    for (let i = 0; i < 31; i += 1) statuses.push(await ask(`Guess-Horse-${i}`))
    expect([...new Set(statuses.slice(0, 30)), statuses[30]]).toEqual([200, 429])
    expect([await ask(password), await ask('short')]).toEqual([429, 400])
    // Choosing goes on.
    expect((await change(browser, password, fresh)).status).toBe(200)
  })

  test('is not tried without end by whoever finds a session open', async () => {
    const { browser } = await someone()
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1) statuses.push((await change(browser, `Guess-Horse-${i}`, fresh)).status)
    expect(statuses.slice(0, 10).every((status) => status === 400)).toBe(true)
    expect(statuses[10]).toBe(429)
  })
})

describe('an invitation', () => {
  test('lets a new user choose their password within a week', async () => {
    const { browser: pilot } = await someone()
    const email = `new${(n += 1)}@a.example`
    await pilot.call('POST', '/member', { email, firstname: 'Noa', lastname: 'Comer', roles: ['contributor'], lang: 'fr' })
    const [letter] = await lettersTo(email)
    expect(letter).toMatchObject({ lang: 'fr', subject: 'Alpha vous invite sur Vigie' })
    days(6.9)
    expect((await reset(tokenIn(letter))).status).toBe(200)
    expect(await canSignIn(email, fresh)).toBe(true)
  })

  test('is sent again by an administrator, a few times an hour, and the former link is then worth nothing', async () => {
    const { browser: pilot } = await someone()
    const email = `again${(n += 1)}@a.example`
    const { body } = await pilot.call('POST', '/member', { email, firstname: 'Noa', lastname: 'Comer', roles: ['contributor'] })
    const first = tokenIn((await lettersTo(email))[0])
    expect((await pilot.call('POST', `/member/${body.object.id}/invite`)).body).toMatchObject({ ok: true, message: 'The invitation has been sent' })
    const letters = await lettersTo(email)
    expect(letters).toHaveLength(2)
    expect([(await reset(first)).status, (await reset(tokenIn(letters[0]))).status]).toEqual([400, 200])
    const { browser: contributor } = await someone(['contributor'])
    expect((await contributor.call('POST', `/member/${body.object.id}/invite`)).status).toBe(403)
  })

  test('makes an account of single sign-on one with a password, which having forgotten one never does', async () => {
    const { browser: pilot } = await someone()
    const { email, id } = await someone()
    await app.owner.query("update account set auth_type = 'SAML', password_hash = null where email = $1", [email])
    expect(await canSignIn(email, password)).toBe(false)
    // Whoever has proved their address is only told of the organisation.
    await app.owner.query('update account set verified_at = null where email = $1', [email])
    await pilot.call('POST', `/member/${id}/invite`)
    expect((await reset(tokenIn((await lettersTo(email))[0]))).status).toBe(200)
    expect(await canSignIn(email, fresh)).toBe(true)
  })

  test('a password that an administrator sets is for the first time only', async () => {
    const { browser: pilot } = await someone()
    const email = `temporary${(n += 1)}@a.example`
    const { body } = await pilot.call('POST', '/member', { email, firstname: 'Noa', lastname: 'Comer', roles: ['contributor'] })
    expect((await pilot.call('PUT', `/member/${body.object.id}/password`, { password })).status).toBe(200)
    const browser = app.browser()
    expect((await browser.signIn(email)).body).toMatchObject({ user: { pending: ['PASSWORD'] } })
    expect((await browser.call('PUT', '/user/password', { password, new_password: fresh, new_password_confirm: fresh })).status).toBe(200)
    const { id } = await someone()
    expect((await pilot.call('PUT', `/member/${id}/password`, { password: fresh })).status).toBe(403)
  })

  test('whoever made an account for an address first cannot come in where it is added later, nor keep a key of theirs', async () => {
    const { browser: attacker } = await someone()
    const victim = `victim${(n += 1)}@b.example`
    const { body } = await attacker.call('POST', '/member', { email: victim, firstname: 'Vic', lastname: 'Tim', roles: ['contributor'] })
    await attacker.call('PUT', `/member/${body.object.id}/password`, { password })
    const thief = app.browser()
    await thief.signIn(victim)
    await thief.call('PUT', '/user/password', { password, new_password: 'Stolen-Horse-1', new_password_confirm: 'Stolen-Horse-1' })
    await app.member(app.customers.B, `pilot${n}@b.example`, ['global_pilote'])
    const pilot = app.browser()
    await pilot.signIn(`pilot${n}@b.example`)
    await pilot.call('POST', '/member', { email: victim, firstname: 'Vic', lastname: 'Tim', roles: ['global_pilote'] })
    expect((await thief.call('GET', '/auth/check')).body).toMatchObject({ user: { customers: [{ id: app.customers.A }] } })
    expect((await thief.call('PUT', '/user/customer', { customer_id: app.customers.B })).status).toBe(403)
    // Nor undo the invitation by which its holder will show themselves.
    expect(
      (await thief.call('PUT', '/user/password', { password: 'Stolen-Horse-1', new_password: 'Stolen-Horse-2', new_password_confirm: 'Stolen-Horse-2' }))
        .status,
    ).toBe(200)
    const invitation = (await lettersTo(victim)).find(({ subject }) => subject.startsWith('Beta'))
    expect((await reset(tokenIn(invitation))).status).toBe(200)
    expect((await thief.call('GET', '/auth/check')).status).toBe(401)
    expect([await canSignIn(victim, 'Stolen-Horse-1'), await canSignIn(victim, 'Stolen-Horse-2')]).toEqual([false, false])
    const holder = app.browser()
    const entered = await holder.signIn(victim, fresh)
    expect((entered.body.user as { customers: { id: number }[] }).customers.map(({ id }) => id)).toContain(app.customers.B)
  })
})
