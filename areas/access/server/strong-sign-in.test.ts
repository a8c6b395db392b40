import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { password, type Browser } from '#tools/test/access-app.ts'
import { authenticator } from '#tools/test/authenticator.ts'
import { strongPeople } from '#tools/test/strong-people.ts'

const people = await strongPeople()
const { app, address, codeOf, later, login, mode, protectedPerson, someone, wrongCodeFor } = people
afterAll(() => app.close())
beforeEach(() => people.fresh())

describe('signing in', () => {
  test('asks for a code after the right password, takes it once, one step early or late', async () => {
    const { email, secret } = await protectedPerson()
    expect((await app.browser().call('POST', '/auth/login/email', { email })).body).toMatchObject({ ok: true, mfa: true })
    expect((await login(email)).body).toMatchObject({ ok: false, message: 'Invalid access code, please try again', code: 'INVALID_CODE' })
    const code = codeOf(secret)
    expect((await login(email, { authentication_code: code })).body).toMatchObject({ ok: true, user: { pending: [], mfa_enabled: true } })
    expect((await login(email, { authentication_code: code })).body).toMatchObject({ ok: false, code: 'INVALID_CODE' })
    expect((await login(email, { authentication_code: codeOf(secret, 1) })).status).toBe(200)
    expect((await login(email, { authentication_code: codeOf(secret, 3) })).status).toBe(400)
    later(120)
    expect((await login(email, { authentication_code: codeOf(secret, -1) })).status).toBe(200)
    expect((await login(email, { authentication_code: codeOf(secret, -2) })).status).toBe(400)
  })

  test('the same code cannot let two in at once', async () => {
    const { email, secret } = await protectedPerson()
    const code = codeOf(secret)
    const answers = await Promise.all([login(email, { authentication_code: code }), login(email, { authentication_code: code })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('wrong codes lock as wrong passwords do, and a right code after a wrong password tells nothing', async () => {
    const { email, secret } = await protectedPerson()
    expect((await login(email, { authentication_code: codeOf(secret) }, 'wrong')).body).toMatchObject({ message: 'Invalid credentials' })
    expect((await login(email, { authentication_code: '000000' })).body).toMatchObject({ message: 'Invalid access code, please try again' })
    expect((await login(email, { authentication_code: '000001' })).body).toMatchObject({
      message: 'Your account has been locked after 3 unsuccessful login attempts',
    })
    expect((await login(email, { authentication_code: codeOf(secret) })).body).toMatchObject({ message: 'Your account is locked' })
  })

  test('takes each recovery code once, however it is typed', async () => {
    const { email, codes } = await protectedPerson()
    expect((await login(email, { recovery_code: codes[0]?.toLowerCase().replace('-', ' ') })).status).toBe(200)
    expect((await login(email, { recovery_code: codes[0] })).body).toMatchObject({ code: 'INVALID_CODE' })
    const { browser } = await login(email, { recovery_code: codes[1] })
    const { rows } = await app.owner.query<{ details: string }>(
      "select details from audit_log where customer_id = $1 and entity = 'session' and action = 'sign_in' order by seq desc limit 2",
      [app.customers.A],
    )
    for (const { details } of rows) expect(JSON.parse(details)).toEqual({ method: 'PASSWORD', recovery_code: true })
    expect((await browser.call('GET', '/user/strong_authentication')).body).toMatchObject({ object: { recovery_codes: 8 } })
    const anew = await browser.call('POST', '/user/recovery_codes', { password })
    expect((await login(email, { recovery_code: codes[2] })).status).toBe(400)
    expect((await login(email, { recovery_code: (anew.body.recovery_codes as string[])[0] })).status).toBe(200)
  })

  test('where it is enforced, leads to verifying before anything else', async () => {
    const { email } = await someone()
    await mode('ENFORCED')
    const { browser, body } = await login(email)
    expect(body).toMatchObject({ user: { pending: ['MFA'], mfa_activated: true, mfa_enabled: false, mfa_mode: 'ENFORCED' } })
    expect((await browser.call('POST', '/perimeter/page', {})).body).toMatchObject({ code: 'PENDING_MFA' })
    const id = (body.user as { member_id: number }).member_id
    expect((await browser.call('GET', '/user/strong_authentication')).body).toMatchObject({ object: { secret: null, mfa_activated: true } })
    const { body: first } = await browser.call('PUT', '/user/generate_secret', { mfa_activated: true })
    expect(first).toMatchObject({ ok: true, mfa_activated: true, mfa_enabled: false, secret: expect.any(String) })
    expect((await browser.call('PUT', '/user/generate_secret', { mfa_activated: true })).status).toBe(403)
    const { body: fresh } = await browser.call('PUT', '/user/reset_secret', { id })
    expect(fresh.secret).not.toBe(first.secret)
    expect((await browser.call('PUT', '/user/check_secret', { authentication_code: codeOf(String(fresh.secret)) })).status).toBe(200)
    expect((await browser.call('POST', '/perimeter/page', {})).status).toBe(200)
  })

  test('that begins to be enforced is asked of whoever is at work, before their next call', async () => {
    const { browser, email } = await someone()
    const { browser: protectedOne } = await protectedPerson()
    const { browser: byKey, id: keyHolder } = await someone()
    await app.owner.query("update session set method = 'PASSKEY' where member_id = $1", [keyHolder])
    const near = address('b.example')
    await app.member(app.customers.B, near, ['global_pilote'])
    const elsewhere = app.browser()
    await elsewhere.signIn(near)
    const look = async (one: Browser) => (await one.call('POST', '/perimeter/page', {})).body.code ?? 'open'
    const { browser: pilot } = await someone()
    expect((await pilot.call('PUT', '/organisation/settings', { mfa_mode: 'ENFORCED' })).status).toBe(200)
    expect([await look(browser), await look(pilot), await look(protectedOne), await look(byKey), await look(elsewhere)]).toEqual([
      'PENDING_MFA',
      'PENDING_MFA',
      'open',
      'open',
      'open',
    ])
    expect((await browser.call('GET', '/auth/check')).body).toMatchObject({ user: { pending: ['MFA'], mfa_activated: true, mfa_enabled: false } })
    expect((await browser.call('PUT', '/user/generate_secret', { mfa_activated: false })).status).toBe(403)
    const { body } = await browser.call('PUT', '/user/generate_secret', { mfa_activated: true })
    expect((await browser.call('PUT', '/user/check_secret', { authentication_code: codeOf(String(body.secret)) })).body).toMatchObject({ ok: true })
    expect(await look(browser)).toBe('open')
    expect((await login(email)).body).toMatchObject({ code: 'INVALID_CODE' })
  })

  test('is asked at once, too, where the instance begins to enforce it, and in an organisation that moves to such an instance; not of whoever acts in another’s name', async () => {
    const look = async (one: Browser) => (await one.call('POST', '/perimeter/page', {})).body.code ?? 'open'
    const { browser } = await someone()
    const { browser: acting, id } = await someone()
    await app.owner.query("update session set impersonator_id = member_id, impersonator_account_id = 1, impersonator_name = 'Root' where member_id = $1", [id])
    await app.owner.query("update instance set mfa_mode = 'ENFORCED' where id = 1")
    expect([await look(browser), await look(acting)]).toEqual(['PENDING_MFA', 'open'])
    await app.owner.query("update instance set mfa_mode = 'USER_CHOICE' where id = 1")
    const { browser: moving } = await someone()
    await app.owner.query("insert into instance (id, name, mfa_mode) values (77, 'Strict', 'ENFORCED')")
    await app.owner.query('update customer set instance_id = 77 where id = $1', [app.customers.A])
    expect(await look(moving)).toBe('PENDING_MFA')
    await app.owner.query('update customer set instance_id = 1 where id = $1', [app.customers.A])
  })

  test('an organisation may ask for it though the other does not; going there leads to verifying', async () => {
    const { email, browser } = await someone()
    await app.member(app.customers.B, email, ['global_pilote'])
    await app.owner.query('update membership set awaits_proof = false')
    await mode('ENFORCED', 'B')
    expect((await browser.call('PUT', '/user/customer', { customer_id: app.customers.B })).body).toMatchObject({ user: { pending: ['MFA'] } })
    await mode(null, 'B')
  })

  test('is asked of unknown addresses about as often as of real ones, always the same for one', async () => {
    await protectedPerson()
    const flag = async (email: string) => {
      await app.owner.query('delete from rate_limit')
      return (await app.browser().call('POST', '/auth/login/email', { email })).body.mfa as boolean
    }
    const { rows } = await app.owner.query<{ share: number }>('select mfa_share() as share')
    const share = rows[0]?.share ?? 0
    later(301)
    const addresses = Array.from({ length: 200 }, (_, i) => `ghost${i}@nowhere.example`)
    const first: boolean[] = []
    for (const one of addresses) first.push(await flag(one))
    const seen = first.filter(Boolean).length / first.length
    expect(Math.abs(seen - share)).toBeLessThan(0.15)
    expect(await flag(addresses[0] ?? '')).toBe(first[0])
    expect(await flag((addresses[1] ?? '').toUpperCase())).toBe(first[1])
  })
})

describe('a passkey', () => {
  const register = async (browser: Browser, device = authenticator()) => {
    const options = await browser.call('POST', '/user/passkey/options', { password })
    const added = await browser.call('POST', '/user/passkey', { name: 'Laptop', response: device.register(options.body.object) })
    return { device, added }
  }
  const signInOptions = async () => (await app.browser().call('POST', '/auth/passkey/options')).body.object as never
  const signIn = async (passkey: object) => {
    const browser = app.browser()
    return { ...(await browser.call('POST', '/auth/passkey', { passkey })), browser }
  }

  test('is registered with a proof, signs in by itself, is renamed and removed', async () => {
    const { browser, email } = await someone()
    expect((await browser.call('POST', '/user/passkey/options', {})).body).toMatchObject({ code: 'PROOF_NEEDED' })
    const { device, added } = await register(browser)
    expect(added.body).toMatchObject({ ok: true, object: { name: 'Laptop', last_used_at: null } })
    const entered = await signIn(device.sign(await signInOptions()))
    expect(entered.body).toMatchObject({ ok: true, user: { email, method: 'PASSKEY', pending: [] } })
    const id = added.body.object.id
    expect((await browser.call('PUT', `/user/passkey/${id}`, { name: 'Phone' })).status).toBe(200)
    expect((await browser.call('GET', '/user/strong_authentication')).body).toMatchObject({
      object: { passkeys: [{ id, name: 'Phone', last_used_at: expect.any(String) }] },
    })
    const { browser: stranger } = await someone()
    expect((await stranger.call('POST', `/user/passkey/${id}/remove`, { password })).status).toBe(404)
    expect((await browser.call('POST', `/user/passkey/${id}/remove`, { password })).body).toMatchObject({ ok: true, message: 'Passkey removed' })
    expect((await signIn(device.sign(await signInOptions()))).body).toMatchObject({ ok: false, code: 'PASSKEY_REFUSED' })
  })

  test('is removed by a code or the password, never by whoever found a session open', async () => {
    const { browser, secret } = await protectedPerson()
    const ids = [(await register(browser)).added.body.object.id, (await register(browser)).added.body.object.id]
    const remove = (id: number | undefined, proof: object) => browser.call('POST', `/user/passkey/${id}/remove`, proof)
    expect((await remove(ids[0], {})).body).toMatchObject({ ok: false, code: 'PROOF_NEEDED', message: 'Enter your password or a current code' })
    expect((await remove(ids[0], { password: 'Not-the-one-1' })).body).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect((await remove(ids[0], { authentication_code: wrongCodeFor(secret) })).body).toMatchObject({ code: 'INVALID_CODE' })
    expect((await browser.call('GET', '/user/strong_authentication')).body).toMatchObject({ object: { passkeys: [{ id: ids[0] }, { id: ids[1] }] } })
    expect((await remove(ids[0], { authentication_code: codeOf(secret) })).status).toBe(200)
    expect((await remove(ids[1], { password })).status).toBe(200)
    expect((await browser.call('GET', '/user/strong_authentication')).body).toMatchObject({ object: { passkeys: [] } })
  })

  test('is not earned by codes that whoever found a session open has switched on', async () => {
    const { browser, secret } = await protectedPerson()
    expect((await browser.call('POST', '/user/passkey/options', { authentication_code: codeOf(secret) })).status).toBe(400)
    expect((await browser.call('POST', '/user/passkey/options', {})).body).toMatchObject({ code: 'PROOF_NEEDED' })
    expect((await browser.call('POST', '/user/passkey/options', { password })).status).toBe(200)
  })

  test('takes the place of a code', async () => {
    const { browser, email } = await protectedPerson()
    const { device } = await register(browser)
    expect((await login(email, { passkey: device.sign(await signInOptions()) })).body).toMatchObject({ ok: true, user: { method: 'PASSKEY' } })
    const { browser: stranger } = await someone()
    const { device: foreign } = await register(stranger)
    expect((await login(email, { passkey: foreign.sign(await signInOptions()) })).body).toMatchObject({ ok: false, code: 'INVALID_CODE' })
  })

  test('answers a challenge once, in time, for this site, having recognised its holder', async () => {
    const { browser } = await someone()
    const { device } = await register(browser)
    const refused = async (passkey: object) => expect((await signIn(passkey)).body).toMatchObject({ ok: false, code: 'PASSKEY_REFUSED' })
    const answer = device.sign(await signInOptions())
    expect((await signIn(answer)).status).toBe(200)
    await refused(answer)
    const old = await signInOptions()
    later(301)
    await refused(device.sign(old))
    await refused(device.sign(await signInOptions(), { origin: 'https://evil.example' }))
    await refused(device.sign(await signInOptions(), { verified: false }))
    await refused(device.sign({ challenge: 'bWFkZS11cA' }))
    const registering = (await browser.call('POST', '/user/passkey/options', { password })).body.object as never
    await refused(device.sign(registering))
    await refused(device.sign(await signInOptions(), { counter: 1 }))
    expect((await signIn(device.sign(await signInOptions(), { counter: 99 }))).status).toBe(200)
  })

  test('opens nothing once its holder comes in by single sign-on, or is disabled', async () => {
    for (const change of ["auth_type = 'SAML'", 'disabled = true']) {
      const { browser, email } = await someone()
      const { device } = await register(browser)
      await app.owner.query(`update account set ${change} where email = $1`, [email])
      expect((await signIn(device.sign(await signInOptions()))).body, change).toMatchObject({
        ok: false,
        code: change.startsWith('auth') ? 'PASSKEY_REFUSED' : 'ACCOUNT_DISABLED',
      })
    }
  })

  test('registered for one account is no answer for another’s challenge', async () => {
    const { browser } = await someone()
    const { browser: stranger } = await someone()
    const options = (await browser.call('POST', '/user/passkey/options', { password })).body.object as never
    expect((await stranger.call('POST', '/user/passkey', { name: 'Stolen', response: authenticator().register(options) })).body).toMatchObject({
      ok: false,
      code: 'PASSKEY_REFUSED',
    })
  })

  test('options for signing in name no key, and say nothing of who has one', async () => {
    const { browser } = await someone()
    await register(browser)
    expect(await signInOptions()).not.toHaveProperty('allowCredentials')
  })
})
