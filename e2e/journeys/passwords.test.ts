/** A forgotten password, on a telephone and by keyboard alone: the puzzle, the mail, the link, and in again. */
import pg from 'pg'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { place, settled, signIn, visit, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { demoPassword } from '#tools/test/demo-password.ts'
import { spoken } from '#e2e/words.ts'
import { lettersTo } from '#tools/test/letters.ts'

describe.each(spoken)('a password in %s', (lang) => {
  const mark = `Pwd${Date.now().toString(36)}${lang}`
  const email = `ida.${mark}@demo.example`.toLowerCase()
  const forgotten = 'A-Forgotten-Secret-1'
  const remembered = 'A-Remembered-Secret-2'
  let pilot: Visitor
  const owner = new pg.Client(place().database)
  let user: Visitor
  let actor: Actor
  let id: number
  let token: string

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    await owner.connect()
    const { object } = await pilot.api<{ object: { id: number } }>('POST', '/member', { email, firstname: 'Ida', lastname: mark, roles: ['contributor'], lang })
    id = object.id
    await pilot.api('PUT', `/member/${id}/password`, { password: forgotten })
    user = await visit({ lang, width: 390, intercepted: true })
    actor = actorOn(user.page, lang)
  })
  afterAll(async () => {
    for (const visitor of [user, pilot]) await visitor.close()
    await owner.end()
  })
  afterEach(() => expect(user.complaints.splice(0)).toEqual([]))

  /** Goes on by Tab until the focus is where it is wanted, as somebody without a mouse does. */
  const tabTo = async (name: string) => {
    const focused = () => user.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '')
    for (let i = 0; i < 20 && (await focused()) !== name; i += 1) await user.page.keyboard.press('Tab')
    expect(await focused()).toBe(name)
  }
  /** What was mailed: the outbox of the product shows no link, to nobody. */
  const letters = async () => (await lettersTo(owner, email)).filter(({ subject }) => subject === actor.t('access.mail.reset_subject'))
  /** The new password and its confirmation. */
  const chosen = (page: Page) => [0, 1].map((i) => page.locator('input[autocomplete=new-password]').nth(i)) as [Locator, Locator]
  const fits = () => user.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

  test('that ends soon is said to, after half a second; later holds until the session is over (SHL-28, SHL-30)', async () => {
    const { page } = pilot
    const { t, press } = actorOn(page, lang)
    const remind = (path: string) =>
      page.route(path, async (route) => {
        const response = await route.fetch()
        const json = (await response.json()) as { user?: object }
        await route.fulfill({ response, json: json.user ? { ...json, user: { ...json.user, password_reminder: { value: 12, unit: 'days' } } } : json })
      })
    for (const path of ['**/api/auth/check', '**/api/auth/login']) await remind(path)
    const dialog = page.getByRole('dialog', { name: t('app.reminder.title') })
    await pilot.open('/org/groupings')
    await dialog.getByText(t('app.reminder.days', { count: 12 })).waitFor()
    expect(await violations(page)).toEqual([])
    await press(t('app.reminder.later'), dialog)
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    await settled(page)
    await page.waitForTimeout(700)
    expect(await dialog.count()).toBe(0)
    // The same tab, another session.
    await press(t('app.user.menu', { name: 'Claire Vasseur' }))
    await page.getByRole('menuitem', { name: t('app.user.log_out') }).click()
    await page.waitForURL(/\/login$/)
    await page.locator('input[type=email]').fill('global_pilote@demo.example')
    await page.keyboard.press('Enter')
    await page.locator('input[type=password]').fill(demoPassword)
    await page.keyboard.press('Enter')
    await press(t('app.reminder.change'), dialog)
    await page.waitForURL(/\/profile#password$/)
    await dialog.waitFor({ state: 'detached' })
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('that was forgotten cannot be asked for before the puzzle is solved (ACC-47, ACC-51)', async () => {
    const { page } = user
    const { t } = actor
    const send = page.getByRole('button', { name: t('app.forgot.send') })
    await page.route('**/api/auth/captcha', (route) => route.abort())
    await user.open('/forgot_password')
    await page.getByRole('alert').getByText(t('app.forgot.captcha_failed')).waitFor()
    expect([await send.isDisabled(), await violations(page)]).toEqual([true, []])
    await page.unroute('**/api/auth/captcha')
    await actor.press(t('kit.actions.try_again'))
    await page.getByText(t('app.forgot.captcha_solved'), { exact: true }).waitFor()
    await page.getByRole('textbox', { name: t('app.login.email') }).fill(email)
    await page.route('**/api/auth/password/forgot', (route) =>
      route.fulfill({ status: 400, json: { ok: false, code: 'CAPTCHA', message: t('access.errors.captcha') } }),
    )
    await send.click()
    await actor.expectToast(t('access.errors.captcha'))
    await page.unroute('**/api/auth/password/forgot')
    // Each solution is worth one call: another is being looked for.
    await page.getByText(t('app.forgot.captcha_solved'), { exact: true }).waitFor()
    await page.getByRole('textbox', { name: t('app.login.email') }).fill('andré@demo.example')
    await send.click()
    await page.getByText(t('kit.errors.email'), { exact: true }).waitFor()
    await actor.expectToast(t('kit.errors.check_inputs'))
    await page.getByRole('link', { name: t('app.forgot.back') }).click()
    await page.waitForURL(/\/login$/)
  })

  test('that was forgotten is asked for, with the same answer for any address (ACC-03, ACC-47 … ACC-50)', async () => {
    const { page } = user
    const { t } = actor
    for (const typed of [`nobody.${mark}@nowhere.example`, email]) {
      await user.open('/login')
      await tabTo(t('app.login.forgotten'))
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/forgot_password$/)
      const send = page.getByRole('button', { name: t('app.forgot.send') })
      const box = page.getByRole('textbox', { name: t('app.login.email') })
      await box.waitFor()
      await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
      await page.getByText(t('app.forgot.captcha_solved'), { exact: true }).waitFor()
      await settled(page)
      expect([await violations(page), await fits()]).toEqual([[], true])
      await page.keyboard.type('nowhere')
      await page.keyboard.press('Enter')
      await page.getByText(t('app.login.email_invalid')).waitFor()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(typed)
      expect(await send.isEnabled()).toBe(true)
      await page.keyboard.press('Enter')
      await page.getByText(t('access.messages.reset_sent')).waitFor()
    }
    await expect.poll(async () => (await letters()).length).toBe(1)
    const [letter] = await letters()
    expect(letter).toMatchObject({ lang, subject: t('access.mail.reset_subject') })
    token = /\/password_reset\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
    expect(token).toHaveLength(43)
  })

  test('is chosen by the mailed link, judged while it is typed (ACC-52 … ACC-60)', async () => {
    const { page } = user
    const { t } = actor
    await user.open(`/password_reset/${token}`)
    await page.getByRole('heading', { name: t('app.reset.title') }).waitFor()
    const [box, confirm] = chosen(page)
    await box.waitFor()
    expect([await violations(page), await fits()]).toEqual([[], true])
    await box.focus()
    await page.keyboard.type('short')
    await page.getByText(t('access.errors.password_policy')).first().waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(forgotten)
    await page.getByText(t('access.errors.password_again')).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(remembered)
    await page.getByText(t('access.errors.password_again')).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByText(t('kit.errors.mandatory')).waitFor()
    await expect.poll(() => confirm.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])
    await page.keyboard.type(remembered)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/login$/)
    await actor.expectToast(t('access.messages.password_updated'))
  })

  test('opens the door; the link does not any more (ACC-12, ACC-53)', async () => {
    const { page } = user
    const { t } = actor
    await user.open(`/password_reset/${token}`)
    await page.getByText(t('app.reset.invalid'), { exact: true }).first().waitFor()
    expect(await chosen(page)[0].count()).toBe(0)
    await settled(page)
    expect(await violations(page)).toEqual([])
    await user.open('/login')
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await page.locator('input[type=password]').waitFor()
    await page.locator('input[type=password]').fill(remembered)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await user.open('/forgot_password')
    expect(new URL(page.url()).pathname).not.toBe('/forgot_password')
  })

  test('sessions elsewhere are listed and ended together (ACC-63)', async () => {
    const { page } = user
    const { t } = actor
    const elsewhere = await signIn(email, { lang, password: remembered })
    await user.open('/profile')
    const section = page.getByRole('region', { name: t('access.sessions.title') })
    await expect.poll(() => section.getByRole('listitem').count()).toBe(2)
    await actor.press(t('access.sessions.end_all'), section)
    await page.getByRole('alertdialog').getByRole('button').last().click()
    await actor.expectToast(t('access.messages.sessions_ended'))
    await expect.poll(() => section.getByRole('listitem').count()).toBe(1)
    await expect(elsewhere.api('GET', '/auth/check')).rejects.toThrow('401')
    await elsewhere.close()
  })

  test('that is too old is all there is to be seen, until another is chosen (ACC-72)', async () => {
    const { t } = actor
    const newcomer = `new.${mark}@demo.example`.toLowerCase()
    const { object } = await pilot.api<{ object: { id: number } }>('POST', '/member', {
      email: newcomer,
      firstname: 'Noa',
      lastname: mark,
      roles: ['contributor'],
      lang,
    })
    await pilot.api('PUT', `/member/${object.id}/password`, { password: forgotten })
    const first = await visit({ lang, width: 390 })
    const { page } = first
    await first.api('POST', '/auth/login', { email: newcomer, password: forgotten })
    await first.open('/')
    await page.getByRole('heading', { name: t('access.password.expired_title') }).waitFor()
    await settled(page)
    expect(await page.getByRole('banner').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.locator('input[autocomplete=current-password]').fill(forgotten)
    for (const box of chosen(page)) await box.fill(remembered)
    await page.keyboard.press('Enter')
    await page.getByRole('banner').waitFor()
    expect(first.complaints).toEqual([])
    await first.close()
  })

  test('how somebody stands, and sending the invitation again, are in the list of users', async () => {
    const { page } = pilot
    const { t } = actorOn(page, lang)
    const invited = `invited.${mark}@demo.example`.toLowerCase()
    await pilot.api('POST', '/member', { email: invited, firstname: 'Invited', lastname: mark, roles: ['contributor'], lang })
    await pilot.open(`/admin/users?search=${mark}`)
    const row = actorOn(page, lang).row(`Invited ${mark}`)
    await row.getByText(t('people.status.invited'), { exact: true }).waitFor()
    await actorOn(page, lang).row(`Ida ${mark}`).getByText(t('people.status.enabled'), { exact: true }).waitFor()
    await actorOn(page, lang).press(t('kit.table.row_actions', { name: `Invited ${mark}` }))
    await page.getByRole('menuitem', { name: t('people.actions.invite') }).click()
    await actorOn(page, lang).expectToast(t('people.messages.invited'))
    expect(pilot.complaints).toEqual([])
  })
})
