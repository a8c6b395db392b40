/** Every screen, as anyone may see it: both languages, light and dark, wide and narrow. `PICTURES=1` keeps what was seen in `screenshots/`. */
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '#kit/contract/catalogue.ts'
import { violations } from '#e2e/axe.ts'
import { addressOf } from '#e2e/addresses.ts'
import { settled, signIn, sizes, visit, type Visitor } from '#e2e/browser.ts'
import { contributorPaths, isWalkedPath, providerPaths, publicPaths, tenantPaths } from '#e2e/routes.ts'

const folder = 'screenshots'
/** Taking them costs more than looking: `PICTURES=1` asks for them. */
const wanted = process.env.PICTURES === '1'
if (wanted) mkdirSync(folder, { recursive: true })

type Width = keyof typeof sizes
type Look = `${'light' | 'dark'} ${Width}`

/**
 * What is looked at in each language. English opens each screen anew, as from a link, which costs three times as much as going on from one to the next: the rules are looked at in
 * French, whose words are longer, in every look, whose documents or colours differ.
 */
const examined: Record<Language, Partial<Record<Look, 'width' | 'colours' | 'everything'>>> = {
  en: { 'light 1440': 'width' },
  fr: { 'light 1440': 'everything', 'dark 1440': 'colours', 'light 390': 'everything', 'dark 390': 'colours' },
}
/** Pictures are taken in both themes. */
const looks: readonly Look[] = ['light 1440', 'dark 1440', 'light 390', 'dark 390']

const looksIn = (lang: Language, width: Width) => looks.filter((look) => look.endsWith(String(width)) && (wanted || examined[lang][look]))

async function take(page: Page, look: Look | undefined): Promise<void> {
  if (!look) return
  const [theme, width] = look.split(' ') as ['light' | 'dark', '1440' | '390']
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize(sizes[width])
}

/** Takes each look but the first, in which the page was opened, and answers all that is wrong with any. */
async function inspect(page: Page, name: string, lang: Language, width: Width): Promise<string[]> {
  const wrong: string[] = []
  for (const [n, look] of looksIn(lang, width).entries()) {
    const asked = examined[lang][look]
    if (n > 0) {
      await take(page, look)
      await settled(page)
    }
    if (wanted) await page.screenshot({ path: `${folder}/${name}.${lang}.${look.replace(' ', '.')}.png` })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (overflow > 0) wrong.push(`${look}: ${overflow} pixels too wide`)
    if (width === 1440) wrong.push(...(await wrapped(page)).map((bar) => `${look}: ${bar}`))
    if (!asked || asked === 'width') continue
    wrong.push(...(await violations(page, { onlyColours: asked === 'colours', remembered: look })).map((violation) => `${look}: ${violation}`))
  }
  return [...wrong, ...(await cutChips(page)), ...(await untranslated(page))]
}

/** Chips of which so little is left that they are like any other: of a long word a few letters, of a short one not all. */
function cutChips(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-chip]')]
      .filter((chip) => chip.checkVisibility() && chip.clientWidth > 0 && chip.clientWidth < Math.min(36, chip.textContent.length * 3.2))
      .map((chip) => `cuts “${chip.textContent}” to ${chip.clientWidth} pixels`),
  )
}

/** Toolbars whose controls do not stand on one line. */
function wrapped(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-toolbar]')].flatMap((bar) => {
      const controls = [...bar.children].map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0)
      const middles = controls.map(({ top, height }) => top + height / 2)
      return Math.max(...middles) - Math.min(...middles) > 12 ? [`a toolbar takes ${bar.offsetHeight} pixels: “${bar.innerText.replaceAll('\n', ' ')}”`] : []
    }),
  )
}

/** Texts that are keys of a catalogue, or that stand for something that should not be shown at all. */
function untranslated(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Addresses that programs fill in are told as they are.
    const code = new Set([...document.querySelectorAll<HTMLElement>('code, pre')].flatMap(({ innerText }) => innerText.split('\n').map((line) => line.trim())))
    return document.body.innerText
      .split('\n')
      .filter((line) => !code.has(line.trim()) && /^[a-z_]{3,}(\.\w+){2,}$|\bundefined\b|\[object |\bNaN\b|\{\w+\}/.test(line.trim()))
      .map((line) => `shows “${line}”`)
  })
}

const nameOf = (path: string) => path.slice(1).replaceAll('/', '-').replaceAll('$', '')

const parties = [
  { who: 'global_pilote@demo.example', paths: tenantPaths.filter(isWalkedPath), isProvider: false },
  { who: 'contributor@demo.example', paths: contributorPaths.filter(isWalkedPath), isProvider: false },
  { who: 'root@vigie.example', paths: providerPaths.filter(isWalkedPath), isProvider: true },
  { who: undefined, paths: publicPaths.filter(isWalkedPath), isProvider: false },
].filter(({ paths }) => paths.length > 0)

/**
 * Comes to a screen as by a link of the one before, without loading the application anew; the frame says which one it shows. What needs nobody to be signed
 * in, and the first screen of all, are opened.
 */
async function goOn({ page, open }: Visitor, who: string | undefined, address: string): Promise<void> {
  if (!who || page.url() === 'about:blank') return open(address)
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await page.locator(`main[data-page="${address.replace(/\?.*/, '')}"]`).waitFor()
  await settled(page)
}

/** Makes the tests of a language at a width; English opens each screen, French goes from each to the next. Each is a file, which workers walk at once. */
export function walkScreens(lang: Language, width: Width): void {
  describe.each(parties)('$who', ({ who, paths, isProvider }) => {
    let visitor: Visitor
    beforeAll(async () => {
      visitor = await (who ? signIn(who, { lang, width }) : visit({ lang, width }))
    })
    afterAll(() => visitor.close())

    test.each(paths)('%s shows what it should, without a complaint, and axe finds nothing', async (path) => {
      const { page, complaints } = visitor
      const address = await addressOf(visitor, path)
      complaints.length = 0
      await take(page, looksIn(lang, width)[0])
      await (lang === 'en' ? visitor.open(address) : goOn(visitor, who, address))
      const wrong = await inspect(page, `${isProvider && tenantPaths.includes(path) ? 'provider-' : ''}${nameOf(path)}`, lang, width)
      const alerts = await page.getByRole('alert').allTextContents()
      // What failed on the way back from an identity provider is the only thing that a page says aloud by itself.
      const expectedAlerts = address.includes('error=') ? [expect.any(String)] : []
      expect({ address: new URL(page.url()).pathname, alerts, wrong, complaints }).toEqual({
        address: address.replace(/\?.*/, ''),
        alerts: expectedAlerts,
        wrong: [],
        complaints: [],
      })
    })
  })
}
