/** The organisation as a tree: walked by keys, shaped by menu and by dragging. */
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sizes, settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('the organisation in %s', (lang) => {
  const mark = `Q${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let actor: Actor
  const ids: Record<string, number> = {}

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    // The whole tree at once: a drag across a scrolling list is another matter.
    await pilot.page.setViewportSize({ width: 1440, height: 1800 })
    const { objects } = await pilot.api<{ objects: { id: number; parent: object | null }[] }>('GET', '/perimeter?limit=200')
    const root = objects.find((perimeter) => perimeter.parent === null)?.id
    for (const name of ['East', 'West', 'Dock']) {
      const parent = name === 'Dock' ? ids.East : root
      const { object } = await pilot.api<{ object: { id: number } }>('POST', '/perimeter', {
        name_en: `${name} ${mark}`,
        name_fr: `${name} ${mark}`,
        type: 'INTERNAL',
        parent,
      })
      ids[name] = object.id
    }
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(async () => {
    for (const name of ['Dock', 'East', 'West']) await pilot.api('DELETE', `/perimeter/${ids[name]}`).catch(() => undefined)
    await pilot.close()
  })

  const line = (name: string) => pilot.page.getByRole('treeitem').filter({ hasText: `${name} ${mark}` })
  /** Twice over the target: browsers tell it of the drag at the second move only. */
  async function drag(name: string, onto: string) {
    const { page } = pilot
    // Where it is taken and where it is let go stand in one view: what scrolls under a held button lies elsewhere by then.
    await page.setViewportSize({ width: sizes[1440].width, height: 2000 })
    await line(name).scrollIntoViewIfNeeded()
    // Where the last drag began lies a speck over the page until the pointer moves; looking for what is under it comes before the move.
    await page.mouse.move(0, 0)
    await line(name).hover()
    await page.mouse.down()
    await line(onto).hover()
    await line(onto).hover({ position: { x: 60, y: 10 } })
    await page.mouse.up()
    await settled(page)
    await page.setViewportSize(sizes[1440])
  }
  const parentOf = async (name: string) => (await pilot.api<{ object: { parent: { id: number } | null } }>('GET', `/perimeter/${ids[name]}`)).object.parent?.id

  test('arrows walk the tree, close and open branches, and Enter opens the form', async () => {
    const { page } = pilot
    await pilot.open('/org/modeling')
    const tree = page.getByRole('tree')
    await tree.focus()
    const active = () => tree.getAttribute('aria-activedescendant')
    for (let steps = 0; steps < 60 && (await active()) !== `perimeter-${ids.East}`; steps += 1) await page.keyboard.press('ArrowDown')
    expect(await line('East').getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowLeft')
    await line('Dock').waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
    await line('Dock').waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await active()).toBe(`perimeter-${ids.Dock}`)
    await page.keyboard.press('Enter')
    await actor
      .panel('organisation.entities.perimeter')
      .getByRole('heading', { name: `Dock ${mark}` })
      .waitFor()
    await page.keyboard.press('Escape')
    await actor.panel('organisation.entities.perimeter').waitFor({ state: 'detached' })
  })

  test('the menu moves a perimeter', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/org/modeling')
    await line('Dock')
      .getByRole('button', { name: t('kit.actions.more') })
      .click()
    await page.getByRole('menuitem', { name: t('organisation.tree.move') }).click()
    const dialog = page.getByRole('dialog')
    await actor.choose(dialog.getByLabel(t('organisation.tree.move_target')).first(), `West ${mark}`)
    // What it changes is said before: who reaches it, and which scores.
    await dialog.getByText(t('organisation.tree.moves_scores', { from: `East ${mark}`, to: `West ${mark}` })).waitFor()
    await actor.press(t('organisation.tree.move_run'), dialog)
    await actor.expectToast(t('organisation.tree.moved', { name: `Dock ${mark}`, parent: `West ${mark}` }))
    expect(await parentOf('Dock')).toBe(ids.West)
  })

  test('dragging moves a perimeter, but never below itself', async () => {
    const { t } = actor
    await pilot.open('/org/modeling')
    const onto = (await parentOf('Dock')) === ids.East ? 'West' : 'East'
    await drag('Dock', onto)
    await actor.press(t('organisation.tree.move_run'), pilot.page.getByRole('dialog'))
    await actor.expectToast(t('organisation.tree.moved', { name: `Dock ${mark}`, parent: `${onto} ${mark}` }))
    expect(await parentOf('Dock')).toBe(ids[onto])
    const before = await parentOf(onto)
    await drag(onto, 'Dock')
    expect(await parentOf(onto)).toBe(before)
  })

  test('a new parent says what the scores become before it is saved, dragged, in the form and for several at once', async () => {
    const { page } = pilot
    const { t } = actor
    const foreseen = (within: Locator) => within.getByRole('region', { name: t('policies.preview.title') }).getByText(`Dock ${mark}`)
    await pilot.open('/org/modeling')
    const onto = (await parentOf('Dock')) === ids.East ? 'West' : 'East'
    await drag('Dock', onto)
    const dialog = page.getByRole('dialog')
    await foreseen(dialog).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await pilot.open(`/org/modeling?view=list&id=${ids.Dock}`)
    const panel = actor.panel('organisation.entities.perimeter')
    await actor.edit(panel)
    await actor.choose(panel.getByRole('combobox', { name: t('organisation.entities.perimeter.fields.parent') }), `${onto} ${mark}`)
    await foreseen(panel).waitFor()
    const before = await parentOf('Dock')
    await actor.press(t('kit.actions.save'), panel)
    await actor.press(t('kit.actions.undo'))
    await actor.expectToast(t('kit.messages.undone'))
    expect(await parentOf('Dock')).toBe(before)
    await pilot.open(`/org/modeling?view=list&search=${mark}`)
    await settled(page)
    const boxes = page.locator('[role=grid] tbody').getByRole('checkbox')
    await boxes.first().click()
    await actor.press(t('kit.table.bulk_edit'))
    await actor.choose(dialog.getByRole('combobox', { name: t('kit.form.field') }), t('organisation.entities.perimeter.fields.parent'))
    await actor.choose(dialog.getByRole('combobox', { name: t('kit.form.value') }), `West ${mark}`)
    await foreseen(dialog).waitFor()
  })
})
