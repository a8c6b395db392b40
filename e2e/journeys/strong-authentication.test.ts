/** Strong authentication from the first QR code to its reset: by choice, by recovery code, by passkey, and where it is required. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, visit, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

const password = 'A-Journey-Secret-1'
const first = 'A-First-Secret-1'
/** The code of so many half minutes from now; each step lets its holder in once. */
const codeOf = (secret: string, step = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 })

/** Somebody new who has chosen their own password, made by whoever `by` is signed in as. */
async function newcomer(by: Visitor, email: string, lastname: string, lang: 'en' | 'fr'): Promise<number> {
  const { object } = await by.api<{ object: { id: number } }>('POST', '/member', { email, firstname: 'Ines', lastname, roles: ['global_pilote'], lang })
  await by.api('PUT', `/member/${object.id}/password`, { password: first })
  const fresh = await visit({ lang })
  await fresh.api('POST', '/auth/login', { email, password: first })
  await fresh.api('PUT', '/user/password', { password: first, new_password: password, new_password_confirm: password })
  await fresh.close()
  return object.id
}

describe.each(spoken)('strong authentication in %s', (lang) => {
  const mark = `Str${Date.now().toString(36)}${lang}`
  const email = `ines.${mark}@demo.example`.toLowerCase()
  let pilot: Visitor
  let user: Visitor
  let actor: Actor
  let id = 0
  let secret = ''
  const codes: string[] = []
  // Passkeys belong to a name; an address is none.
  const here = (path: string) => user.address(path).replace('127.0.0.1', 'localhost')
  const section = () => user.page.getByRole('region', { name: actor.t('access.strong.title'), exact: true })
  const header = () => user.page.getByRole('banner')

  const go = async (path: string) => {
    await user.page.goto(here(path))
    await settled(user.page)
  }
  const begin = async () => {
    await go('/login')
    await user.page.locator('input[type=email]').fill(email)
    await user.page.keyboard.press('Enter')
    await user.page.locator('input[type=password]').waitFor()
  }
  /** Types password and code, and sends them. */
  const finish = async (code: string, field = actor.t('app.login.code')) => {
    await user.page.locator('input[type=password]').fill(password)
    await user.page.getByLabel(field).fill(code)
    await user.page.keyboard.press('Enter')
  }
  const arrived = () => user.page.waitForURL((url) => !url.pathname.startsWith('/login'))
  const leave = async () => {
    await user.context.clearCookies()
  }
  /** Reads the secret as it is shown. */
  const shownSecret = async () => (await user.page.locator('code').first().textContent())?.replaceAll(/\s/g, '') ?? ''
  const verify = async (code: string) => {
    await user.page.getByLabel(actor.t('access.strong.code')).fill(code)
    await user.page.keyboard.press('Enter')
  }
  const everywhere = async () => {
    for (const theme of ['light', 'dark'] as const) {
      await user.page.emulateMedia({ colorScheme: theme })
      for (const width of [390, 1440] as const) {
        await user.page.setViewportSize(sizes[width])
        await settled(user.page)
        expect(await violations(user.page)).toEqual([])
        expect(await user.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
      }
    }
    await user.page.emulateMedia({ colorScheme: 'light' })
  }

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    id = await newcomer(pilot, email, mark, lang)
    user = await visit({ lang })
    actor = actorOn(user.page, lang)
    await user.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const devices = await user.context.newCDPSession(user.page)
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await begin()
    await user.page.locator('input[type=password]').fill(password)
    await user.page.keyboard.press('Enter')
    await arrived()
  })
  afterEach(() => expect(user.complaints.splice(0)).toEqual([]))
  afterAll(async () => {
    await user.close()
    await pilot.close()
  })

  test('is switched on in the profile, and nothing else is shown until a code is right (ACC-78 … ACC-81)', async () => {
    const { page } = user
    const { t, expectToast, press } = actor
    await go('/profile')
    await section().getByRole('switch').click({ force: true })
    await expectToast(t('access.messages.mfa_activated'))
    await page.getByRole('heading', { name: t('access.strong.pending_title') }).waitFor()
    expect(await header().count()).toBe(0)
    await go('/org/modeling')
    await page.getByRole('heading', { name: t('access.strong.pending_title') }).waitFor()
    await page.getByRole('img', { name: t('access.strong.qr') }).waitFor()
    expect(await page.getByRole('img', { name: t('access.strong.qr') }).getAttribute('width')).toBe('200')
    await everywhere()
    secret = await shownSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    await press(t('access.strong.copy_secret'))
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    await verify(String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0'))
    await page.getByText(t('access.errors.invalid_code')).first().waitFor()
    await verify(codeOf(secret))
    await expectToast(t('access.messages.mfa_enabled'))
    const dialog = page.getByRole('dialog', { name: t('access.recovery.title') })
    codes.push(...(await dialog.getByRole('listitem').allTextContents()))
    expect(codes).toHaveLength(10)
    expect(await violations(page)).toEqual([])
    const download = page.waitForEvent('download')
    await press(t('access.recovery.save'), dialog)
    expect((await download).suggestedFilename()).toBe(t('access.recovery.file'))
    await press(t('access.recovery.kept'), dialog)
    await header().waitFor()
  })

  test('the sign-in page asks for the code beside the password; a wrong one goes back to the first step (ACC-01, ACC-08, ACC-11)', async () => {
    const { page } = user
    const { t } = actor
    await leave()
    await begin()
    await expect.poll(() => page.locator('input[type=password]').evaluate((input) => input === document.activeElement)).toBe(true)
    const code = page.getByLabel(t('app.login.code'))
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await code.getAttribute('inputmode')).toBe('numeric')
    await everywhere()
    await finish('12a34')
    await page.getByText(t('app.login.code_invalid')).waitFor()
    await finish(String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0'))
    await page.getByText(t('access.errors.invalid_code')).first().waitFor()
    await page.locator('input[type=email]').waitFor()
    expect(await page.locator('input[type=email]').inputValue()).toBe('')
    await expect.poll(() => page.locator('input[type=email]').evaluate((input) => input === document.activeElement)).toBe(true)
    await begin()
    await page.locator('input[type=password]').fill(password)
    // As apps show it, and some copy it.
    await code.focus()
    await page.keyboard.insertText(codeOf(secret, 1).replace(/(...)/, '$1 '))
    expect(await code.inputValue()).toMatch(/^\d{6}$/)
    await page.keyboard.press('Enter')
    await arrived()
  })

  test('a recovery code serves once in its place', async () => {
    const { page } = user
    const { t, press } = actor
    await leave()
    await begin()
    await press(t('app.login.use_recovery'))
    await finish(codes[0] ?? '', t('app.login.recovery_code'))
    await arrived()
    await go('/profile')
    await section()
      .getByText(t('access.recovery.left', { count: 9 }))
      .waitFor()
    await leave()
    await begin()
    await press(t('app.login.use_recovery'))
    await finish(codes[0] ?? '', t('app.login.recovery_code'))
    await page.getByText(t('access.errors.invalid_code')).first().waitFor()
    await begin()
    await press(t('app.login.use_recovery'))
    await finish(codes[1] ?? '', t('app.login.recovery_code'))
    await arrived()
  })

  test('a passkey is added, renamed, signs in by itself and in place of the code', async () => {
    const { page } = user
    const { t, expectToast, press } = actor
    await go('/profile')
    await press(t('access.passkeys.add'), section())
    const proof = page.getByRole('dialog', { name: t('access.passkeys.add') })
    // A code does not earn a key.
    expect(await proof.getByRole('button', { name: t('access.proof.by_password') }).count()).toBe(0)
    await proof.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await expectToast(t('access.messages.passkey_added'))
    const keys = page.getByRole('region', { name: t('access.passkeys.title'), exact: true })
    const name = (await keys.locator('li strong').textContent()) ?? ''
    await press(t('access.passkeys.rename', { name }), keys)
    await page.getByRole('dialog').getByLabel(t('access.passkeys.name')).fill(`Key ${mark}`)
    await page.keyboard.press('Enter')
    await keys.getByText(`Key ${mark}`).waitFor()
    await everywhere()
    await leave()
    await go('/login')
    await press(t('app.login.passkey'))
    await arrived()
    await leave()
    await begin()
    await page.locator('input[type=password]').fill(password)
    await press(t('app.login.passkey_instead'))
    await arrived()
    await go('/profile')
    await press(t('access.passkeys.remove', { name: `Key ${mark}` }), keys)
    const removal = page.getByRole('dialog', { name: t('access.passkeys.remove', { name: `Key ${mark}` }) })
    await removal.getByText(t('access.passkeys.remove_text')).waitFor()
    await everywhere()
    await press(t('access.proof.by_password'), removal)
    await removal.locator('input[type=password]').fill('Not-The-Secret-1')
    await page.keyboard.press('Enter')
    await removal.getByText(t('access.errors.invalid_credentials')).waitFor()
    await removal.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await expectToast(t('access.messages.passkey_removed'))
    await keys.getByText(`Key ${mark}`, { exact: true }).waitFor({ state: 'detached' })
  })

  test('its holder resets it, verifies anew and switches it off again (ACC-82, ACC-83)', async () => {
    const { page } = user
    const { t, expectToast, press } = actor
    const prove = async (title: string) => {
      const proof = page.getByRole('dialog', { name: title })
      await press(t('access.proof.by_password'), proof)
      await proof.locator('input[type=password]').fill(password)
      await page.keyboard.press('Enter')
    }
    await go('/profile')
    await press(t('access.strong.reset'), section())
    await prove(t('access.strong.wish.reset'))
    await expectToast(t('access.messages.mfa_reset'))
    await page.getByRole('heading', { name: t('access.strong.pending_title') }).waitFor()
    await page.locator('code').waitFor()
    const fresh = await shownSecret()
    expect(fresh).not.toBe(secret)
    secret = fresh
    await verify(codeOf(secret))
    await press(t('access.recovery.kept'), page.getByRole('dialog', { name: t('access.recovery.title') }))
    await header().waitFor()
    await go('/profile')
    await section().getByRole('switch').click({ force: true })
    await prove(t('access.strong.wish.deactivate'))
    await expectToast(t('access.messages.mfa_deactivated'))
    // It stays until the page knows what has changed; until then nothing under it can be reached.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => section().getByRole('switch').isChecked()).toBe(false)
    expect(await header().count()).toBe(1)
  })

  test('who administers users resets it for somebody who has lost everything', async () => {
    const { page } = user
    const { t, press } = actor
    await section().getByRole('switch').click({ force: true })
    await page.getByRole('heading', { name: t('access.strong.pending_title') }).waitFor()
    await page.locator('code').waitFor()
    await verify(codeOf(await shownSecret()))
    await press(t('access.recovery.kept'), page.getByRole('dialog', { name: t('access.recovery.title') }))
    await header().waitFor()
    await settled(page)
    await pilot.api('PUT', '/user/reset_secret', { id })
    await go('/profile')
    await page.waitForURL(/\/login/)
    await begin()
    expect(await page.getByLabel(t('app.login.code')).count()).toBe(0)
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await arrived()
  })

  /** An organisation where two work, one with a password of their own, until something is asked of both by the provider from outside. */
  async function strictOrganisation() {
    const root = await signIn('root@vigie.example', { lang })
    // Another journey may have left the administrator in some organisation.
    await root.api('PUT', '/user/customer', { customer_id: null })
    const { object } = await root.api<{ object: { id: number } }>('POST', '/customer', { name: `Strict ${mark}`, lang })
    await root.api('PUT', '/user/customer', { customer_id: object.id })
    const [own, given] = [`own.${mark}@demo.example`.toLowerCase(), `strict.${mark}@demo.example`.toLowerCase()]
    await newcomer(root, own, mark, lang)
    const { object: member } = await root.api<{ object: { id: number } }>('POST', '/member', {
      email: given,
      firstname: 'Ines',
      lastname: mark,
      roles: ['global_pilote'],
      lang,
    })
    await root.api('PUT', `/member/${member.id}/password`, { password })
    // Whoever works where it is required has it from then on: the administrator of the other journeys does not stay here.
    await root.api('PUT', '/user/customer', { customer_id: null })
    return { root, id: object.id, own, given }
  }

  test('where it begins to be required, whoever is at work sets it up before going on; later, signing in leads there, and there is nothing to switch (ACC-84)', async () => {
    const { page } = user
    const { t, press } = actor
    const { root, id: customer, own, given } = await strictOrganisation()
    await leave()
    await go('/login')
    await page.locator('input[type=email]').fill(own)
    await page.keyboard.press('Enter')
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await arrived()
    await header().waitFor()
    await settled(page)
    await root.api('PUT', `/customer/${customer}`, { mfa_mode: 'ENFORCED' })
    await root.close()
    const pending = page.getByRole('heading', { name: t('access.strong.pending_title') })
    // Whatever the page asks for next leads there; where it has asked by itself there is no menu any more.
    await page
      .getByRole('navigation')
      .locator('a[href^="/actions/"]')
      .first()
      .click()
      .catch(() => pending.waitFor())
    await pending.waitFor()
    expect(await header().count()).toBe(0)
    await page.locator('code').waitFor()
    await verify(codeOf(await shownSecret()))
    await press(t('access.recovery.kept'), page.getByRole('dialog', { name: t('access.recovery.title') }))
    await header().waitFor()
    await leave()
    await go('/login')
    await page.locator('input[type=email]').fill(given)
    await page.keyboard.press('Enter')
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: t('access.strong.pending_title') }).waitFor()
    await page.getByRole('img', { name: t('access.strong.qr') }).waitFor()
    expect(await section().getByRole('switch').count()).toBe(0)
    await section().getByText(t('kit.yes'), { exact: true }).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await verify(codeOf(await shownSecret()))
    await press(t('access.recovery.kept'), page.getByRole('dialog', { name: t('access.recovery.title') }))
    // The password was chosen by somebody else: that comes next.
    await page.getByRole('heading', { name: t('access.password.expired_title') }).waitFor()
  })
})
