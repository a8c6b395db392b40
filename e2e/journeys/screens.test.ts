/** Every screen, as everyone may see it: both languages, light and dark, wide and narrow; pictures go to `screenshots/`. */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routePaths } from '../routes.ts'
import { settled, signIn, type Visitor } from '../browser.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = 'screenshots'
mkdirSync(folder, { recursive: true })

/** What axe finds on a page, one line each. */
async function violations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's own policy does not hinder.
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { violations: found } = await (window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }> } }).axe.run()
    return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`))
  })
}

const looks = [
  { lang: 'en', theme: 'light', width: 1440 }, { lang: 'fr', theme: 'dark', width: 1440 },
  { lang: 'fr', theme: 'light', width: 390 }, { lang: 'en', theme: 'dark', width: 390 },
] as const

describe.each(looks)('in $lang, $theme, $width pixels wide', ({ lang, theme, width }) => {
  let pilot: Visitor
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang, theme, width })
    await pilot.api('PUT', '/user/language', { lang })
    await pilot.page.evaluate((choice) => localStorage.setItem('vigie.color-scheme', choice), theme)
  })
  afterAll(() => pilot.close())

  test.each(routePaths())('%s shows what it should, without a complaint, and axe finds nothing', async (path) => {
    await pilot.page.goto(pilot.address(path))
    await settled(pilot.page)
    await pilot.page.screenshot({ path: `${folder}/${path.slice(1).replaceAll('/', '-') || 'root'}.${lang}.${theme}.${width}.png` })
    expect(new URL(pilot.page.url()).pathname).toBe(path)
    expect(await pilot.page.getByRole('alert').allTextContents()).toEqual([])
    expect(await pilot.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect(await violations(pilot.page)).toEqual([])
    expect(pilot.complaints.splice(0)).toEqual([])
  })
})
