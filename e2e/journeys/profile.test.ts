/** One's own profile, how one reads, and support that acts in somebody's name. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, visit, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

const password = 'A-Journey-Secret-1'
const first = 'A-First-Secret-1'

describe.each(spoken)('a profile in %s', (lang) => {
  const mark = `Pro${Date.now().toString(36)}${lang}`
  const email = `nadia.${mark}@demo.example`.toLowerCase()
  let pilot: Visitor
  let user: Visitor
  let actor: Actor
  const field = (name: string) => user.page.locator(`main input[name=${name}]`)
  const section = (name: string) => user.page.getByRole('region', { name: actor.t(`people.profile.sections.${name}`), exact: true })

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    const { object } = await pilot.api<{ object: { id: number } }>('POST', '/member', {
      email,
      firstname: 'Nadia',
      lastname: mark,
      roles: ['local_auditor'],
      lang,
    })
    await pilot.api('PUT', `/member/${object.id}/password`, { password: first })
    // A password that somebody else has set is only good for choosing one's own.
    const fresh = await visit({ lang })
    await fresh.api('POST', '/auth/login', { email, password: first })
    await fresh.api('PUT', '/user/password', { password: first, new_password: password, new_password_confirm: password })
    await fresh.close()
    user = await signIn(email, { lang, password })
    actor = actorOn(user.page, lang)
  })
  afterAll(async () => {
    await user.close()
    await pilot.close()
  })
  afterEach(() => expect(user.complaints.splice(0)).toEqual([]))

  test('is reached from the user menu and changed by keyboard; initials follow the names (ACC-63 … ACC-68)', async () => {
    const { page } = user
    const { t } = actor
    await user.open('/')
    await actor.press(t('app.user.menu', { name: `Nadia ${mark}` }))
    await page.getByRole('menuitem', { name: t('app.nav.profile') }).click()
    await page.waitForURL(/\/profile$/)
    await settled(page)
    expect(await field('firstname').inputValue()).toBe('Nadia')
    await field('firstname').fill('Zélie')
    expect(await field('initials').inputValue()).toBe('ZP')
    await field('job_title').fill('RSSI')
    await field('job_title').press('Enter')
    await actor.expectToast(t('kit.messages.saved'))
    await page.getByRole('button', { name: t('app.user.menu', { name: `Zélie ${mark}` }) }).waitFor()
    await field('lastname').fill('')
    await actor.press(t('kit.actions.save'), section('identity'))
    await section('identity').getByText(t('kit.errors.mandatory')).waitFor()
    await expect.poll(() => field('lastname').evaluate((input) => input === document.activeElement)).toBe(true)
    await actor.press(t('kit.actions.cancel'), section('identity'))
    expect(await field('lastname').inputValue()).toBe(mark)
  })

  test('asks before what was typed is lost (SHL-32)', async () => {
    const { page } = user
    const { t } = actor
    await user.open('/profile')
    await field('job_title').fill('CISO')
    const leave = () =>
      page
        .getByRole('navigation', { name: t('app.sidebar.label') })
        .getByRole('link')
        .first()
        .click()
    await leave()
    const question = page.getByRole('alertdialog')
    await question.getByText(t('kit.confirm.save_changes')).waitFor()
    await page.keyboard.press('Escape')
    expect(await field('job_title').inputValue()).toBe('CISO')
    await leave()
    await question.getByRole('button', { name: t('kit.actions.save'), exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/profile')
    expect((await user.api<{ object: { job_title: string } }>('GET', '/user/profile')).object.job_title).toBe('CISO')
  })

  test('language, theme, time zone and mails are kept at once, for every device', async () => {
    const { page } = user
    const { t } = actor
    const other = lang === 'fr' ? 'en' : 'fr'
    const theirs = actorOn(page, other).t
    await user.open('/profile')
    await page.getByRole('radio', { name: t(`kit.language.${other}`) }).click({ force: true })
    await page.getByRole('heading', { name: theirs('people.profile.sections.preferences') }).waitFor()
    await page.getByRole('radio', { name: t(`kit.language.${lang}`) }).click({ force: true })
    await page.getByRole('heading', { name: t('people.profile.sections.preferences') }).waitFor()
    await page.getByRole('radio', { name: t('people.entities.member.choices.theme.DARK') }).click({ force: true })
    const scheme = (visitor: Visitor) => visitor.page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
    await expect.poll(() => scheme(user)).toBe('dark')
    await actor.choose(
      page
        .getByRole('combobox', { name: t('people.entities.member.fields.time_zone') })
        .or(page.getByRole('textbox', { name: t('people.entities.member.fields.time_zone') }))
        .first(),
      'Asia/Tokyo',
    )
    await actor.expectToast(t('kit.messages.saved'))
    await page.getByRole('switch', { name: t('people.profile.weekly') }).click({ force: true })
    await expect
      .poll(async () => (await user.api<{ object: object }>('GET', '/user/profile')).object)
      .toMatchObject({ theme: 'DARK', time_zone: 'Asia/Tokyo', weekly_digest: false, daily_notifications: true, lang })
    const elsewhere = await signIn(email, { lang, password, server: 1 })
    await elsewhere.open('/profile')
    expect(await scheme(elsewhere)).toBe('dark')
    expect(await elsewhere.page.getByRole('switch', { name: t('people.profile.weekly') }).isChecked()).toBe(false)
    await elsewhere.close()
  })

  test('shows roles and reach, and stands on a narrow screen in both themes', async () => {
    const { page } = user
    const { t } = actor
    await user.open('/profile')
    await section('reach').getByText(t('people.roles.local_auditor')).waitFor()
    await section('reach').getByText(t('people.profile.perimeters')).waitFor()
    for (const theme of ['LIGHT', 'DARK']) {
      await user.api('PUT', '/user/profile', { theme })
      for (const width of [1440, 390] as const) {
        await page.setViewportSize(sizes[width])
        await user.open('/profile')
        expect(await violations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
      }
    }
    await page.setViewportSize(sizes[1440])
  })

  test('support acts as a user under a banner on every page, and is back by one click (ACC-44)', async () => {
    const root = await signIn('root@vigie.example', { lang })
    const { page } = root
    const { t, row, press } = actorOn(page, lang)
    const { objects } = await root.api<{ objects: { id: number; name: string }[] }>('GET', '/user/customers?search=Tessandre')
    await root.api('PUT', '/user/customer', { customer_id: objects[0]?.id })
    await root.api('PUT', '/user/language', { lang })
    await root.open(`/admin/users?search=${mark}`)
    await row(mark).first().waitFor()
    await press(t('kit.table.row_actions', { name: `Zélie ${mark}` }))
    await page.getByRole('menuitem', { name: t('people.actions.impersonate') }).click()
    await page.getByRole('alertdialog').getByRole('button').last().click()
    const banner = page.getByRole('region', { name: t('app.impersonation.label') })
    await banner.getByText(`Zélie ${mark}`).waitFor()
    for (const path of ['/actions/filtered', '/profile']) {
      await root.open(path)
      await banner.waitFor()
      expect(await violations(page)).toEqual([])
    }
    // What proves who the user is belongs to them alone.
    expect(await page.getByRole('heading', { name: t('people.profile.sections.password') }).count()).toBe(0)
    await press(t('app.user.stop_impersonation'), banner)
    await page.waitForURL(/\/admin\/users/)
    await row('@').first().waitFor()
    expect(await banner.count()).toBe(0)
    await root.open(`/admin/users?search=${mark}`)
    await row(mark).first().click()
    await page.getByRole('tab', { name: t('kit.record.history') }).click()
    await page
      .getByText(t('kit.record.acting_as', { impersonator: 'Root Vigie', actor: `Zélie ${mark}` }))
      .first()
      .waitFor()
    expect(root.complaints).toEqual([])
    await root.close()
  })
})
