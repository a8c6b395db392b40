import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessApp, password, type Browser } from '#tools/test/access-app.ts'

/* What must be done first is kept on sessions; what asked for it may be taken back while people are at work. */
let app: Awaited<ReturnType<typeof accessApp>>
let n = 0

beforeAll(async () => {
  app = await accessApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.now = new Date()
  await app.owner.query('delete from rate_limit; delete from sign_in_attempt')
})

const modeOf = (mode: string | null, customer: 'A' | 'B' = 'A') =>
  app.owner.query('update customer set mfa_mode = $1 where id = $2', [mode, app.customers[customer]])
const instanceHas = (change: string) => app.owner.query(`update instance set ${change} where id = 1`)
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now.getTime() })
const look = async (one: Browser) => (await one.call('POST', '/perimeter/page', {})).body.code ?? 'open'

async function someone(customers: readonly ('A' | 'B')[] = ['A']) {
  const email = `duty${(n += 1)}@a.example`
  for (const customer of customers) await app.member(app.customers[customer], email, ['global_pilote'])
  await app.owner.query('update membership set awaits_proof = false')
  return { email, ...(await again(email)) }
}
async function again(email: string) {
  const browser = app.browser()
  const { body } = await browser.signIn(email)
  return { browser, user: body.user as { pending: string[]; mfa_activated: boolean } }
}

describe('strong authentication that was enforced and is no longer', () => {
  test.each([
    ['its organisation', () => modeOf('ENFORCED'), () => modeOf(null)],
    ['its organisation, which leaves the choice', () => modeOf('ENFORCED'), () => modeOf('USER_CHOICE')],
    ['its instance', () => instanceHas(`mfa_mode = 'ENFORCED'`), () => instanceHas(`mfa_mode = 'USER_CHOICE'`)],
  ] as const)('lets everybody at work go on, wherever they were with it, and asks nobody later: %s', async (_, enforce, takeBack) => {
    const [waiting, begun] = [await someone(), await someone()]
    const chosen = await someone()
    await chosen.browser.call('PUT', '/user/generate_secret', { mfa_activated: true })
    await enforce()
    const late = await someone()
    expect(late.user).toMatchObject({ pending: ['MFA'], mfa_activated: true })
    await begun.browser.call('PUT', '/user/generate_secret', { mfa_activated: true })
    const verified = await someone()
    const { body } = await verified.browser.call('PUT', '/user/generate_secret', { mfa_activated: true })
    await verified.browser.call('PUT', '/user/check_secret', { authentication_code: codeOf(String(body.secret)) })
    const all = [waiting, late, begun, chosen, verified]
    const looks = async () => {
      const seen = []
      for (const { browser } of all) seen.push(await look(browser))
      return seen
    }
    expect(await looks()).toEqual(['PENDING_MFA', 'PENDING_MFA', 'PENDING_MFA', 'PENDING_MFA', 'open'])
    await takeBack()
    // Whoever chose it, before or since, still has it.
    expect(await looks()).toEqual(['open', 'open', 'open', 'PENDING_MFA', 'open'])
    expect((await again(begun.email)).user).toMatchObject({ pending: [], mfa_activated: false })
    expect((await again(chosen.email)).user).toMatchObject({ pending: ['MFA'], mfa_activated: true })
    expect((await app.browser().signIn(verified.email)).body).toMatchObject({ code: 'INVALID_CODE' })
  })

  test('goes on where another organisation of the same person enforces it, and there alone', async () => {
    const { browser, email } = await someone(['A', 'B'])
    await modeOf('ENFORCED')
    await modeOf('ENFORCED', 'B')
    expect(await look(browser)).toBe('PENDING_MFA')
    await modeOf(null)
    expect(await look(browser)).toBe('open')
    expect((await browser.call('PUT', '/user/customer', { customer_id: app.customers.B })).body).toMatchObject({ user: { pending: ['MFA'] } })
    await modeOf(null, 'B')
    expect(await look(browser)).toBe('open')
    expect((await again(email)).user.mfa_activated).toBe(false)
  })

  test('is no duty any more in an organisation that moves to an instance that leaves the choice', async () => {
    await app.owner.query(`insert into instance (id, name, mfa_mode) values (78, 'Strict', 'ENFORCED') on conflict do nothing`)
    await app.owner.query('update customer set instance_id = 78 where id = $1', [app.customers.A])
    const { browser } = await someone()
    expect(await look(browser)).toBe('PENDING_MFA')
    await app.owner.query('update customer set instance_id = 1 where id = $1', [app.customers.A])
    expect(await look(browser)).toBe('open')
  })
})

