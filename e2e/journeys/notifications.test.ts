/** What one person says reaches another at once, who chooses by which way they hear of it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { leavingToken } from '#areas/people/server/unsubscribe.ts'
import { Secrets } from '#kit/server/access/secrets.ts'
import { testKey } from '#tools/test/key.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, visit, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

interface Row {
  readonly id: number
  readonly identifier: string
  readonly manager: { readonly id: number; readonly name: string } | null
}

describe.each(spoken)('notifications in %s', (lang) => {
  let pilot: Visitor
  let user: Visitor
  let by: Actor
  let actor: Actor
  let action: Row
  let customer: number
  const bell = (page = user.page) => page.getByRole('button', { name: /^Notifications/ })
  const unread = async () => (await user.api<{ unread: { count: number }[] }>('GET', '/notification/count')).unread.reduce((sum, { count }) => sum + count, 0)
  const named = (count: number) => actor.t('app.notifications.bell', { count })

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang, intercepted: true })
    user = await signIn('contributor@demo.example', { lang })
    by = actorOn(pilot.page, lang)
    actor = actorOn(user.page, lang)
    const { objects } = await user.api<{ objects: Row[] }>('POST', '/remediation/page', { queryParams: { per_page: 100 } })
    const { user: own } = await user.api<{ user: { member_id: number; customer: { id: number } } }>('GET', '/auth/check')
    customer = own.customer.id
    action = objects.find(({ manager }) => manager?.id === own.member_id) ?? (objects[0] as Row)
  })
  afterAll(async () => {
    await user.close()
    await pilot.close()
  })
  afterEach(() => expect([...user.complaints.splice(0), ...pilot.complaints.splice(0)]).toEqual([]))

  test('whoever is called in a comment sees it without loading anything, in each of their pages', async () => {
    await user.open('/local_actions')
    const before = await unread()
    await bell()
      .and(user.page.getByRole('button', { name: named(before) }))
      .waitFor()
    const second = await user.context.newPage()
    await second.goto(user.address('/profile'))
    await second.getByRole('button', { name: named(before) }).waitFor()

    await pilot.open(`/actions/filtered?id=${action.id}`)
    const panel = by.panel('actions.entities.remediation')
    await panel.getByRole('tab', { name: by.t('kit.record.comments') }).click()
    const box = panel.getByRole('combobox', { name: by.t('kit.record.comment') }).or(panel.getByRole('textbox', { name: by.t('kit.record.comment') }))
    await box.first().pressSequentially('Où en est-on ? @Juli')
    await pilot.page
      .getByRole('option', { name: /Julien/ })
      .first()
      .click()
    await panel.getByRole('button', { name: by.t('kit.actions.send'), exact: true }).click()
    await panel.getByText('Où en est-on').first().waitFor()

    await user.page.getByRole('button', { name: named(before + 1) }).waitFor()
    await second.getByRole('button', { name: named(before + 1) }).waitFor()

    // Opening the list reads nothing; opening what it tells does, in the other page too.
    await bell().click()
    const item = user.page.getByRole('button', {
      name: new RegExp(actor.t('people.notifications.said.mentioned', { who: 'Claire Vasseur', what: action.identifier })),
    })
    await item.waitFor()
    expect(await unread()).toBe(before + 1)
    expect(await violations(user.page)).toEqual([])
    await item.click()
    await user.page.waitForURL(new RegExp(`id=${action.id}`))
    await user.page.getByRole('button', { name: named(await unread()) }).waitFor()
    expect(await unread()).toBeLessThanOrEqual(before)
    await second.getByRole('button', { name: named(await unread()) }).waitFor()
    await second.close()
  })

  test('the panel leads to all of them; one is put back as unread, and the figure of the tray is that of the page', async () => {
    const { page } = user
    const { t } = actor
    await bell().click()
    await page.getByRole('button', { name: t('app.notifications.see_all'), exact: true }).click()
    await page.waitForURL(/\/notifications/)
    const which = (count: number) => page.getByRole('radio', { name: `${t('people.notifications.page.unread')} ${count}` })
    const before = await unread()
    await which(before).waitFor({ state: 'attached' })
    const read = page.getByRole('row').filter({ hasText: t('people.notifications.page.state.read'), hasNotText: t('people.notifications.page.state.unread') })
    await read.first().getByRole('checkbox').check({ force: true })
    await page.getByRole('button', { name: t('people.notifications.page.not_read'), exact: true }).click()
    await which(before + 1).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: named(before + 1) }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: t('people.notifications.page.all_read'), exact: true }).click()
    await page.getByRole('button', { name: named(0) }).waitFor()
    await which(0).waitFor({ state: 'attached' })
  })

  test('a page that arrives late leaves the panel open that somebody opened meanwhile', async () => {
    const { page } = pilot
    await pilot.open('/home')
    await settled(page)
    let arrive: (() => void) | undefined
    const late = new Promise<void>((resolve) => (arrive = resolve))
    let held = 0
    await page.route(/\.js$/, (route) => {
      held += 1
      return late.then(() => route.continue())
    })
    await page.getByRole('banner').locator('a[href="/reviews"]').click()
    await expect.poll(() => held).toBeGreaterThan(0)
    await bell(page).click()
    const panel = page.getByRole('dialog', { name: by.t('app.notifications.title') })
    await panel.waitFor()
    arrive?.()
    await page.getByRole('heading', { name: by.t('reviews.pages.reviews'), exact: true, level: 1 }).waitFor()
    await settled(page)
    await panel.getByRole('button', { name: by.t('app.notifications.see_all'), exact: true }).waitFor({ timeout: 5000 })
    await page.unroute(/\.js$/)
  })

  test('each kind is chosen on the profile, kept at once and taken back', async () => {
    const { page } = user
    const { t } = actor
    await user.open('/profile')
    const kind = t('people.notifications.kinds.commented')
    const mail = page.getByRole('combobox', { name: t('people.notifications.mail_of', { kind }) })
    const shown = page.getByRole('switch', { name: t('people.notifications.in_app_of', { kind }) })
    const storedChoice = async () =>
      (await user.api<{ object: { choices: { kind: string }[] } }>('GET', '/user/notifications')).object.choices.find((choice) => choice.kind === 'commented')
    await mail.selectOption('NEVER')
    await expect.poll(storedChoice).toMatchObject({ mail: 'NEVER', in_app: true })
    await page
      .getByRole('button', { name: t('people.profile.undo'), exact: true })
      .last()
      .click()
    await expect.poll(storedChoice).toMatchObject({ mail: 'DAILY' })
    expect(await mail.inputValue()).toBe('DAILY')
    await shown.click({ force: true })
    await expect.poll(storedChoice).toMatchObject({ in_app: false })
    // The row of everything sets all that may be set.
    const all = t('people.notifications.all')
    await page.getByRole('combobox', { name: t('people.notifications.mail_of', { kind: all }) }).selectOption('WEEKLY')
    await expect.poll(storedChoice).toMatchObject({ mail: 'WEEKLY', in_app: false })
    await page.getByRole('switch', { name: t('people.notifications.in_app_of', { kind: all }) }).click({ force: true })
    await expect.poll(storedChoice).toMatchObject({ in_app: true })
    for (const width of [390, 1440] as const) {
      await page.setViewportSize(sizes[width])
      await settled(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })

  test('the link of a mail ends mails of its kind once that is confirmed, without signing in', async () => {
    const { t } = actor
    const { user: own } = await user.api<{ user: { member_id: number } }>('GET', '/auth/check')
    const token = leavingToken(new Secrets(testKey), { customerId: customer, memberId: own.member_id, cadence: 'WEEKLY' }, new Date())
    const daily = async () => (await user.api<{ object: { weekly: boolean } }>('GET', '/user/notifications')).object.weekly
    const somebody = await visit({ lang, width: 390 })
    await somebody.open(`/unsubscribe/${token}`)
    await somebody.page.getByText(t('people.unsubscribe.ends.WEEKLY')).waitFor()
    expect(await daily()).toBe(true)
    expect(await violations(somebody.page)).toEqual([])
    await somebody.page.getByRole('button', { name: t('people.unsubscribe.leave'), exact: true }).click()
    await somebody.page.getByText(t('people.unsubscribe.ended.WEEKLY')).waitFor()
    expect(await daily()).toBe(false)
    await somebody.open('/unsubscribe/nothing')
    await somebody.page.getByText(t('people.errors.unsubscribe_link')).waitFor()
    expect(somebody.complaints.splice(0).filter((complaint) => !complaint.includes('404'))).toEqual([])
    await somebody.close()
  })
})
