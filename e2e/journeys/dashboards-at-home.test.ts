/** The cockpit as a dashboard, what opens in its place, and all links: by the keys alone, and the builder on a phone. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf, type Layout } from '#areas/reporting/contract/layout.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { handsOn } from '#e2e/hands.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('what opens at home in %s', (lang) => {
  let pilot: Visitor
  let actor: Actor
  let copied: string
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
  })
  afterEach(() => expect(pilot.complaints.splice(0)).toEqual([]))
  afterAll(async () => {
    await pilot.api('PUT', '/dashboard/home', { dashboard: null })
    await pilot.close()
  })

  test('the cockpit stands before the dashboards, and is copied whole, then by single blocks', async () => {
    const { page } = pilot
    const { t } = actor
    const hands = handsOn(page, 'keys')
    await pilot.open('/reporting/dashboards')
    await hands.press(page.getByRole('main').getByRole('link', { name: t('reporting.cockpit.title'), exact: true }))
    await page.getByRole('heading', { level: 1, name: t('reporting.cockpit.title') }).waitFor()
    await page.getByRole('group', { name: lang === 'fr' ? 'Actions en retard' : 'Late actions', exact: true }).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await hands.press(page.getByRole('button', { name: t('reporting.cockpit.copy') }))
    await page.waitForURL(/builder/)
    copied = new URL(page.url()).pathname.split('/')[3] ?? ''
    const blocks = page.getByRole('button', { name: t('reporting.builder.duplicate') })
    await expect.poll(() => blocks.count()).toBeGreaterThan(12)
    const many = await blocks.count()
    await hands.press(page.getByRole('button', { name: t('reporting.builder.copy_from') }))
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: lang === 'fr' ? 'Budget des actions' : 'Budget of actions' }).focus()
    await page.keyboard.press('Space')
    expect(await violations(page)).toEqual([])
    await hands.press(dialog.getByRole('button', { name: t('reporting.builder.copy_blocks', { count: 1 }) }))
    await blocks.nth(many).waitFor()
    // Left before the pause is over, the page has saved its last change all the same.
    await page
      .getByRole('link', { name: t('reporting.pages.dashboards'), exact: true })
      .first()
      .click()
    await page.waitForURL(/\/reporting\/dashboards$/)
    await settled(page)
    const { object } = await pilot.api<{ object: { layout: Layout } }>('GET', `/dashboard/${copied}/draft`)
    expect(blocksOf(object.layout)).toHaveLength(many + 1)
  })

  test('it is built on a phone as far as that goes: moved, named, published, and somebody told', async () => {
    const phone = await signIn('global_pilote@demo.example', { lang, width: 390 })
    const { page } = phone
    const { t } = actor
    await phone.open(`/reporting/dashboards/${copied}/builder`)
    const section = page.getByRole('region', { name: lang === 'fr' ? 'Où nous en sommes' : 'Where we stand', exact: true })
    const titles = () => section.getByRole('group').getByRole('heading').allTextContents()
    await expect.poll(titles).toHaveLength(4)
    const [first = '', second] = await titles()
    await section.getByRole('button', { name: t('reporting.builder.lift', { name: first }) }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect.poll(async () => (await titles()).slice(0, 2)).toEqual([second, first])
    const settings = page.getByRole('complementary', { name: t('reporting.builder.settings') })
    await settings.getByLabel(t('reporting.builder.title'), { exact: true }).fill('Renamed here')
    await section.getByRole('heading', { name: 'Renamed here' }).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await settings.getByRole('button', { name: t('reporting.builder.close') }).click()
    await page.getByRole('button', { name: t('reporting.builder.publish') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t('reporting.builder.tell_whom.readers'), { exact: true }).click()
    await dialog.getByRole('button', { name: t('reporting.builder.publish').replace('…', ''), exact: true }).click()
    await page.waitForURL(/viewer/)
    await page
      .getByText(t('reporting.viewer.figures_of', { number: 1, at: '' }).trim())
      .first()
      .waitFor()
    expect(phone.complaints.splice(0)).toEqual([])
    await phone.close()
  })

  test('it opens in place of the cockpit, by the keys, until the cockpit is chosen again', async () => {
    const { page } = pilot
    const { t } = actor
    const hands = handsOn(page, 'keys')
    const name = lang === 'fr' ? 'Copie du cockpit' : 'Copy of the cockpit'
    await pilot.open('/home')
    await hands.press(page.getByRole('button', { name: t('dashboards.cockpit.choose') }))
    await hands.press(page.getByRole('menuitemradio', { name, exact: true }).first())
    await page.waitForURL(/\/home\/\d+/)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    // The address of the cockpit leads there now.
    await pilot.open('/home')
    await page.waitForURL(/\/home\/\d+/)
    await hands.press(page.getByRole('button', { name: t('reporting.home.change') }))
    await hands.press(page.getByRole('menuitemradio', { name: t('reporting.home.cockpit'), exact: true }))
    await page.waitForURL(/\/home$/)
    await pilot.open('/home')
    expect(new URL(page.url()).pathname).toBe('/home')
  })

  test('a contributor chooses among the dashboards that name them', async () => {
    const contributor = await signIn('contributor@demo.example', { lang })
    const own = (await contributor.api<{ user: { member_id: number } }>('GET', '/auth/check')).user.member_id
    const { page } = contributor
    const { t } = actor
    const hands = handsOn(page, 'keys')
    await contributor.open('/home')
    await hands.press(page.getByRole('button', { name: t('dashboards.cockpit.choose') }))
    await page.getByText(t('reporting.home.none')).waitFor()
    await page.keyboard.press('Escape')
    await pilot.api('POST', `/dashboard/${copied}/users`, { user_id: own, right: 'VIEW' })
    await contributor.open('/home')
    await hands.press(page.getByRole('button', { name: t('dashboards.cockpit.choose') }))
    await hands.press(page.getByRole('menuitemradio').nth(1))
    await page.waitForURL(/\/home\/\d+/)
    await settled(page)
    expect(await violations(page)).toEqual([])
    await pilot.api('DELETE', `/dashboard/${copied}/users/${own}`)
    await contributor.open('/home')
    expect(new URL(page.url()).pathname).toBe('/home')
    await contributor.close()
  })

  test('all links stand in a list, and one is taken back there', async () => {
    const { page } = pilot
    const { t } = actor
    const name = `Comité ${Date.now().toString(36)}${lang}`
    await pilot.api('POST', `/dashboard/${copied}/share`, { name })
    await pilot.open('/reporting/links')
    const row = page.getByRole('row').filter({ hasText: name })
    await row.waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await row.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: t('reporting.share.revoke') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('reporting.share.revoke') })
      .click()
    await actor.expectToast(t('reporting.messages.revoked'))
    await settled(page)
    await row.getByText(t('reporting.entities.dashboard_link.choices.state.REVOKED')).waitFor()
  })
})