describe('a password that was too old and may be older again', () => {
  const aged = (email: string) => app.owner.query(`update account set password_changed_at = moment() - interval '100 days' where email = $1`, [email])

  test.each([
    ['its organisation', 'customer set password_max_age_days', (): number => app.customers.A, 180],
    ['its instance', 'instance set password_max_age_days', (): number => 1, 0],
  ] as const)('keeps nobody waiting, at work or coming in: %s', async (_, change, id, relaxed) => {
    const { email } = await someone()
    await aged(email)
    const set = (days: number | null) => app.owner.query(`update ${change} = $1 where id = $2`, [days, id()])
    await set(30)
    const { browser } = await again(email)
    expect(await look(browser)).toBe('PENDING_PASSWORD')
    await set(relaxed)
    expect(await look(browser)).toBe('open')
    expect((await again(email)).user.pending).toEqual([])
    await set(change.startsWith('customer') ? null : 180)
  })

  test('a temporary one is to be replaced all the same', async () => {
    const { email, browser } = await someone()
    await app.owner.query('update account set password_changed_at = null where email = $1', [email])
    const temporary = await again(email)
    await instanceHas('password_max_age_days = 30')
    await instanceHas('password_max_age_days = 0')
    expect([await look(temporary.browser), await look(browser)]).toEqual(['PENDING_PASSWORD', 'PENDING_PASSWORD'])
    await instanceHas('password_max_age_days = 180')
    expect(
      (await temporary.browser.call('PUT', '/user/password', { password, new_password: 'Another-Horse-9', new_password_confirm: 'Another-Horse-9' })).status,
    ).toBe(200)
    expect(await look(temporary.browser)).toBe('open')
  })
})

describe('terms that hold no longer', () => {
  test('keep nobody waiting in an organisation that moves to an instance without any; those of another instance are asked there, and by accepting them alone', async () => {
    await app.owner.query(`insert into instance (id, name) values (79, 'With terms') on conflict do nothing`)
    const root = app.browser()
    await root.signIn('root@vigie.example')
    const inA = await someone(['A', 'B'])
    await app.owner.query('update customer set instance_id = 79 where id = $1', [app.customers.B])
    await root.call('POST', '/instance/79/terms', { text_en: 'Theirs' })
    expect(await look(inA.browser)).toBe('open')
    await app.owner.query('update customer set instance_id = 79 where id = $1', [app.customers.A])
    expect(await look(inA.browser)).toBe('PENDING_TERMS')
    await app.owner.query('update customer set instance_id = 1 where id = $1', [app.customers.A])
    expect(await look(inA.browser)).toBe('open')

    // Two instances with terms of their own: what is accepted in one says nothing of the other's newer ones.
    const elsewhere = await again(inA.email)
    expect((await elsewhere.browser.call('PUT', '/user/customer', { customer_id: app.customers.B })).body).toMatchObject({ user: { pending: ['TERMS'] } })
    await root.call('POST', '/instance/1/terms', { text_en: 'Ours' })
    await root.call('POST', '/user/cgu_accept', {})
    await root.call('POST', '/instance/79/terms', { text_en: 'Theirs, newer' })
    expect([await look(inA.browser), await look(elsewhere.browser)]).toEqual(['PENDING_TERMS', 'PENDING_TERMS'])
    expect((await inA.browser.call('POST', '/user/cgu_accept', {})).status).toBe(200)
    expect([await look(inA.browser), await look(elsewhere.browser)]).toEqual(['open', 'PENDING_TERMS'])
    expect((await elsewhere.browser.call('POST', '/user/cgu_accept', {})).status).toBe(200)
    expect(await look(elsewhere.browser)).toBe('open')
  })
})

describe('single sign-on that sends people away no longer', () => {
  test('leaves a way in to whom an administrator invites again', async () => {
    const { email, browser } = await someone()
    const id = (await browser.call('GET', '/auth/check')).body.user as { member_id: number }
    await app.owner.query(`update account set auth_type = 'SAML', password_hash = null where email = $1`, [email])
    const { rows } = await app.db.transaction(app.customers.A, async (tx) => ({
      rows: await tx.runText<{ verified: boolean }>('select verified from invitee($1)', [id.member_id]),
    }))
    expect(rows).toEqual([{ verified: false }])
  })
})
