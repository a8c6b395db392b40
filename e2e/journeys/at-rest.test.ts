/** The page says when nothing is under way: whatever journeys look at stands on that. */
import type { Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { actorOn } from '#e2e/actor.ts'
import { settled, signIn, visit, type Visit, type Visitor } from '#e2e/browser.ts'
import { wordsIn } from '#e2e/words.ts'

const t = wordsIn('en')
const visitors: Visitor[] = []
const keep = (visitor: Visitor): Visitor => {
  visitors.push(visitor)
  return visitor
}
afterEach(async () => {
  for (const visitor of visitors.splice(0)) {
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  }
})
const pilotOn = async (path: string, options: Visit = {}) => {
  const pilot = keep(await signIn('global_pilote@demo.example', options))
  await pilot.open(path)
  return pilot.page
}

declare global {
  // oxlint-disable-next-line no-var
  var restLog: string[] | undefined
}

/** Keeps, from now on, when something was typed, when the page came to rest and with how many rows, and when it asked the server. */
const watch = (page: Page) =>
  page.mainFrame().evaluate(async () => {
    // What a page does once it rests, such as counting for the menu, would be taken for what is watched.
    while (!document.documentElement.hasAttribute('data-idle')) await new Promise((frame) => requestAnimationFrame(frame))
    const log: string[] = []
    globalThis.restLog = log
    const rows = () => document.querySelectorAll('[role=grid] tbody [data-row]').length
    new MutationObserver(() => log.push(document.documentElement.hasAttribute('data-idle') ? `at rest with ${rows()}` : 'under way')).observe(
      document.documentElement,
      { attributeFilter: ['data-idle'] },
    )
    addEventListener('input', () => log.push(document.documentElement.hasAttribute('data-idle') ? 'typed, yet at rest' : 'typed'), { capture: true })
    const ask = globalThis.fetch
    globalThis.fetch = async (...how) => {
      if (String(how[0]).endsWith('/policy/page')) log.push('asked')
      return ask(...how)
    }
  })
const logOf = (page: Page) => page.mainFrame().evaluate(() => globalThis.restLog ?? [])

/** Whether it is still under way when the browser has painted many times and had nothing to do in between. */
const staysUnderWay = (page: Page) =>
  page.mainFrame().evaluate(async () => {
    for (let frames = 0; frames < 30; frames += 1) {
      await new Promise((frame) => requestAnimationFrame(frame))
      await new Promise((later) => setTimeout(later))
      if (document.documentElement.hasAttribute('data-idle')) return false
    }
    return true
  })

/** Holds up what matches until it is let go. */
async function hold(page: Page, what: string): Promise<() => Promise<void>> {
  let go = () => {}
  const gone = new Promise<void>((resolve) => (go = resolve))
  await page.route(what, async (route) => {
    await gone
    await route.fallback()
  })
  return async () => {
    go()
    await settled(page)
  }
}

test('a press, a key and an address are said in the same turn', async () => {
  const page = await pilotOn('/org/policies')
  const idleAfter = (what: 'press' | 'key' | 'address') =>
    page.mainFrame().evaluate(async (kind) => {
      // What a page does once it rests, such as counting for the menu, comes at its own time.
      while (!document.documentElement.hasAttribute('data-idle')) await new Promise((frame) => requestAnimationFrame(frame))
      if (kind === 'press') document.querySelector<HTMLElement>('main button')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      if (kind === 'key') document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))
      if (kind === 'address') history.pushState(null, '', '/org/groupings')
      return document.documentElement.hasAttribute('data-idle')
    }, what)
  for (const what of ['press', 'key', 'address'] as const) expect([what, await idleAfter(what)]).toEqual([what, false])
})

test('between what is typed into a search and the rows that it finds a page is never at rest', async () => {
  const page = await pilotOn('/org/policies')
  const rows = page.locator('[role=grid] tbody [data-row]')
  const all = await rows.count()
  const [first] = await actorOn(page, 'en').names()
  await watch(page)
  await page
    .getByRole('search')
    .getByRole('searchbox')
    .fill(first ?? '')
  await settled(page)
  const found = await page.mainFrame().evaluate(() => document.querySelectorAll('[role=grid] tbody [data-row]').length)
  expect(found).toBeGreaterThan(0)
  expect(found).toBeLessThan(all)
  const log = await logOf(page)
  // What a page does besides, such as counting for the menu, may come before it was typed and after the rows were found.
  const since = log.slice(log.findIndex((one) => one.startsWith('typed'))).filter((one) => one !== 'under way')
  expect(since.slice(0, since.findIndex((one) => one.startsWith('at rest')) + 1)).toEqual(['typed', 'asked', `at rest with ${found}`])
})

test('a call that hangs keeps the page from being at rest, one that is refused does not', async () => {
  const page = await pilotOn('/org/policies', { intercepted: true })
  const go = await hold(page, '**/api/policy/page*')
  await page.getByRole('search').getByRole('searchbox').fill('nothing of the kind')
  await page.keyboard.press('Enter')
  expect(await staysUnderWay(page)).toBe(true)
  await go()
  await page.route('**/api/policy/page*', (route) => route.fulfill({ status: 400, json: { ok: false, code: 'INVALID', message: 'Not this' } }))
  await page.getByRole('search').getByRole('searchbox').fill('nor of this one')
  await page.keyboard.press('Enter')
  await settled(page)
  await page.getByText('Not this').first().waitFor()
})

test('so does a page whose code hangs, and a part of one', async () => {
  const page = await pilotOn('/org/groupings', { intercepted: true })
  const part = await hold(page, '**/assets/palette*.js')
  await page.keyboard.press('Control+k')
  expect(await staysUnderWay(page)).toBe(true)
  await part()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await settled(page)
  const next = await hold(page, '**/assets/*.js')
  await page
    .getByRole('navigation', { name: t('app.sidebar.label') })
    .getByRole('link', { name: t('app.tabs.scores'), exact: true })
    .click()
  expect(await staysUnderWay(page)).toBe(true)
  await next()
  expect(new URL(page.url()).pathname).toBe('/org2/perimeters')
})

test('pages outside of the shell say so too', async () => {
  const nobody = keep(await visit())
  for (const path of [
    '/login',
    '/forgot_password',
    '/password_reset/abc',
    '/unsubscribe/abc',
    '/sso',
    '/outside/code/1',
    '/403',
    '/404',
    '/500',
    '/reload',
    '/nowhere',
  ]) {
    await nobody.open(path)
    await nobody.page.locator('html[data-idle] #root main').waitFor()
  }
})
