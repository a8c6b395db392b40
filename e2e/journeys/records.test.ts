/** A record beside its list: a page to read, and a form for whoever asks for one. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'
import { spoken } from '#e2e/words.ts'

const list = '/admin/catalog/measures'

describe.each(spoken)('a record in %s', (lang) => {
  const mark = `Zr${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let actor: Actor

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    const { objects } = await pilot.api<{ objects: { id: number }[] }>('GET', '/category?limit=1')
    for (const name of ['Cedar', 'Alder'])
      await pilot.api('POST', '/solution', { category: objects[0]?.id, name_en: `${mark} ${name}`, name_fr: `${mark} ${name}`, nature: 'technical' })
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(() => pilot.close())

  test('a record is a page to read; E makes a form of it, which says what was changed and gives the focus back', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`${list}?search=${mark}`)
    await actor.row('Cedar').click()
    const panel = actor.panel('catalog.entities.solution')
    const fields = panel.getByRole('tabpanel').locator('input, textarea, [role=combobox]')
    const save = panel.getByRole('button', { name: t('kit.actions.save'), exact: true })
    const edit = panel.getByRole('toolbar').getByRole('button', { name: t('kit.actions.edit'), exact: true })
    await panel.locator('summary').waitFor()
    expect([await fields.count(), await save.count(), await edit.count()]).toEqual([0, 0, 1])
    await page.keyboard.press('e')
    const name = panel.getByRole('textbox', { name: new RegExp(`^${t('catalog.entities.solution.fields.name')}`) }).first()
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    expect([await panel.getByRole('tab').count(), await edit.count()]).toEqual([0, 0])
    expect(await save.isDisabled()).toBe(true)
    await name.fill(`${mark} Cedar read`)
    await panel
      .getByRole('status')
      .getByText(t('kit.record.fields_changed', { count: 1 }))
      .waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    // Escape leads back to reading, and never without asking.
    await page.keyboard.press('Escape')
    await actor.press(t('kit.actions.discard'), page.getByRole('alertdialog', { name: t('kit.confirm.discard_changes') }))
    await panel.getByRole('heading', { name: `${mark} Cedar`, exact: true }).waitFor()
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => name.inputValue()).toBe(`${mark} Cedar`)
    await name.fill(`${mark} Cedar read`)
    await page.keyboard.press('Control+Enter')
    await panel.getByRole('heading', { name: `${mark} Cedar read`, exact: true }).waitFor()
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await fields.count()).toBe(0)
    // From its row it opens as a form, and whoever leaves that is back at the list.
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await actor.row('Alder').hover()
    await actor
      .row('Alder')
      .getByRole('button', { name: new RegExp(`^${t('kit.actions.edit')}`) })
      .first()
      .click()
    await expect.poll(() => name.inputValue()).toBe(`${mark} Alder`)
    await actor.press(t('kit.actions.cancel'), panel)
    await panel.waitFor({ state: 'detached' })
  })

  test('changes that were not saved are not lost by a click', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`${list}?search=${mark}`)
    await actor.row('Cedar').click()
    const panel = actor.panel('catalog.entities.solution')
    const name = panel.getByRole('textbox', { name: new RegExp(`^${t('catalog.entities.solution.fields.name')}`) }).first()
    await actor.edit(panel)
    await name.fill(`${mark} half written`)
    await actor.row('Alder').click()
    const question = page.getByRole('alertdialog', { name: t('kit.confirm.discard_changes') })
    await actor.press(t('kit.confirm.keep_editing'), question)
    expect(await name.inputValue()).toBe(`${mark} half written`)
    await actor.row('Alder').click()
    await actor.press(t('kit.actions.discard'), question)
    await panel.getByRole('heading', { name: `${mark} Alder` }).waitFor()

    // Cancel asks another question (SHL-32), and leads back to reading.
    await actor.edit(panel)
    const cancel = () => actor.press(t('kit.actions.cancel'), panel)
    const saving = page.getByRole('alertdialog', { name: t('kit.confirm.save_changes') })
    await name.fill(`${mark} Alder never`)
    await cancel()
    await saving.waitFor()
    await page.keyboard.press('Escape')
    expect(await name.inputValue()).toBe(`${mark} Alder never`)
    await cancel()
    await actor.press(t('kit.actions.discard'), saving)
    await panel.getByRole('tab').first().waitFor()
    await actor.edit(panel)
    await expect.poll(() => name.inputValue()).toBe(`${mark} Alder`)
    await name.fill(`${mark} Alder anew`)
    await cancel()
    await actor.press(t('kit.actions.save'), saving)
    await panel.getByRole('heading', { name: `${mark} Alder anew` }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  test.each([1440, 390] as const)('its verbs stand on one line of a window %i wide, the main one first in sight, the rest under More', async (width) => {
    const { page } = pilot
    const { t } = actor
    await page.setViewportSize(sizes[width])
    const row = page.locator(width === 390 ? '[data-phone-row]' : '[role=grid] tbody [data-row]').first()
    const bar = page.getByRole('toolbar', { name: t('kit.record.verbs'), exact: true })
    const more = bar.getByRole('button', { name: t('kit.record.more'), exact: true })
    let hidden = 0
    for (const path of ['/actions/filtered', '/ops/gaps/all', '/ops/exemptions/all', '/org/security-bases', '/org/risks/all']) {
      await pilot.open(path)
      await (width === 390 ? row.getByRole('button').first() : row).click()
      await bar.waitFor()
      await settled(page)
      const places = await bar
        .locator(':scope > button')
        .evaluateAll((buttons) => buttons.map((button) => [button.getBoundingClientRect().top, button.getBoundingClientRect().right] as const))
      expect([path, new Set(places.map(([top]) => Math.round(top))).size]).toEqual([path, 1])
      expect(Math.max(...places.map(([, right]) => right))).toBeLessThanOrEqual(width)
      if ((await more.count()) === 0) continue
      hidden += 1
      await more.click()
      expect(await page.getByRole('menuitem').count()).toBeGreaterThan(0)
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
    expect(hidden).toBeGreaterThan(1)
    await page.setViewportSize(sizes[1440])
  })

  test('what was deleted is not asked for again by what is still on screen of it', async () => {
    const { page } = pilot
    const { t } = actor
    const [program] = (await pilot.api<{ objects: { id: number }[] }>('GET', '/program?limit=1')).objects
    await pilot.api('POST', '/remediation', { name_en: `${mark} gone`, name_fr: `${mark} gone`, program: program?.id })
    await pilot.open(`/actions/filtered?search=${mark}`)
    await actor.row('gone').click()
    const panel = actor.panel('actions.entities.remediation')
    await panel.getByRole('tab').nth(1).click()
    await settled(page)
    const missed: string[] = []
    page.on('response', (answer) => {
      if (answer.status() === 404) missed.push(new URL(answer.url()).pathname)
    })
    await actor.press(t('kit.actions.delete'), panel)
    await actor.press(t('kit.actions.delete'), page.getByRole('alertdialog'))
    await panel.waitFor({ state: 'detached' })
    await settled(page)
    expect(missed).toEqual([])
  })
})
