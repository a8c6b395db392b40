/** Addresses and what comes of them: pages that fail, pages that are gone, few calls before a page stands, and many organisations. */
import type { Page } from 'playwright'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { plannedRoutes } from '#app/web/planned-routes.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, visit, type Visitor } from '#e2e/browser.ts'
import { actorOn } from '#e2e/actor.ts'
import { demoPassword } from '#tools/test/demo-password.ts'
import { spoken, wordsIn } from '#e2e/words.ts'

const t = wordsIn('en')
const planned = plannedRoutes.flatMap(({ path }) => (path.includes('$') ? [] : [path])).slice(0, 1)
const visitors: Visitor[] = []
const keep = (visitor: Visitor): Visitor => {
  visitors.push(visitor)
  return visitor
}
afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.close()))
})
const pathOf = ({ page }: Visitor) => new URL(page.url()).pathname

test('an address that nobody knows is said to be so, to those who are not signed in too', async () => {
  const [pilot, nobody] = [keep(await signIn('global_pilote@demo.example')), keep(await visit())]
  for (const visitor of [pilot, nobody]) {
    // A page of the specification whose area does not exist yet is no page; the kit is shown in development alone.
    for (const path of ['/nowhere', '/admin/nowhere', '/org/policies/1/nothing/at/all', '/404', ...planned, '/ui-kit']) {
      await visitor.open(path)
      await visitor.page.getByRole('heading', { name: t('app.pages.not_found'), exact: true }).waitFor()
      await visitor.page.getByText(t('app.pages.not_found_text')).waitFor()
    }
    await visitor.page.getByRole('link', { name: t('app.pages.home') }).click()
    await visitor.page.waitForURL(visitor === pilot ? /\/home$/ : /\/login$/)
  }
})

test.each(spoken)('what is not there is said not to be, without an offer to try again, in %s', async (lang) => {
  const translate = wordsIn(lang)
  const pilot = keep(await signIn('global_pilote@demo.example', { lang }))
  const gone = {
    '/org/policies/999999999': 'kit.errors.not_found',
    '/actions/999999999': 'actions.errors.no_program_access',
    '/org/groupings?id=999999999': 'kit.errors.not_found',
  }
  for (const [path, why] of Object.entries(gone)) {
    await pilot.open(path)
    const alert = pilot.page.getByRole('alert').filter({ hasText: translate('kit.errors.gone') })
    await alert.waitFor()
    expect([path, await alert.getByText(translate(why), { exact: true }).count(), await alert.getByRole('button').count()]).toEqual([path, 1, 0])
  }
})

test('a word where a page expects an id is an address that nobody knows', async () => {
  const pilot = keep(await signIn('global_pilote@demo.example'))
  for (const path of ['/actions/nothing', '/org/policies/statement']) {
    await pilot.open(path)
    await pilot.page.getByRole('heading', { name: t('app.pages.not_found'), exact: true }).waitFor()
    await pilot.page.getByText(t('app.pages.not_found_text')).waitFor()
  }
})

test('an address that only leads on does so, and the way back passes it by; what staff outside of any organisation find', async () => {
  const pilot = keep(await signIn('global_pilote@demo.example'))
  await pilot.open('/profile')
  // Which address leads where is the router's own test (app/web/redirects.test.ts).
  await pilot.open('/org/security-bases/perimeters')
  expect(pathOf(pilot)).toBe('/org/security-bases')
  expect(new URL(pilot.page.url()).searchParams.get('view')).toBe('perimeters')
  await pilot.page.goBack()
  await pilot.page.waitForURL(/\/profile/)
  const root = keep(await signIn('root@vigie.example'))
  await root.api('PUT', '/user/customer', { customer_id: null })
  await root.open('/org/policies')
  expect(pathOf(root)).toBe('/admin/customer')
  // Who has nothing else finds administration in the menu instead of behind the wheel: only the crumb leads to its page.
  expect(await root.page.getByRole('link', { name: t('app.header.administration') }).count()).toBe(1)
  await root.page
    .getByRole('navigation', { name: t('app.sidebar.label') })
    .getByRole('link', { name: t('tenancy.pages.instance') })
    .waitFor()
  expect(await root.page.title()).toBe(`${t('tenancy.pages.customers')} · Vigie`)
})

test('who asks for a page that is not theirs is at home, and told which it was and why, until they go on', async () => {
  const contributor = keep(await signIn('contributor@demo.example'))
  const { page } = contributor
  await contributor.open('/admin/users')
  const refused = page.getByText(t('app.refused.role', { page: t('people.pages.users'), role: t('app.user.roles.contributor') }), { exact: true })
  await refused.waitFor()
  expect(pathOf(contributor)).toBe('/home')
  expect(await violations(page)).toEqual([])
  await page
    .getByRole('navigation', { name: t('app.sidebar.label') })
    .getByRole('link')
    .nth(1)
    .click()
  await refused.waitFor({ state: 'detached' })
})

