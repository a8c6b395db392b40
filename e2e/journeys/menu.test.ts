/** The menu with its groups, the tabs of an object's pages, the palette that finds them all, and the page of administration; each for those whose they are. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectation } from '#app/test/routes/route-expectation.ts'
import { entries, menu } from '#app/test/routes/menu-expectation.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'
import { labelIn, listPaths, titleIn } from '#e2e/routes.ts'
import { spoken, wordsIn } from '#e2e/words.ts'

const pathOf = (visitor: Visitor) => new URL(visitor.page.url()).pathname

/** Whose a page is without any condition, by the letters of the table of routes. */
const isOf = (letter: string) => (path: string) => {
  const [letters = '', ...conditions] = (expectation[path] ?? '').split(' ')
  return letters.includes(letter) && !conditions.some((one) => one.startsWith('?'))
}

describe.each(spoken)('the menu in %s', (lang) => {
  const t = wordsIn(lang)
  let pilot: Visitor
  const side = () => pilot.page.getByRole('navigation', { name: t('app.sidebar.label') })
  const tabs = (name: string) => pilot.page.getByRole('banner').getByRole('navigation', { name, exact: true })
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
  })
  afterEach(() => expect(pilot.complaints.splice(0)).toEqual([]))
  afterAll(() => pilot.close())

  test('groups fold by their heading and stay so; what is folded out of sight is found by the palette', async () => {
    const { page } = pilot
    await pilot.open('/home')
    const group = side().getByRole('button', { name: t('app.categories.performance') })
    const entry = side().getByRole('link', { name: t('app.tabs.scores'), exact: true })
    await entry.waitFor()
    await group.focus()
    await page.keyboard.press('Enter')
    await entry.waitFor({ state: 'detached' })
    expect(await group.getAttribute('aria-expanded')).toBe('false')
    expect(await violations(page)).toEqual([])
    await page.reload({ waitUntil: 'commit' })
    await settled(page)
    expect(await group.getAttribute('aria-expanded')).toBe('false')
    expect(await entry.count()).toBe(0)
    await group.click()
    await entry.waitFor()
  })

  test('an object is one entry; its other pages are tabs in the head, and the one on screen is its name', async () => {
    const { page } = pilot
    await pilot.open('/home')
    const [first = '', registers = '', debt = ''] = entries.find(([main]) => main === '/ops/exemptions/all') ?? []
    await side()
      .getByRole('link', { name: new RegExp(`^${t(labelIn(first))}`) })
      .click()
    for (const path of [first, registers, debt]) {
      const tab = tabs(t(labelIn(first))).getByRole('link', { name: t(labelIn(path)), exact: true })
      await tab.click()
      await page.waitForURL((url) => url.pathname === path)
      await settled(page)
      expect(await tab.getAttribute('aria-current')).toBe('page')
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(t(labelIn(path)))
      expect(await page.title()).toContain(t(titleIn(path)))
      expect(await side().locator('[aria-current=page]').innerText()).toContain(t(labelIn(first)))
    }
    expect(await violations(page)).toEqual([])
    await page.setViewportSize(sizes[390])
    try {
      await page.getByRole('heading', { level: 1 }).getByRole('button').click()
      expect(await violations(page)).toEqual([])
      await page.getByRole('menuitemradio', { name: t(labelIn(registers)), exact: true }).click()
      await page.waitForURL((url) => url.pathname === registers)
      await settled(page)
    } finally {
      await page.setViewportSize(sizes[1440])
    }
  })

  test('from the name of a page to the first row are at most twenty stops of Tab', async () => {
    const { page } = pilot
    const stops: Record<string, number> = {}
    for (const path of listPaths) {
      await pilot.open(path)
      // What nobody has written anything of in the demonstration has no row to go to.
      if ((await page.locator('[role=grid] tbody [data-row]').count()) === 0) continue
      await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
        const within = heading.querySelector<HTMLElement>('a, button')
        if (!within) heading.tabIndex = -1
        ;(within ?? heading).focus()
      })
      let pressed = 0
      while (pressed < 40 && !(await page.evaluate(() => document.activeElement?.closest('tbody') !== null))) {
        await page.keyboard.press('Tab')
        pressed += 1
      }
      stops[path] = pressed
    }
    expect(Object.keys(stops).length).toBeGreaterThan(25)
    expect(Object.entries(stops).filter(([, pressed]) => pressed > 20)).toEqual([])
  })

  test.each([
    ['global_pilote', 'P'],
    ['local_auditor', 'a'],
    ['contributor', 'c'],
  ])('the palette finds every page of a %s, and no other', async (who, letter) => {
    const visitor = await signIn(`${who}@demo.example`, { lang })
    const { page } = visitor
    await visitor.open('/home')
    await page.keyboard.press('Control+k')
    const pages = page.getByRole('dialog', { name: t('app.palette.title') }).getByRole('group', { name: t('app.palette.pages') })
    await pages.getByRole('option').first().waitFor()
    const shown = await pages
      .getByRole('option')
      .locator('span')
      .evaluateAll((texts) => texts.map((text) => text.textContent))
    const mine = menu.filter(isOf(letter))
    expect(mine.map((path) => t(titleIn(path))).filter((title) => !shown.includes(title))).toEqual([])
    const titles = new Set(menu.filter((path) => expectation[path]?.split(' ')[0]?.includes(letter)).map((path) => t(titleIn(path))))
    const strange = menu.map((path) => t(titleIn(path))).filter((title) => !titles.has(title))
    expect(strange.filter((title) => shown.includes(title))).toEqual([])
    await visitor.close()
  })

  test('the page of administration begins with its search, keeps cards over what answers, and Enter opens the first', async () => {
    const { page } = pilot
    await pilot.open('/home')
    await page.getByRole('link', { name: t('app.header.administration') }).click()
    const search = page.getByRole('searchbox', { name: t('app.administration.search') })
    await search.waitFor()
    await settled(page)
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
    // What stands behind a page is counted as its own list counts it.
    const { total } = await pilot.api<{ total: number }>('POST', '/label/page', { queryParams: { filters: [] } })
    const row = page.getByRole('main').getByRole('link', { name: t('catalog.pages.labels') })
    await row.getByText(String(total), { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.type(t('catalog.pages.labels'))
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([t('app.administration.groups.structure')])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/labels/)
    await settled(page)
    await page.goBack()
    await settled(page)
    await page
      .getByRole('navigation', { name: t('app.administration.recent') })
      .getByRole('link', { name: t('catalog.pages.labels') })
      .click()
    expect(pathOf(pilot)).toBe('/admin/labels')
  })
})
