/** What stands around every page: palette, language, theme, menu; all of it by keyboard too, and popups open as axe sees them. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken, wordsIn } from '#e2e/words.ts'

describe.each(spoken)('around the pages in %s', (lang) => {
  let pilot: Visitor
  let actor: Actor
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(() => pilot.close())

  test('the palette finds pages and objects by keyboard alone', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/org/groupings')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: t('app.palette.title') })
    const typed = palette.getByRole('combobox')
    await typed.waitFor()
    await page.keyboard.type(t('people.pages.users'))
    await palette
      .getByRole('option', { name: t('people.pages.users') })
      .first()
      .waitFor()
    expect(await violations(page)).toEqual([])
    // Whatever the reader's language, a page is found by its name in the other one, by what people call it, and by what stands within it.
    const theirs = wordsIn(lang === 'en' ? 'fr' : 'en')
    for (const [asked, page] of [
      [theirs('organisation.pages.perimeters'), t('organisation.pages.perimeters')],
      [theirs('catalog.pages.threats'), t('catalog.pages.threats')],
      ['SoA', t('statements.pages.statement')],
      ['DdA', t('statements.pages.statement')],
    ]) {
      await typed.fill(asked ?? '')
      await palette
        .getByRole('option', { name: page ?? '' })
        .first()
        .waitFor()
    }
    await typed.fill(t('people.pages.users'))
    await palette
      .getByRole('option', { name: t('people.pages.users') })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/users/)
    await settled(page)
    await page.keyboard.press('Control+k')
    await typed.waitFor()
    await page.keyboard.type('Altacolo')
    const found = palette
      .getByRole('option')
      .filter({ hasText: 'Altacolo' })
      .filter({ hasText: t('organisation.entities.perimeter.one') })
      .first()
    await found.waitFor()
    while ((await found.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await actor
      .panel('organisation.entities.perimeter')
      .getByRole('heading', { name: /Altacolo/ })
      .waitFor()
  })

  test('the language changes at once and stays', async () => {
    const { page } = pilot
    const other = lang === 'en' ? 'fr' : 'en'
    const theirs = wordsIn(other)
    const choose = async (language: typeof lang, from: Actor['t']) => {
      await page.getByRole('button', { name: from('app.user.menu', { name: 'Claire Vasseur' }) }).click()
      await page
        .getByRole('menuitemradio', { name: from(`kit.language.${language}`) })
        .or(page.getByRole('menuitem', { name: from(`kit.language.${language}`) }))
        .first()
        .click()
    }
    await pilot.open('/org/groupings')
    // What the rows say comes in that language, too.
    const again = page.waitForResponse((answer) => answer.url().endsWith('/api/tag/page'))
    await choose(other, actor.t)
    await again
    await page.getByRole('button', { name: theirs('organisation.entities.tag.new') }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(other)
    await page.reload()
    await page.getByRole('button', { name: theirs('organisation.entities.tag.new') }).waitFor()
    await choose(lang, theirs)
    await page.getByRole('button', { name: actor.t('organisation.entities.tag.new') }).waitFor()
  })

  test('dark is chosen once and is there before the first paint', async () => {
    const { page } = pilot
    const { t } = actor
    const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
    const choose = async (theme: 'dark' | 'system') => {
      await page.getByRole('button', { name: t('app.user.menu', { name: 'Claire Vasseur' }) }).click()
      await page
        .getByRole('menuitemradio', { name: t(`app.user.${theme}`) })
        .or(page.getByRole('menuitem', { name: t(`app.user.${theme}`) }))
        .first()
        .click()
    }
    await pilot.open('/org/groupings')
    await choose('dark')
    expect(await scheme()).toBe('dark')
    expect(await violations(page)).toEqual([])
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => document.documentElement.hasAttribute('data-mantine-color-scheme'))
    expect(await scheme()).toBe('dark')
    await settled(page)
    await choose('system')
    expect(await scheme()).toBe('light')
  })

  test('a folded menu keeps its pages and the terms of use (SHL-03)', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/org/groupings')
    await page.getByRole('button', { name: t('app.sidebar.collapse') }).click()
    try {
      await page
        .getByRole('navigation', { name: t('app.sidebar.label') })
        .getByRole('link', { name: t('organisation.pages.modeling') })
        .waitFor()
      expect(await violations(page)).toEqual([])
      await page
        .getByRole('complementary')
        .getByRole('link', { name: t('app.nav.terms'), exact: true })
        .click()
      await page.waitForURL(/\/cgu$/)
      await settled(page)
    } finally {
      await page.getByRole('button', { name: t('app.sidebar.expand') }).click()
    }
  })

  test('on a narrow screen the menu is a drawer', async () => {
    const { page } = pilot
    const { t } = actor
    await page.setViewportSize(sizes[390])
    try {
      await pilot.open('/org/groupings')
      await page.getByRole('button', { name: t('app.sidebar.open') }).click()
      const link = page.getByRole('navigation', { name: t('app.sidebar.label') }).getByRole('link', { name: t('organisation.pages.modeling') })
      await link.waitFor()
      expect(await violations(page)).toEqual([])
      await link.click()
      await page.waitForURL(/\/org\/modeling/)
      await settled(page)
      await link.waitFor({ state: 'hidden' })
    } finally {
      await page.setViewportSize(sizes[1440])
    }
  })

  test('actions are found, opened, changed and left without a mouse', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/actions/filtered')
    const grid = page.getByRole('grid')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'))
    for (let presses = 0; presses < 120 && (await focused()) !== '0'; presses += 1) await page.keyboard.press('Tab')
    expect(await focused()).toBe('0')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('2')
    await page.keyboard.press(' ')
    expect(await grid.locator('tbody').getByRole('checkbox').nth(2).isChecked()).toBe(true)
    await page.keyboard.press(' ')
    const listed = `${t('actions.pages.all')} · ${t('app.product')}`
    expect(await page.title()).toBe(listed)
    await page.keyboard.press('Enter')
    const panel = actor.panel('actions.entities.remediation')
    await panel.getByRole('tab', { name: t('kit.record.details') }).waitFor()
    await settled(page)
    // What is open names the page, the tab and where the keyboard is; all three come back.
    const name = await panel.getByRole('heading', { level: 2 }).first().innerText()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name)
    expect(await page.title()).toMatch(/^A-\d+ /)
    expect(await page.title()).toContain(`${name} · `)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/^A-\d+ /)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await focused()).toBe('2')
    expect(await page.title()).toBe(listed)
    await page
      .getByRole('navigation', { name: t('app.sidebar.label') })
      .getByRole('link', { name: t('policies.pages.policies') })
      .press('Enter')
    await page.waitForURL(/org\/policies/)
    await expect
      .poll(() => page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`))
      .toBe(`H1 ${t('policies.pages.policies')}`)
  })

  test('letters lead to the search, the filters and a new row of a list, not while something is written', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/ops/evidence')
    await page.keyboard.press('/')
    const search = page.getByRole('search').getByRole('searchbox')
    expect(await search.evaluate((box) => box === document.activeElement)).toBe(true)
    await page.keyboard.type('fn')
    expect(await search.inputValue()).toBe('fn')
    await search.fill('')
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('f')
    await page.getByRole('button', { name: t('kit.filters.add_label'), expanded: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('n')
    await page.waitForURL(/id=new/)
    await page.keyboard.press('Escape')
  })

  test('axe finds nothing in what opens over an action', async () => {
    const { page } = pilot
    const { t } = actor
    const found: Record<string, string[]> = {}
    const look = async (what: string) => {
      await settled(page)
      const wrong = await violations(page)
      if (wrong.length) found[what] = wrong
    }
    await pilot.open('/actions/filtered')
    await actor.more(t('kit.table.columns'))
    await look('columns')
    await page.keyboard.press('Escape')
    await actor.press(t('kit.table.show_filters'))
    await page.getByRole('button', { name: t('kit.table.filter_by', { name: t('actions.entities.remediation.fields.status') }) }).click()
    await look('filter')
    await page.keyboard.press('Escape')
    await actor.press(t('kit.table.views'))
    await look('views')
    await page.keyboard.press('Escape')
    await page.locator('[role=grid] tbody [data-row]').first().click()
    const panel = actor.panel('actions.entities.remediation')
    for (const tab of await panel.getByRole('tab').all()) {
      await tab.click()
      await look(`tab ${await tab.textContent()}`)
    }
    await panel.getByRole('tab', { name: t('kit.record.details') }).click()
    await look('read')
    await actor.edit(panel)
    await look('form')
    await panel.getByRole('textbox', { name: t('actions.entities.remediation.fields.target_date'), exact: true }).click()
    await look('date picker')
    await page.keyboard.press('Escape')
    await panel.getByRole('combobox', { name: t('actions.entities.remediation.fields.perimeter'), exact: true }).click()
    await page.locator('[role=listbox] [role=option]').filter({ visible: true }).first().waitFor()
    await look('options')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('app.user.menu', { name: 'Claire Vasseur' }) }).click()
    await look('menu')
    await page.keyboard.press('Escape')
    await actor.press(t('actions.entities.remediation.new'))
    await look('new action')
    await page.keyboard.press('Escape')
    await actor.more(t('kit.actions.import'))
    await look('import')
    await page.keyboard.press('Escape')
    expect(found).toEqual({})
  })
})