test('a page that takes its time is said to be on its way', async () => {
  const pilot = keep(await signIn('global_pilote@demo.example', { intercepted: true }))
  const { page } = pilot
  await pilot.open('/org/groupings')
  let goOn = () => {}
  const until = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await until
    await route.continue()
  })
  const busy = page.locator('main[aria-busy=true]')
  await page
    .getByRole('navigation', { name: t('app.sidebar.label') })
    .getByRole('link', { name: t('app.tabs.scores'), exact: true })
    .click()
  await busy.getByText(t('kit.loading')).waitFor()
  goOn()
  await page.waitForURL(/\/org2\/perimeters/)
  await busy.waitFor({ state: 'detached' })
  expect(pilot.complaints).toEqual([])
})

test('of a page that is opened from within, all scripts are asked for at once', async () => {
  const pilot = keep(await signIn('global_pilote@demo.example'))
  const { page } = pilot
  const listed = page.waitForResponse(/\/page-files\.json\?/)
  await pilot.open('/org/groupings')
  const files = ((await (await listed).json()) as Record<string, string[]>)['/org2/perimeters'] ?? []
  expect(files.length).toBeGreaterThan(1)
  await page
    .getByRole('navigation', { name: t('app.sidebar.label') })
    .getByRole('link', { name: t('app.tabs.scores'), exact: true })
    .click()
  await page.waitForURL(/\/org2\/perimeters/)
  const asked = await page.locator('head link[rel=modulepreload]').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(asked).toEqual(expect.arrayContaining(files))
  expect(pilot.complaints).toEqual([])
})

test('a list that the server refuses leads to a page that says so', async () => {
  const pilot = keep(await signIn('global_pilote@demo.example', { intercepted: true }))
  await pilot.open('/org/groupings')
  await pilot.page.route('**/api/policy/page*', (route) => route.fulfill({ status: 403, json: { ok: false, code: 'FORBIDDEN', message: 'Not any more' } }))
  await pilot.page
    .getByRole('navigation', { name: t('app.sidebar.label') })
    .getByRole('link', { name: t('policies.pages.policies'), exact: true })
    .click()
  await pilot.page.waitForURL(/\/403$/)
  await pilot.page.getByRole('heading', { name: t('app.pages.forbidden'), exact: true }).waitFor()
  await actorOn(pilot.page, 'en').expectToast('Not any more')
  expect(await violations(pilot.page)).toEqual([])
})

test('so does a page of another kind', async () => {
  const [pilot, root] = [keep(await signIn('global_pilote@demo.example')), keep(await signIn('root@vigie.example', { intercepted: true }))]
  for (const [visitor, path, call] of [
    [pilot, '/admin/preferences', '**/api/organisation/settings'],
    [root, '/admin/customer', '**/api/customer'],
    [root, '/admin/instance', '**/api/instance'],
    [root, '/admin/users', '**/api/provider_user'],
  ] as const) {
    await visitor.page.route(call, (route) => route.fulfill({ status: 403, json: { ok: false, code: 'FORBIDDEN', message: 'Not any more' } }))
    await visitor.page.goto(path)
    await visitor.page.waitForURL(/\/403$/)
    await visitor.page.getByRole('heading', { name: t('app.pages.forbidden'), exact: true }).waitFor()
  }
})

describe('after an update', () => {
  let pilot: Visitor
  const gone = '**/assets/*.js'
  const update = (page: Page) => page.route(gone, (route) => route.fulfill({ status: 404 }))
  beforeEach(async () => {
    pilot = keep(await signIn('global_pilote@demo.example', { intercepted: true }))
  })

  test('a file that is gone is not answered with another', async () => {
    expect((await pilot.context.request.get('/assets/policies-page-gone.js')).status()).toBe(404)
  })

  test('a page whose code is gone says so and reloads by itself, but not over and over', async () => {
    const { page } = pilot
    await page.clock.install()
    await pilot.open('/org/groupings')
    const leave = async () => {
      await update(page)
      await page
        .getByRole('navigation', { name: t('app.sidebar.label') })
        .getByRole('link', { name: t('suppliers.pages.suppliers'), exact: true })
        .click()
      await page.waitForURL(/\/reload$/)
      await page.getByRole('heading', { name: t('app.pages.updated'), exact: true }).waitFor()
      await page.getByText(t('app.pages.updated_text')).waitFor()
      await page.unroute(gone)
    }
    await leave()
    expect(await violations(page)).toEqual([])
    await page.clock.fastForward(5100)
    await page.waitForURL(/\/home$/)
    await settled(page)
    // Within the minute it waits to be told.
    await leave()
    await page.clock.fastForward(20_000)
    expect(pathOf(pilot)).toBe('/reload')
    await page.getByRole('button', { name: t('app.pages.reload') }).click()
    await page.waitForURL(/\/home$/)
  })

  test('so does a part of a page', async () => {
    const { page } = pilot
    await pilot.open('/org/groupings')
    await update(page)
    await page.keyboard.press('Control+k')
    await page.waitForURL(/\/reload$/)
    await page.getByRole('button', { name: t('app.pages.reload') }).waitFor()
  })
})

