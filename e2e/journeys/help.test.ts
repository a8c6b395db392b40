/** Help: beside the page that one works on, and as a documentation; read, judged and written, by keyboard too. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'
import { spoken, wordsIn } from '#e2e/words.ts'

/** Everything that must not work, in a place where Markdown is written. */
const attacks = `## Heading <img src=x onerror="window.attacked=1">

<script>window.attacked=1</script><iframe src="https://evil.example"></iframe><style>body{display:none}</style>

[one](javascript:window.attacked=1) [two](data:text/html,x) [three](vbscript:x) [four](/\\evil.example) [five](//evil.example) <a href="javascript:window.attacked=1" onclick="window.attacked=1">six</a>

<form action="/api/auth/logout"><input name="x"></form><svg onload="window.attacked=1"></svg><h3 id="main" style="position:fixed">seven</h3>

[safe](/doc/home)`

describe.each(spoken)('help in %s', (lang) => {
  const t = wordsIn(lang)
  let reader: Visitor
  const panel = () => reader.page.getByRole('region', { name: t('help.title'), exact: true })
  const button = () => reader.page.getByRole('button', { name: t('app.header.help'), exact: true })
  beforeAll(async () => {
    reader = await signIn('local_pilote@demo.example', { lang })
  })
  afterEach(() => {
    expect(reader.complaints.splice(0)).toEqual([])
  })
  afterAll(() => reader.close())

  test('opens beside the page by keyboard, explains it, and gives the focus back', async () => {
    const { page } = reader
    await reader.open('/actions/filtered')
    await button().focus()
    await page.keyboard.press('Enter')
    await panel()
      .getByRole('heading', { name: t('actions.pages.all'), exact: true })
      .waitFor()
    expect(await panel().evaluate((element) => element.contains(document.activeElement))).toBe(true)
    expect(await page.getByRole('grid').isVisible()).toBe(true)
    await panel().getByText(t('help.shortcuts.title')).click()
    await panel().getByText(t('help.shortcuts.search')).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    await expect.poll(() => button().evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('leads on to other pages and back, is searched, and follows to the next screen', async () => {
    const { page } = reader
    await reader.open('/actions/filtered')
    await button().click()
    const title = (name: string | RegExp) => panel().getByRole('heading', { level: 2, name }).waitFor()
    await title(t('actions.pages.all'))
    await panel()
      .getByRole('navigation', { name: t('help.children') })
      .getByRole('button', { name: t('actions.pages.plans'), exact: true })
      .click()
    await title(t('actions.pages.plans'))
    await panel()
      .getByRole('button', { name: t('help.back') })
      .click()
    await title(t('actions.pages.all'))
    await panel()
      .getByRole('searchbox')
      .fill(lang === 'en' ? 'applicability' : 'applicabilite')
    await panel().getByRole('status').filter({ hasText: /\d/ }).waitFor()
    await page.keyboard.press('Enter')
    await title(/applicab/i)
    // Links in the text open in place too.
    await panel().locator('a[href="/doc/org_policies_id"]').first().click()
    await panel().locator('a[href="/doc/org_policies_statement_id"]').first().waitFor()
    await page
      .getByRole('navigation', { name: t('app.sidebar.label') })
      .getByRole('link', { name: t('organisation.pages.modeling') })
      .click()
    await title(t('organisation.pages.modeling').startsWith('Organi') ? /^Organisation$/ : t('organisation.pages.modeling'))
    expect(
      await panel()
        .getByRole('link', { name: t('help.open_documentation') })
        .getAttribute('href'),
    ).toBe('/doc/org_modeling')
    await panel()
      .getByRole('button', { name: t('help.close') })
      .click()
    await panel().waitFor({ state: 'detached' })
  })

  test('asks whether it helped, thanks, and remembers what was answered', async () => {
    const { page } = reader
    await reader.open('/org/groupings')
    await button().click()
    const answer = (name: string) => panel().getByRole('button', { name: t(`help.rating.${name}`), exact: true })
    await answer('kind_of').click()
    await panel().getByText(t('help.thanks')).waitFor()
    await answer('yes').click()
    await page.reload()
    await settled(page)
    await button().click()
    await answer('yes').waitFor()
    expect(await answer('yes').getAttribute('aria-pressed')).toBe('true')
    expect(await answer('kind_of').getAttribute('aria-pressed')).toBe('false')
    expect(await panel().getByText(t('help.thanks')).count()).toBe(1)
    await page.keyboard.press('Escape')
  })

  test('fills a narrow screen, light and dark', async () => {
    const { page } = reader
    await page.setViewportSize(sizes[390])
    try {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await reader.open('/home')
        await button().click()
        await panel().getByRole('heading', { level: 2 }).waitFor()
        await settled(page)
        expect((await panel().boundingBox())?.width).toBe(390)
        expect(await violations(page)).toEqual([])
        await page.keyboard.press('Escape')
        await reader.open('/doc/scores')
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
        expect(await violations(page)).toEqual([])
        await page.getByRole('button', { name: t('help.contents') }).click()
        await page
          .getByRole('navigation', { name: t('help.contents') })
          .getByRole('link')
          .first()
          .waitFor()
      }
    } finally {
      await page.setViewportSize(sizes[1440])
    }
  })

  test('the documentation is read in order, leads to its sections, and falls back to its front page', async () => {
    const { page } = reader
    await reader.open('/doc')
    const first = await page.getByRole('article').getByRole('heading', { level: 2 }).textContent()
    expect(
      await page
        .getByRole('navigation', { name: t('help.contents') })
        .getByRole('link', { name: first ?? '' })
        .getAttribute('aria-current'),
    ).toBe('page')
    expect(await violations(page)).toEqual([])
    const next = page.getByRole('article').locator('a[data-next]')
    const address = (await next.getAttribute('href')) ?? ''
    expect(address).toMatch(/^\/doc\/\w+$/)
    await next.click()
    await page.waitForURL((url) => url.pathname === address)
    await reader.open('/doc/scores#h-' + (lang === 'en' ? 'coverage-and-proof' : 'couverture-et-preuve'))
    await page.waitForFunction(() => document.activeElement !== null && (document.querySelector('main')?.scrollTop ?? 0) >= 0)
    const section = page
      .getByRole('navigation', { name: t('help.on_this_page') })
      .getByRole('link')
      .last()
    await section.click()
    await page.waitForFunction((hash) => location.hash === hash, await section.getAttribute('href'))
    await reader.open('/doc/no_such_page')
    await page.getByText(t('help.missing')).waitFor()
    expect(await page.getByRole('article').getByRole('heading', { level: 2 }).textContent()).toBe(first)
  })

  test('staff rewrites a page for everybody; nothing written in it runs; the original comes back', async () => {
    const staff = await signIn('root@vigie.example', { lang })
    const { page } = staff
    try {
      await staff.open('/doc')
      await page.getByRole('heading', { name: t('help.feedback.title') }).waitFor()
      expect(await page.getByRole('button', { name: t('help.rating.yes'), exact: true }).count()).toBe(0)
      await staff.open('/doc/admin_labels')
      await page.getByRole('link', { name: t('help.edit.edit') }).click()
      const own = page.getByRole('group', { name: t(`kit.language.${lang}`), exact: true })
      await own.getByLabel(t('help.edit.page_title')).fill('<b onmouseover=alert(1)>Labels</b>')
      await own.getByLabel(t('help.edit.text')).fill(attacks)
      await page.getByLabel(t('help.edit.link_id')).fill('https://youtu.be/dQw4w9WgXcQ')
      expect(await page.getByLabel(t('help.edit.link_id')).inputValue()).toBe('dQw4w9WgXcQ')
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: t('kit.actions.save'), exact: true }).click()
      await page.waitForURL(/\/doc\/admin_labels$/)

      await reader.context.route('https://**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>player</title>' }))
      await reader.open('/doc/admin_labels')
      const article = reader.page.getByRole('article')
      await article.getByText('<b onmouseover=alert(1)>Labels</b>', { exact: true }).waitFor()
      await article.getByText('safe', { exact: true }).waitFor()
      expect(await article.locator('script, style, iframe, form, input, svg[onload], [onclick], [onerror], [style], #main').count()).toBe(0)
      expect(
        await article
          .locator('a')
          .evaluateAll((links) =>
            links.map((link) => (link as HTMLAnchorElement).protocol).filter((protocol) => protocol !== 'http:' && protocol !== 'https:' && protocol !== ':'),
          ),
      ).toEqual([])
      expect(
        await article.locator('a[href]').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).host).filter((host) => host !== location.host)),
      ).toEqual([])
      expect(await reader.page.evaluate(() => 'attacked' in window)).toBe(false)
      // The image of the heading asks for nothing that the policy allows; its refusal is what the browser complains of.
      reader.complaints.splice(0)
      await article.getByRole('button', { name: t('help.video.play') }).click()
      expect(await article.locator('iframe').getAttribute('src')).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/)
      await reader.page.waitForFunction(() => document.querySelector('iframe') !== null)
      await settled(reader.page)
    } finally {
      await staff.api('DELETE', '/wiki/page/admin_labels')
      await staff.close()
    }
    await reader.open('/doc/admin_labels')
    await reader.page
      .getByRole('article')
      .getByRole('heading', { level: 2, name: t('catalog.pages.labels') })
      .waitFor()
  })
})
