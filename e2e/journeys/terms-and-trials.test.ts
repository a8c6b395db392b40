/** What the provider asks and shows: terms of use before anything else, a message beside the sign-in form, settings of the instance; and what an organisation tries. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, visit, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const hostile = '<img src=x onerror="window.hit=1"> <script>window.hit=1</script> [link](javascript:window.hit=1)'

describe.each(spoken)('terms and trials in %s', (lang) => {
  const mark = `Z${Date.now().toString(36)}${lang}`
  let root: Visitor
  let pilot: Visitor
  let actor: Actor
  const instance = { id: 0 }

  beforeAll(async () => {
    root = await signIn('root@vigie.example', { lang })
    await root.api('PUT', '/user/customer', { customer_id: null })
    await root.api('PUT', '/user/language', { lang })
    // An instance of its own, so that nobody else is asked.
    const made = await root.api<{ object: { id: number } }>('POST', '/instance', { name: `Instance ${mark}` })
    instance.id = made.object.id
    actor = actorOn(root.page, lang)
    // Somebody who works in an organisation there.
    const { object } = await root.api<{ object: { id: number } }>('POST', '/customer', { name: `Organisation ${mark}`, instance_id: made.object.id, lang })
    pilot = await signIn('root@vigie.example', { lang })
    await pilot.api('PUT', '/user/customer', { customer_id: object.id })
    await pilot.api('PUT', '/user/language', { lang })
  })
  afterEach(() => {
    // The browser says of what was taken out of a hostile text that it would not have run it.
    const others = [...root.complaints.splice(0), ...pilot.complaints.splice(0)].filter(
      (complaint) => !complaint.startsWith('Executing inline event handler violates'),
    )
    expect(others).toEqual([])
  })
  afterAll(async () => {
    await root.api('PUT', '/login_message/1', {
      title_en: null,
      title_fr: null,
      content_en: null,
      content_fr: null,
      label_button_en: null,
      label_button_fr: null,
      link_id_en: null,
      link_id_fr: null,
    })
    await root.api('DELETE', '/login_message/logo/1')
    await root.close()
    await pilot.close()
  })

  test('settings of the instance are kept', async () => {
    const { page } = root
    await root.open('/admin/customer')
    await page
      .getByRole('row')
      .filter({ hasText: `Organisation ${mark}` })
      .filter({ hasText: `Instance ${mark}` })
      .waitFor()
    await root.open('/admin/instance')
    const chooser = page.getByRole('combobox', { name: actor.t('tenancy.instance.choose') })
    await chooser.click()
    await page.getByRole('option', { name: `Instance ${mark}` }).click()
    const history = page.getByLabel(actor.t('tenancy.instance.fields.password_history'))
    await history.fill('7')
    await actor.press(actor.t('kit.actions.save'))
    await actor.expectToast(actor.t('kit.messages.saved'))
    const { objects } = await root.api<{ objects: { id: number; password_history: number }[] }>('GET', '/instance')
    expect(objects.find(({ id }) => id === instance.id)).toMatchObject({ password_history: 7 })
    expect(objects.find(({ id }) => id !== instance.id)?.password_history).not.toBe(7)
  })

  test('terms are published from the page, in both languages', async () => {
    const { page } = root
    const { t } = actor
    await page.getByLabel(t('tenancy.terms.text_en')).fill(`# Terms ${mark}\n\n${hostile}`)
    // A long text is not lost by a click elsewhere, nor by somebody else's being published first.
    await page
      .getByRole('navigation', { name: t('app.sidebar.label') })
      .getByRole('link', { name: t('tenancy.pages.customers') })
      .click()
    await page.getByRole('alertdialog').getByText(t('kit.confirm.discard_changes')).waitFor()
    await page.keyboard.press('Escape')
    await root.api('POST', `/instance/${instance.id}/terms`, { text_en: 'Too soon', text_fr: null })
    await actor.press(t('tenancy.terms.publish'))
    await actor.press(t('tenancy.terms.publish'), page.getByRole('alertdialog'))
    await actor.expectToast(t('kit.errors.stale'))
    await page
      .getByRole('list', { name: t('tenancy.terms.versions') })
      .getByRole('listitem')
      .waitFor()
    expect(await page.getByLabel(t('tenancy.terms.text_en')).inputValue()).toContain(`# Terms ${mark}`)
    await page.getByLabel(t('tenancy.terms.text_fr')).fill(`# Conditions ${mark}\n\n${hostile}`)
    await actor.press(t('tenancy.terms.publish'))
    await actor.press(t('tenancy.terms.publish'), page.getByRole('alertdialog'))
    await actor.expectToast(t('tenancy.messages.terms_published'))
    await page
      .getByRole('list', { name: t('tenancy.terms.versions') })
      .getByRole('listitem')
      .nth(1)
      .waitFor()
    // What is published is nothing to be asked about.
    await page
      .getByRole('navigation', { name: t('app.sidebar.label') })
      .getByRole('link', { name: t('tenancy.pages.customers') })
      .click()
    await page.waitForURL(/\/admin\/customer$/)
  })

  test('touching the name of an organisation opens what is known of it, from there its settings, and enters nothing', async () => {
    const { page } = root
    const { t } = actor
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: t('tenancy.customer.enter') }) })
    await row.first().getByRole('gridcell').first().click()
    await actor.press(t('tenancy.customer.settings'))
    const settings = page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name: t('tenancy.customer.fields.name') }) })
    await settings.waitFor()
    await actor.press(t('kit.actions.cancel'), settings)
    await settings.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/admin/customer')
  })

  test('an organisation that is being written is not lost by Cancel or Escape (SHL-32)', async () => {
    const { page } = root
    const { t } = actor
    await actor.press(t('tenancy.customer.new'))
    const dialog = page.getByRole('dialog', { name: t('tenancy.customer.new') })
    const name = dialog.getByRole('textbox', { name: t('tenancy.customer.fields.name') })
    await actor.press(t('kit.actions.cancel'), dialog)
    await dialog.waitFor({ state: 'detached' })
    await actor.press(t('tenancy.customer.new'))
    await name.fill(`Kept ${mark}`)
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog')
    await question.getByText(t('kit.confirm.save_changes')).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe(`Kept ${mark}`)
    await actor.press(t('kit.actions.cancel'), dialog)
    await actor.press(t('kit.actions.save'), question)
    await dialog.waitFor({ state: 'detached' })
    await actor.row(`Kept ${mark}`).first().waitFor()
  })

  test('an administrator writes the login message, which the sign-in page shows without running anything', async () => {
    const { page } = root
    const { t } = actor
    await root.open('/admin/login-message')
    await page.getByRole('radio', { name: t(`kit.language.${lang}`) }).check({ force: true })
    await page.getByRole('textbox', { name: t('tenancy.login_message.fields.title'), exact: true }).fill(`News ${mark}`)
    await page.getByLabel(t('tenancy.login_message.fields.content'), { exact: true }).fill(`**Read** ${hostile}`)
    await page.getByRole('textbox', { name: t('tenancy.login_message.fields.label_button'), exact: true }).fill('Open')
    await page.getByRole('textbox', { name: t('tenancy.login_message.fields.link_id'), exact: true }).fill('javascript:alert(1)')
    await actor.press(t('kit.actions.save'))
    await page.getByText(t('tenancy.errors.link')).first().waitFor()
    await page.getByRole('textbox', { name: t('tenancy.login_message.fields.link_id'), exact: true }).fill('/doc')
    // The other language may stay empty.
    await actor.press(t('kit.actions.save'))
    await actor.expectToast(t('kit.messages.saved'))
    await page.setInputFiles('input[type=file]', { name: 'logo.png', mimeType: 'image/png', buffer: png })
    await page.getByRole('img', { name: t('tenancy.login_message.image_alt') }).waitFor()
    // Whoever reads the other language sees this one, and the preview says so.
    const elsewhere = lang === 'en' ? 'fr' : 'en'
    const names = { language: t(`kit.language.${elsewhere}`), other: t(`kit.language.${lang}`) }
    await page.getByRole('radio', { name: names.language }).check({ force: true })
    await page.getByText(t('tenancy.login_message.preview_other', names)).waitFor()
    await page.getByRole('heading', { name: `News ${mark}` }).waitFor()
    expect(await violations(page)).toEqual([])

    const stranger = await visit({ lang })
    await stranger.open('/login')
    const panel = stranger.page.getByRole('complementary', { name: t('app.login.message') })
    await panel.getByRole('heading', { name: `News ${mark}` }).waitFor()
    expect(await panel.locator('strong').textContent()).toBe('Read')
    expect(await panel.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/doc')
    expect(await panel.locator('script, [onerror], a[href^="javascript:"]').count()).toBe(0)
    expect(await stranger.page.evaluate(() => 'hit' in globalThis)).toBe(false)
    expect(await violations(stranger.page)).toEqual([])
    // Where the button leads may be said in one language alone.
    const other = lang === 'en' ? 'fr' : 'en'
    await root.api('PUT', '/login_message/1', { [`link_id_${lang}`]: null, [`link_id_${other}`]: '/cgu' })
    await stranger.page.setViewportSize(sizes[390])
    await stranger.open('/login')
    expect(await panel.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/cgu')
    expect(await panel.getByRole('heading', { name: `News ${mark}` }).isVisible()).toBe(true)
    expect(await stranger.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect(await violations(stranger.page)).toEqual([])
    await stranger.close()
  })

  test('terms block everything until they are accepted, and a new version asks again', async () => {
    const { t } = actor
    const publish = async (text: string) =>
      (await root.api<{ object: { version: number } }>('POST', `/instance/${instance.id}/terms`, { text_en: text, text_fr: text })).object.version
    const version = await publish(`# First ${mark}`)
    await pilot.page.goto('/org/modeling')
    const dialog = pilot.page.getByRole('dialog', { name: t('tenancy.terms.title') })
    await dialog.getByRole('heading', { name: `First ${mark}` }).waitFor()
    await pilot.page.keyboard.press('Escape')
    await pilot.page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(true)
    expect(await violations(pilot.page)).toEqual([])
    const download = pilot.page.waitForEvent('download')
    await dialog.getByRole('button', { name: t('tenancy.terms.download') }).click()
    expect((await download).suggestedFilename()).toBe(`${t('tenancy.terms.file', { version: String(version) })}.md`)
    await dialog.getByRole('button', { name: t('tenancy.terms.accept') }).click()
    await dialog.waitFor({ state: 'detached' })
    await pilot.page.getByRole('main').getByText(`Organisation ${mark}`).first().waitFor()

    await publish(`# Second ${mark}`)
    // Whatever is asked next is refused, and the page asks for the terms by itself.
    await pilot.open('/cgu')
    await dialog.getByRole('heading', { name: `Second ${mark}` }).waitFor()
    await dialog.getByRole('button', { name: t('tenancy.terms.accept') }).click()
    await dialog.waitFor({ state: 'detached' })
    await pilot.page
      .getByRole('article')
      .getByRole('heading', { name: `Second ${mark}` })
      .waitFor()
    await settled(pilot.page)
    expect(await violations(pilot.page)).toEqual([])
  })

  test('an add-on is offered for trial where one looks for it; a pilot asks for an appointment about it', async () => {
    const { t } = actor
    const type = lang === 'en' ? 'ISP' : 'RISK_ANALYSIS'
    const own = actorOn(pilot.page, lang)
    await pilot.open('/admin/preferences')
    const card = pilot.page.getByRole('region', { name: t(`tenancy.trial.types.${type}`), exact: true })
    const dialog = pilot.page.getByRole('dialog', { name: t(`tenancy.trial.types.${type}`) })
    await own.press(t('tenancy.trial.open'), card)
    await dialog.getByRole('button', { name: t('tenancy.trial.start') }).waitFor()
    expect(await violations(pilot.page)).toEqual([])
    await own.press(t('tenancy.trial.appointment'), dialog)
    await dialog.getByLabel(t('tenancy.trial.comment')).fill('Soon')
    await own.press(t('tenancy.trial.send'), dialog)
    await own.expectToast(t('tenancy.messages.appointment'))
  })

  test('the organisation asks more of its people than its instance', async () => {
    const { t } = actor
    const own = actorOn(pilot.page, lang)
    await pilot.page.getByLabel(t('tenancy.settings.password_max_age')).fill('400')
    await own.press(t('kit.actions.save'))
    await pilot.page
      .getByText(t('tenancy.errors.password_age', { days: '180' }))
      .first()
      .waitFor()
    await pilot.page.getByLabel(t('tenancy.settings.password_max_age')).fill('')
    await own.press(t('kit.actions.save'))
    await own.expectToast(t('kit.messages.saved'))
  })

  test('the organisation shows its logo; a drawing that may run is refused with what to do, and a removal is undone', async () => {
    const { page } = pilot
    const { t } = actor
    const own = actorOn(page, lang)
    const block = page.getByRole('region', { name: t('tenancy.settings.logo'), exact: true })
    const shown = block.getByRole('img', { name: t('tenancy.settings.logo') })
    const give = (name: string, mimeType: string, buffer: Buffer) => block.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
    await give('mark.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await own.expectToast(new RegExp(`mark.svg.+${t('tenancy.errors.picture').slice(-20)}`))
    await give('mark.png', 'image/png', png)
    await shown.waitFor()
    const header = page.locator('header img')
    await header.waitFor()
    await own.press(t('tenancy.settings.remove_logo'), block)
    await own.expectToast(t('tenancy.settings.logo_removed'))
    await shown.waitFor({ state: 'detached' })
    await header.waitFor({ state: 'detached' })
    await own.press(t('kit.actions.undo'))
    await shown.waitFor()
    await header.waitFor()
    expect(await violations(page)).toEqual([])
  })
})
