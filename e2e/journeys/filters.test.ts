/** The filters of a list as chips, in every view, by keyboard; and the same list on a telephone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'

const lang = 'fr'
const mark = `Puces ${Date.now().toString(36)}`

describe('the filters of a list', () => {
  let pilot: Visitor
  let actor: Actor
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    const { objects } = await pilot.api<{ objects: { id: number }[] }>('GET', '/program?limit=1')
    for (const [name, priority] of [
      ['une', 100],
      ['deux', 100],
      ['trois', 50],
    ] as const)
      await pilot.api('POST', '/remediation', { name_fr: `${mark} ${name}`, program: objects[0]?.id, priority })
  })
  afterAll(() => pilot.close())

  test('are chips in every view: added, changed and taken away by keyboard, and an empty list says which hides most', async () => {
    const { page } = pilot
    const { t } = actor
    const shown = page.getByRole('group', { name: t('kit.filters.in_force') })
    const chip = (field: string) => shown.locator('[data-chip]').filter({ hasText: t(`actions.entities.remediation.fields.${field}`) })
    await pilot.open(`/actions/filtered?search=${encodeURIComponent(mark)}`)
    await actor.row('trois').waitFor()
    // From the page itself to the first row.
    let stops = 0
    await page.locator('#main').focus()
    while (stops < 20 && !(await page.evaluate(() => document.activeElement?.matches('[data-row]')))) {
      await page.keyboard.press('Tab')
      stops += 1
    }
    expect(stops).toBeLessThan(15)
    await page.keyboard.press('Shift+F')
    await page.keyboard.type(t('actions.entities.remediation.fields.date_locked'))
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: new RegExp(`^${t('kit.yes')}`) }).press(' ')
    await page.keyboard.press('Escape')
    // Nothing is locked: no column says so, the chip does.
    await page.getByText(t('kit.filters.most')).waitFor()
    await page.getByRole('button', { name: t('kit.filters.fewer', { name: t('actions.entities.remediation.fields.date_locked') }) }).click()
    await actor.row('trois').waitFor()
    // The other views ask the same.
    await pilot.open(`/actions/filtered?view=board&search=${encodeURIComponent(mark)}&filters=${encodeURIComponent('{"priority":[100],"closed":[false]}')}`)
    await shown
      .getByText(t('kit.filters.shown', { total: 2, all: 0 }).split(' ')[0] ?? '')
      .first()
      .waitFor()
    expect(await shown.locator('[data-chip]').count()).toBe(2)
    await chip('priority').getByRole('button').first().focus()
    await page.keyboard.press('Delete')
    await expect.poll(() => shown.locator('[data-chip]').count()).toBe(1)
    expect(
      await chip('closed')
        .getByRole('button')
        .first()
        .evaluate((button) => button === document.activeElement),
    ).toBe(true)
    await page.getByText(`${mark} trois`).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
  })

  test('on a telephone a list is two lines a row, and a tap opens', async () => {
    const { page } = pilot
    const { t } = actor
    await page.setViewportSize(sizes[390])
    await pilot.open(`/actions/filtered?search=${encodeURIComponent(mark)}`)
    const rows = page.getByRole('listitem').filter({ hasText: mark })
    await expect.poll(() => rows.count()).toBe(3)
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await violations(page)).toEqual([])
    await rows.first().click()
    await actor.panel('actions.entities.remediation').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: new RegExp(`^${t('kit.table.filters')}`) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('kit.filters.show', { count: 3 }) })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('on a telephone a long press begins to select, and the selected rows are changed together', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`/actions/filtered?search=${encodeURIComponent(mark)}`)
    const rows = page.getByRole('listitem').filter({ hasText: mark })
    await expect.poll(() => rows.count()).toBe(3)
    const named = (count: number) => page.getByRole('group', { name: t('kit.table.rows_selected', { count }) })
    await rows.first().dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 40, clientY: 300, bubbles: true })
    await named(1).waitFor()
    await rows.first().dispatchEvent('pointerup', { pointerType: 'touch', bubbles: true })
    await rows.nth(1).getByRole('checkbox').click()
    await named(2)
      .getByRole('button', { name: t('kit.filters.select_all', { count: 3 }) })
      .click()
    await named(3).waitFor()
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await violations(page)).toEqual([])
    await named(3)
      .getByRole('button', { name: t('kit.table.bulk_edit') })
      .click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The innermost first: the next one ends the selection.
    await page.keyboard.press('Escape')
    await named(3).waitFor({ state: 'detached' })
    await rows.first().click()
    await actor.panel('actions.entities.remediation').waitFor()
    await page.setViewportSize(sizes[1440])
  })
})