/** The API calls of a page so far: those begun before its rows had been answered, and those since. */
const callsOf = (page: Page) =>
  page.evaluate(() => {
    // Pictures are asked for by the browser, of what stands there already.
    const calls = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ name, initiatorType }) => new URL(name).pathname.startsWith('/api/') && initiatorType !== 'img',
    )
    const answered = calls.find(({ name }) => new URL(name).pathname.endsWith('/page'))?.responseEnd ?? 0
    const paths = (some: PerformanceEntry[]) => some.map(({ name }) => new URL(name).pathname)
    return { before: paths(calls.filter(({ startTime }) => startTime < answered)), since: paths(calls.filter(({ startTime }) => startTime >= answered)) }
  })

test('at most four calls before a page stands, and counters only after', async () => {
  const pilot = keep(await signIn('global_pilote@demo.example'))
  for (const path of ['/actions/filtered', '/actions', '/org/policies', '/admin/users', '/admin/labels']) {
    const page = await pilot.context.newPage()
    await page.goto(path)
    await page.getByRole('grid').locator('tbody [data-row]').first().waitFor()
    for (const later of ['/api/contribution/count', '/api/user_group/users', '/api/analytics/page_view'])
      await expect.poll(async () => (await callsOf(page)).since).toContain(later)
    const { before } = await callsOf(page)
    expect(before.length, `${path}: ${before.join(' ')}`).toBeLessThanOrEqual(4)
    await page.close()
  }
})

test('of many organisations twelve are listed, and a search finds the rest', async () => {
  const mark = `Q${Date.now().toString(36)}`
  const root = keep(await signIn('root@vigie.example'))
  await root.api('PUT', '/user/customer', { customer_id: null })
  for (let n = 1; n <= 15; n += 1) await root.api('POST', '/customer', { name: `${mark} ${String(n).padStart(2, '0')}` })
  const { page } = root
  await root.open('/')
  await page.getByRole('button', { name: t('app.header.switch_customer') }).click()
  const menu = page.getByRole('menu', { name: t('app.header.switch_customer') })
  const items = menu.getByRole('menuitem').or(menu.getByRole('menuitemradio'))
  await items.first().waitFor()
  expect(await items.count()).toBe(12)
  expect(await violations(page)).toEqual([])
  await page.getByRole('searchbox', { name: t('app.header.customer_search') }).fill(`${mark} 15`)
  await expect.poll(() => items.count()).toBe(1)
  await items.first().click()
  await page.waitForURL(/\/home$/)
  await page.getByRole('button', { name: new RegExp(`${mark} 15`) }).waitFor()
  expect(root.complaints).toEqual([])
})

test.each(['en', 'fr'] as const)('whoever of the provider has entered an organisation gets out of it again, after signing in anew too (%s)', async (lang) => {
  const translate = wordsIn(lang)
  const root = keep(await signIn('root@vigie.example', { lang }))
  const { page } = root
  const name = `Left ${lang} ${Date.now().toString(36)}`
  await root.api('POST', '/customer', { name })
  await root.open('/admin/customer')
  await actorOn(page, lang)
    .row(name)
    .getByRole('button', { name: translate('tenancy.customer.enter') })
    .first()
    .click({ force: true })
  await page.waitForURL(/\/home$/)
  const again = keep(await visit({ lang, intercepted: true }))
  await again.page.goto('/login')
  await again.page.locator('input[type=email]').fill('root@vigie.example')
  await again.page.keyboard.press('Enter')
  await again.page.locator('input[type=password]').fill(demoPassword)
  await again.page.keyboard.press('Enter')
  await again.page.waitForURL(/\/home$/)
  // Whose data it is stands in the head, on a phone too.
  for (const width of [390, 1440] as const) {
    await again.page.setViewportSize(sizes[width])
    await again.page.getByRole('banner').getByText(translate('app.header.data_of', { name })).waitFor()
  }
  await again.page
    .getByRole('button', {
      name: translate('kit.labelled', { label: translate('app.header.switch_customer'), value: translate('app.header.data_of', { name }) }),
    })
    .click()
  const leave = again.page.getByRole('menuitem', { name: translate('app.header.leave_customer', { name }) })
  await again.page.route('**/api/user/customer', (route) => route.abort())
  await leave.click()
  await actorOn(again.page, lang).expectToast(translate('kit.errors.customer_failed'))
  await again.page.unroute('**/api/user/customer')
  await again.page.getByRole('button', { name: new RegExp(translate('app.header.switch_customer')) }).click()
  await leave.waitFor()
  expect(await violations(again.page)).toEqual([])
  await leave.click()
  await again.page.waitForURL(/\/admin\/customer$/)
  // There is nowhere to leave to from there.
  await again.page.getByRole('button', { name: new RegExp(translate('app.header.switch_customer')) }).click()
  await again.page.getByRole('menu', { name: translate('app.header.switch_customer') }).waitFor()
  expect(await leave.count()).toBe(0)
})
