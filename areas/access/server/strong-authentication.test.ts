import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { password } from '#tools/test/access-app.ts'
import { strongPeople } from '#tools/test/strong-people.ts'

const people = await strongPeople()
const { app, address, codeOf, login, mode, protectedPerson, someone, wrongCodeFor } = people
afterAll(() => app.close())
beforeEach(() => people.fresh())

describe('one’s own', () => {
  test('is activated, then verified by a code, and until then nothing else is open', async () => {
    const { browser, email } = await someone()
    const activated = await browser.call('PUT', '/user/generate_secret', { mfa_activated: true })
    expect(activated.body).toMatchObject({
      ok: true,
      mfa_activated: true,
      mfa_enabled: false,
      message: 'Strong authentication has been activated. You must verify your secret',
    })
    expect(activated.body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(activated.body.qr_code).toBe(
      `otpauth://totp/Vigie:${encodeURIComponent(email)}?issuer=Vigie&secret=${String(activated.body.secret)}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await browser.call('POST', '/member/page', {})).body).toMatchObject({ ok: false, code: 'PENDING_MFA' })
    expect((await browser.call('GET', '/auth/check')).body).toMatchObject({ user: { pending: ['MFA'], mfa_activated: true, mfa_enabled: false } })
    expect((await browser.call('GET', '/user/strong_authentication')).body).toMatchObject({ object: { secret: activated.body.secret, mfa_enabled: false } })
    const secret = String(activated.body.secret)
    expect(await browser.call('PUT', '/user/check_secret', { authentication_code: wrongCodeFor(secret) })).toMatchObject({
      status: 400,
      body: { message: 'Invalid access code, please try again' },
    })
    const checked = await browser.call('PUT', '/user/check_secret', { authentication_code: codeOf(secret) })
    expect(checked.body).toMatchObject({ ok: true, message: 'Strong authentication is enabled' })
    expect(new Set(checked.body.recovery_codes as string[]).size).toBe(10)
    expect((await browser.call('POST', '/member/page', {})).status).toBe(200)
    expect((await browser.call('GET', '/user/strong_authentication')).body).toMatchObject({
      object: { secret: null, qr_code: null, mfa_enabled: true, recovery_codes: 10 },
    })
  })

  test('is taken back before it is verified without a proof, and afterwards only with one', async () => {
    const { browser } = await someone()
    await browser.call('PUT', '/user/generate_secret', { mfa_activated: true })
    expect((await browser.call('PUT', '/user/generate_secret', { mfa_activated: false })).body).toMatchObject({ ok: true, mfa_activated: false })
    expect((await browser.call('POST', '/member/page', {})).status).toBe(200)
    const { browser: other, secret } = await protectedPerson()
    const off = (proof: object) => other.call('PUT', '/user/generate_secret', { mfa_activated: false, ...proof })
    expect((await off({})).body).toMatchObject({ ok: false, code: 'PROOF_NEEDED' })
    expect((await off({ password: 'Not-the-one-1' })).status).toBe(400)
    expect((await off({ authentication_code: wrongCodeFor(secret) })).status).toBe(400)
    expect((await off({ authentication_code: codeOf(secret) })).body).toMatchObject({ ok: true, mfa_activated: false, mfa_enabled: false })
  })

  test('is reset with a proof: the former secret and recovery codes are worth nothing, and verifying begins again', async () => {
    const { browser, id, email, secret, codes } = await protectedPerson()
    const reset = await browser.call('PUT', '/user/reset_secret', { id, password })
    expect(reset.body).toMatchObject({ ok: true, message: 'MFA secret deleted' })
    expect(reset.body.secret).not.toBe(secret)
    expect((await browser.call('GET', '/auth/check')).body).toMatchObject({ user: { pending: ['MFA'], mfa_enabled: false } })
    const entered = await login(email, { recovery_code: codes[0] })
    expect(entered.body).toMatchObject({ ok: true, user: { pending: ['MFA'] } })
  })

  test('ends the other sessions of the account when it changes', async () => {
    const { browser, email } = await someone()
    const elsewhere = app.browser()
    await elsewhere.signIn(email)
    await browser.call('PUT', '/user/generate_secret', { mfa_activated: true })
    expect((await elsewhere.call('GET', '/auth/check')).status).toBe(401)
    expect((await browser.call('GET', '/auth/check')).status).toBe(200)
  })

  test.each([
    ['DISABLED', 'Strong authentication is switched off for everybody here'],
    ['ENFORCED', 'Strong authentication is required for everybody here'],
  ])('cannot be switched where it is %s', async (policy, message) => {
    const { browser } = await someone()
    await mode(policy)
    expect(await browser.call('PUT', '/user/generate_secret', { mfa_activated: policy === 'DISABLED' })).toMatchObject({ status: 403, body: { message } })
  })

  test('where it is switched off, keeps nobody waiting to verify it, and whoever has it may leave it', async () => {
    const { email, browser } = await someone()
    const { browser: strong } = await protectedPerson()
    await browser.call('PUT', '/user/generate_secret', { mfa_activated: true })
    expect((await browser.call('POST', '/member/page', {})).body).toMatchObject({ code: 'PENDING_MFA' })
    await mode('DISABLED')
    expect((await browser.call('POST', '/member/page', {})).status).toBe(200)
    expect((await login(email)).body).toMatchObject({ ok: true, user: { pending: [] } })
    expect((await strong.call('PUT', '/user/generate_secret', { mfa_activated: false })).body).toMatchObject({ code: 'PROOF_NEEDED' })
    expect((await strong.call('PUT', '/user/generate_secret', { mfa_activated: false, password })).body).toMatchObject({ ok: true, mfa_activated: false })
    expect((await strong.call('PUT', '/user/generate_secret', { mfa_activated: true })).status).toBe(403)
  })

  test('is tried ten times in five minutes, not without end', async () => {
    const { browser } = await someone()
    await browser.call('PUT', '/user/generate_secret', { mfa_activated: true })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await browser.call('PUT', '/user/check_secret', { authentication_code: '000000' })).status)
    expect(statuses.at(-1)).toBe(429)
  })

  test('is not changed by whom only one organisation vouches for, nor by whoever acts as somebody else', async () => {
    const calls = [
      ['PUT', '/user/generate_secret', { mfa_activated: true }],
      ['PUT', '/user/check_secret', { authentication_code: '000000' }],
      ['POST', '/user/passkey/options', { password }],
      ['POST', '/user/passkey/1/remove', { password }],
      ['POST', '/user/recovery_codes', { password }],
      ['GET', '/user/strong_authentication', undefined],
    ] as const
    for (const change of ['tied = true', 'impersonator_id = member_id, impersonator_account_id = 1, impersonator_name = $$Root$$']) {
      const { browser, id } = await someone()
      await app.owner.query(`update session set ${change} where member_id = $1`, [id])
      for (const [method, path, body] of calls) expect((await browser.call(method, path, body)).status, `${change} ${path}`).toBe(403)
      expect((await browser.call('PUT', '/user/reset_secret', { id })).status, change).toBe(403)
    }
  })

  test('keeps no secret that the database could tell', async () => {
    const { secret, codes } = await protectedPerson()
    const { rows } = await app.owner.query<{ text: string }>(
      "select mfa_secret || coalesce((select string_agg(encode(code_hash, 'escape'), ' ') from recovery_code r where r.account_id = a.id), '') as text from account a where mfa_secret is not null",
    )
    for (const { text } of rows)
      for (const plaintext of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) expect(text).not.toContain(plaintext)
  })
})

describe('another’s', () => {
  test('is reset by who administers users, which ends that person’s sessions and is audited', async () => {
    const { id, email, browser: theirs } = await protectedPerson()
    const { browser: pilot } = await someone()
    expect((await pilot.call('PUT', '/user/reset_secret', { id })).body).toMatchObject({ ok: true, secret: null, qr_code: null, message: 'MFA secret deleted' })
    expect((await theirs.call('GET', '/auth/check')).status).toBe(401)
    expect((await login(email)).status).toBe(200)
    const { rows } = await app.owner
      .query<{ n: number }>(`select set_config('app.customer_id', '${app.customers.A}', false)`)
      .then(() =>
        app.owner.query<{ n: number }>("select count(*)::int as n from audit_log where entity = 'member' and action = 'mfa_reset' and object_id = $1", [id]),
      )
    expect(rows[0]?.n).toBe(1)
  })

  test('is nobody else’s: not a contributor’s, not another organisation’s, not of an account that is also used elsewhere', async () => {
    const { id } = await protectedPerson()
    const contributor = address()
    await app.member(app.customers.A, contributor, ['contributor'])
    const weak = app.browser()
    await weak.signIn(contributor)
    expect((await weak.call('PUT', '/user/reset_secret', { id })).status).toBe(403)
    const foreign = address('b.example')
    await app.member(app.customers.B, foreign, ['global_pilote'])
    const other = app.browser()
    await other.signIn(foreign)
    expect((await other.call('PUT', '/user/reset_secret', { id })).status).toBe(404)
    const shared = await protectedPerson()
    await app.member(app.customers.B, shared.email, ['contributor'])
    const { browser: pilot } = await someone()
    expect((await pilot.call('PUT', '/user/reset_secret', { id: shared.id })).body).toMatchObject({
      ok: false,
      message: 'This account is also used in another organisation: only its holder can do this',
    })
    const { browser: root, email } = await someone()
    await app.owner.query("update account set admin_type = 'ROOT' where email = $1", [email])
    await root.signIn(email)
    expect((await root.call('PUT', '/user/reset_secret', { id: shared.id })).body).toMatchObject({ ok: true, message: 'MFA secret deleted' })
    expect((await login(shared.email)).status).toBe(200)
  })
})
