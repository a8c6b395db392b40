/** What a security manager puts together for the board: built by the keys alone, published, opened by a link on a phone; what was published stays as it was. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, visit, type Visitor } from '#e2e/browser.ts'
import { handsOn } from '#e2e/hands.ts'
import { spoken, wordsIn } from '#e2e/words.ts'

describe.each(spoken)('a dashboard in %s', (lang) => {
  const name = `Comité ${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let actor: Actor
  let id: number
  let link: string
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
  })
  afterEach(() => expect(pilot.complaints.splice(0)).toEqual([]))
  afterAll(() => pilot.close())

  test('is built by the keys alone: from a template, a block moved, one added', async () => {
    const { page } = pilot
    const { t } = actor
    id = (await pilot.api<{ object: { id: number } }>('POST', '/dashboard', { name_en: name, name_fr: name })).object.id
    await pilot.open(`/reporting/dashboards/${id}/builder`)
    const hands = handsOn(page, 'keys')
    await hands.press(page.getByRole('button', { name: t('reporting.builder.template') }))
    await hands.press(page.getByRole('menuitem', { name: t('reporting.builder.templates.board') }))
    const section = page.getByRole('region', { name: lang === 'fr' ? 'Où nous en sommes' : 'Where we stand', exact: true })
    const titles = () => section.getByRole('group').getByRole('heading').allTextContents()
    await expect.poll(titles).toHaveLength(4)
    const [first, second] = await titles()
    // Space lifts it, an arrow moves it, Space drops it.
    await hands.press(section.getByRole('button', { name: t('reporting.builder.lift', { name: first ?? '' }) }))
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await titles()).slice(0, 2)).toEqual([second, first])
    await page.keyboard.press('Space')
    // Behind the block that had the focus last.
    const blocks = page.getByRole('button', { name: t('reporting.builder.duplicate') })
    const many = await blocks.count()
    await hands.press(page.getByRole('button', { name: t('reporting.builder.add_block', { name: t('reporting.blocks.KPI') }) }))
    await expect.poll(() => blocks.count()).toBe(many + 1)
    await page.keyboard.press('Control+z')
    await expect.poll(() => blocks.count()).toBe(many)
    await settled(page)
    expect(await violations(page)).toEqual([])
  })

  test('is published with what is said of it, and its figures open what they count', async () => {
    const { page } = pilot
    const { t } = actor
    const hands = handsOn(page, 'keys')
    await hands.press(page.getByRole('button', { name: t('reporting.builder.publish') }))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('reporting.builder.note')).fill('Premier trimestre')
    expect(await violations(page)).toEqual([])
    await hands.press(dialog.getByRole('button', { name: t('reporting.builder.publish').replace('…', ''), exact: true }))
    await page.waitForURL(/viewer/)
    await page
      .getByText(t('reporting.viewer.figures_of', { number: 1, at: '' }).trim())
      .first()
      .waitFor()
    await page.getByText('Premier trimestre').waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    const title = lang === 'fr' ? 'Actions en retard' : 'Late actions'
    const figure = page.getByRole('group', { name: title }).getByRole('link').first()
    const counted = Number((await figure.textContent())?.replaceAll(/\D/g, ''))
    await figure.click()
    await page.waitForURL(/remediation|actions/)
    await settled(page)
    expect((await page.locator('main').textContent())?.replaceAll(/[\s  ]/g, '')).toContain(String(counted))
    await page.goBack()
  })

  test('opens by a link on a phone, without an account, until it is taken back', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`/reporting/dashboards/${id}/viewer`)
    await actor.press(t('reporting.viewer.share'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('reporting.share.name')).fill('Administrateurs')
    await actor.press(t('reporting.share.create'), dialog)
    link = await dialog.getByRole('textbox', { name: t('reporting.share.copy') }).inputValue()
    expect(await violations(page)).toEqual([])
    const director = await visit({ lang: 'fr', width: 390 })
    const fr = wordsIn('fr')
    await director.open(new URL(link).pathname)
    await director.page.getByRole('heading', { level: 1, name }).waitFor()
    await director.page.getByRole('group', { name: 'Actions en retard' }).waitFor()
    // Nothing leads into the organisation.
    expect(await director.page.locator('main a').count()).toBe(0)
    expect(await violations(director.page)).toEqual([])
    expect(director.complaints.splice(0)).toEqual([])
    await actor.press(t('reporting.share.revoke'), dialog)
    await actor.press(t('reporting.share.revoke'), page.getByRole('alertdialog'))
    await actor.expectToast(t('reporting.messages.revoked'))
    await director.page.reload()
    await director.page
      .getByRole('alert')
      .filter({ hasText: fr('reporting.errors.invalid_token') })
      .waitFor()
    await director.close()
  })

  test('a link with a code opens with that code alone, by the keys', async () => {
    const name = `Code ${Date.now().toString(36)}${lang}`
    const { object } = await pilot.api<{ object: { id: number; url: string } }>('POST', `/dashboard/${id}/share`, { name, code: 'Conseil2026' })
    const director = await visit({ lang: 'fr', width: 390 })
    const { page } = director
    const fr = wordsIn('fr')
    await director.open(new URL(object.url).pathname)
    const code = page.getByRole('textbox', { name: fr('reporting.shared_page.code') })
    expect(await violations(page)).toEqual([])
    await code.fill('Conseil2025')
    await settled(page)
    await page.keyboard.press('Enter')
    await page.locator('[aria-invalid=true]').waitFor()
    await code.fill('Conseil2026')
    await settled(page)
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Actions en retard' }).waitFor()
    expect(director.complaints.splice(0)).toEqual([])
    await director.close()
    await pilot.api('POST', `/dashboard_link/${object.id}/revoke`, {})
  })
})
