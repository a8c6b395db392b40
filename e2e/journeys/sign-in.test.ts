import { afterEach, expect, test } from 'vitest'
import { languages } from '#kit/contract/catalogue.ts'
import { place, settled, signIn, expectToast, visit, type Visitor } from '#e2e/browser.ts'
import { actorOn } from '#e2e/actor.ts'
import { wordsIn } from '#e2e/words.ts'
import { demoPassword } from '#tools/test/demo-password.ts'

let visitor: Visitor | undefined
afterEach(async () => {
  await visitor?.close()
  visitor = undefined
})

test.each([
  ['en', 'Invalid credentials'],
  ['fr', 'Identifiants'],
] as const)('a wrong password says so and goes back to the first step, fields cleared (%s)', async (lang, text) => {
  visitor = await visit({ lang })
  const { page } = visitor
  await page.goto('/login')
  // A known one: whether an unknown address is asked for a code as well is drawn, as often as real ones are, once anybody uses codes.
  await page.locator('input[type=email]').fill('local_auditor@demo.example')
  await page.keyboard.press('Enter')
  await page.locator('input[type=password]').fill('Not-the-password-1')
  await page.keyboard.press('Enter')
  await expectToast(page, text)
  await page.locator('input[type=email]').waitFor()
  expect(await page.locator('input[type=email]').inputValue()).toBe('')
  // The reason stands under the field where one begins again, and is read with it, until something is typed.
  const field = page.getByRole('textbox', { name: wordsIn(lang)('app.login.email') })
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await field.evaluate(({ ariaDescribedByElements }) => ariaDescribedByElements?.map((element) => element.textContent).join(' '))).toContain(text)
  await field.fill('l@demo.example')
  expect(await field.getAttribute('aria-invalid')).toBe(null)
})

test('someone signed out is led to the page they asked for once they are signed in, and never off the site', async () => {
  visitor = await visit()
  const { page } = visitor
  await page.goto(visitor.address('/org/modeling'))
  await page.waitForURL(/\/login\?redirect=/)
  await page.goto(visitor.address('/login?redirect=https://evil.example/'))
  await page.locator('input[type=email]').fill('global_pilote@demo.example')
  await page.keyboard.press('Enter')
  await page.locator('input[type=password]').fill('Vigie-demo-2026')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  expect(new URL(page.url()).origin).toBe(new URL(visitor.address('/')).origin)
})

test('a session opened on one server holds on the other, and signing out ends it on both', async () => {
  visitor = await signIn('global_auditor@demo.example')
  const { context } = visitor
  const other = await context.newPage()
  const second = place().addresses[1] ?? ''
  const cookies = await context.cookies()
  await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: second })))
  await other.goto(`${second}/org/modeling`)
  await settled(other)
  expect(new URL(other.url()).pathname).toBe('/org/modeling')
  await visitor.api('POST', '/auth/logout')
  await other.goto(`${second}/org/modeling`)
  await other.waitForURL(/\/login/)
})

test.each(languages)('what cannot be done is said, and nothing is lost by it (%s)', async (lang) => {
  visitor = await visit({ lang, intercepted: true })
  const { page } = visitor
  const actor = actorOn(page, lang)
  const { t } = actor
  await page.goto('/login')
  // ACC-13: what the server would not take for an address is said before it is asked.
  await page.locator('input[type=email]').fill('andré@demo.example')
  await page.keyboard.press('Enter')
  await page.getByText(t('app.login.email_invalid')).waitFor()
  await page.locator('input[type=email]').fill('global_auditor@demo.example')
  await page.route('**/api/auth/login/email', (route) => route.abort())
  await page.keyboard.press('Enter')
  // ACC-09
  await actor.expectToast(t('kit.errors.network'))
  await page.unroute('**/api/auth/login/email')
  await page.keyboard.press('Enter')
  await page.locator('input[type=password]').waitFor()
  // ACC-04
  await actor.press(t('app.login.back'))
  await page.locator('input[type=email]').fill('global_auditor@demo.example')
  await page.keyboard.press('Enter')
  await page.locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('banner').waitFor()
  const name = (await visitor.api<{ user: { name: string } }>('GET', '/auth/check')).user.name
  const menu = async (item: string, speaks = t) => {
    await page.getByRole('button', { name: speaks('app.user.menu', { name }) }).click()
    await page
      .getByRole('menuitemradio', { name: item })
      .or(page.getByRole('menuitem', { name: item }))
      .first()
      .click()
  }
  await visitor.api('PUT', '/user/language', { lang })
  await visitor.open('/home')
  const other = lang === 'en' ? 'fr' : 'en'
  for (const [call, item, text] of [
    ['user/language', t(`kit.language.${other}`), t('kit.errors.language_failed')],
    ['auth/logout', t('app.user.log_out'), t('app.user.logout_error')],
  ] as const) {
    await page.route(`**/api/${call}`, (route) => route.fulfill({ status: 500, json: { ok: false, code: 'INTERNAL', message: 'Not today' } }))
    await menu(item)
    await actor.expectToast(text)
    await page.unroute(`**/api/${call}`)
  }
  expect([new URL(page.url()).pathname, await page.evaluate(() => document.documentElement.lang)]).toEqual(['/home', lang])
  await menu(t('app.user.log_out'))
  await page.waitForURL(/\/login$/)
})

test('the single sign-on page leads those whom nobody has sent to the sign-in, and tells the others what is wrong', async () => {
  visitor = await visit()
  const { page } = visitor
  const { t } = actorOn(page, 'en')
  await page.goto('/sso')
  await page.waitForURL(/\/login$/)
  await page.goto('/sso?idp=nonsense')
  await page.getByRole('alert').getByText(t('app.sso.failures.unknown')).waitFor()
  await page.getByText(t('app.sso.reference')).waitFor()
})

test('a session that ended leads from whatever page it was to signing in, and back there (SEC-01)', async () => {
  visitor = await signIn('global_auditor@demo.example')
  const { page, context } = visitor
  const { t } = actorOn(page, 'en')
  await visitor.open('/profile')
  await context.clearCookies()
  // Whatever the page asks for next; it may have asked by itself already.
  await page
    .getByRole('switch', { name: t('people.profile.daily') })
    .evaluate((box: HTMLElement) => box.click(), undefined, { timeout: 1000 })
    .catch(() => {})
  await page.waitForURL(/\/login\?redirect=%2Fprofile/)
  await expectToast(page, t('kit.errors.session_expired'))
  expect(visitor.complaints).toEqual([])
})
