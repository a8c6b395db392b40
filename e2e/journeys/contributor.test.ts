/** Ten minutes a month: what contributors find, and pilots who choose to be one for a while (SHL-11). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

const pathOf = (visitor: Visitor) => new URL(visitor.page.url()).pathname
const rowsOf = ({ page }: Visitor) => page.getByRole('grid').locator('tbody [data-row]')

describe.each(spoken)('a contributor in %s', (lang) => {
  let visitor: Visitor
  let actor: Actor
  let name: string
  const menu = () => visitor.page.getByRole('navigation', { name: actor.t('app.sidebar.label') })
  beforeAll(async () => {
    visitor = await signIn('contributor@demo.example', { lang })
    actor = actorOn(visitor.page, lang)
    name = (await visitor.api<{ user: { name: string } }>('GET', '/auth/check')).user.name
  })
  afterEach(() => expect(visitor.complaints.splice(0)).toEqual([]))
  afterAll(() => visitor.close())

  test('finds in the menu what waits, and nothing to administer', async () => {
    const { page } = visitor
    const { t } = actor
    const { object } = await visitor.api<{ object: { nb_actions: number } }>('GET', '/contribution/count')
    expect(object.nb_actions).toBeGreaterThan(0)
    await visitor.open('/')
    expect(pathOf(visitor)).toBe('/home')
    const link = menu().getByRole('link', { name: t('actions.pages.local') })
    await link.getByLabel(t('app.sidebar.contributions', { count: object.nb_actions })).waitFor()
    expect(await page.getByRole('link', { name: t('app.header.administration') }).count()).toBe(0)
    // The cockpit, proposals, evaluations, what is to be done today, what was declared and asked for, the gaps, the projects, the risks, the actions, the evidence, the metrics and what runbooks count.
    expect(await menu().getByRole('link').count()).toBe(13)
    await link.click()
    await page.waitForURL(/\/local_actions/)
    await settled(page)
    // What is still to do comes first; what is done stays in sight.
    const open = await visitor.api<{ total: number }>('POST', '/remediation/page', {
      queryParams: {
        per_page: 20,
        filters: [
          { name: 'mine', selected_options: [true] },
          { name: 'closed', selected_options: [false] },
        ],
      },
      page: 1,
    })
    expect(open.total).toBe(object.nb_actions)
    expect(await rowsOf(visitor).count()).toBeGreaterThanOrEqual(Math.min(20, object.nb_actions))
    const own = new Set(
      (await visitor.api<{ objects: { object: { identifier: string } }[] }>('GET', '/user/objects')).objects.map(({ object: { identifier } }) => identifier),
    )
    for (const row of await rowsOf(visitor).allInnerTexts()) expect([row, [...own].some((identifier) => row.includes(identifier))]).toEqual([row, true])
    expect(await violations(page)).toEqual([])
  })

  test('opens from the cockpit exactly the late answers that a line counts', async () => {
    const { page } = visitor
    const { t } = actor
    const { objects } = await visitor.api<{ objects: { kind: string; count: number }[] }>('GET', '/dashboard/attention')
    const count = objects.find(({ kind }) => kind === 'my_tasks_late')?.count ?? 0
    expect(count).toBeGreaterThan(0)
    await visitor.open('/home')
    await page.getByRole('link', { name: t('dashboards.attention.kind.my_tasks_late', { count }) }).click()
    await page.waitForURL(/\/contributions\/runtasks/)
    await page.getByRole('heading', { name: t('runbooks.today.late'), level: 2 }).waitFor()
    expect(await page.getByRole('progressbar', { name: t('runbooks.today.late') }).getAttribute('aria-valuemax')).toBe(String(count))
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: t('runbooks.today.show_all') }).click()
    await page.getByRole('heading', { name: t('runbooks.today.heading'), level: 2 }).waitFor()
  })

  test('follows links of pilots to where the same action is theirs, and is led home from the rest', async () => {
    const { page } = visitor
    const { objects } = await visitor.api<{ objects: { entity: string; id: number; object: { name: string } }[] }>('GET', '/user/objects')
    const own = objects.find(({ entity }) => entity === 'remediation')
    await visitor.open(`/actions/filtered?id=${own?.id}`)
    expect(pathOf(visitor)).toBe('/local_actions')
    await actor
      .panel('actions.entities.remediation')
      .getByRole('heading', { name: own?.object.name ?? '' })
      .waitFor()
    for (const hidden of ['/org/policies', '/admin/users', '/admin', '/org', '/score-engine/policy-score-coverage']) {
      await visitor.open(hidden)
      expect([hidden, pathOf(visitor)]).toEqual([hidden, '/home'])
      expect(await page.getByRole('alert').count()).toBe(0)
    }
  })

  test('sees their part of a plan under its name, whether they may open the plan or not', async () => {
    const { page } = visitor
    const of = { queryParams: { filters: [{ name: 'mine', selected_options: [true] }], per_page: 100 }, page: 1 }
    const { objects } = await visitor.api<{ objects: { program: { id: number; name: string } }[] }>('POST', '/remediation/page', of)
    const plans = new Map(objects.map(({ program }) => [program.id, program.name]))
    expect(plans.size).toBeGreaterThan(0)
    for (const [id, plan] of [...plans].slice(0, 3)) {
      await visitor.open(`/local_actions/${id}`)
      await page.getByRole('heading', { level: 1, name: plan, exact: true }).waitFor()
      expect(await page.title()).toBe(`${plan} · Vigie`)
      expect(await page.getByRole('navigation', { name: actor.t('app.header.crumb') }).innerText()).toContain(plan)
    }
  })

  test('has all that is theirs on one page, whose links open it', async () => {
    const { page } = visitor
    const { t } = actor
    await visitor.open('/home')
    await actor.press(t('app.user.menu', { name }))
    await page.getByRole('menuitem', { name: t('app.nav.my_objects') }).click()
    await page.waitForURL(/\/my_objects$/)
    await settled(page)
    expect(await violations(page)).toEqual([])
    // What is over stands apart, under an address of its own.
    const over = page.getByRole('main').getByText(new RegExp(`^${t('people.mine.over', { count: '' })}`))
    await over.click()
    await page.waitForURL(/show=over/)
    await page.reload()
    await settled(page)
    await expect.poll(() => page.getByRole('main').locator('li:not([data-settled])').count()).toBe(0)
    await page
      .getByRole('main')
      .getByText(new RegExp(`^${t('people.mine.to_do', { count: '' })}`))
      .click()
    await page.waitForURL((url) => url.search === '')
    const link = page.getByRole('main').getByRole('listitem').locator('a[href*="/local_actions"]').first()
    const shown = await link.innerText()
    await link.click()
    await page.waitForURL(/\/local_actions/)
    await actor.panel('actions.entities.remediation').waitFor()
    expect(shown).toContain(await actor.panel('actions.entities.remediation').getByRole('heading').first().innerText())
  })

  test('does so on a telephone in the dark', async () => {
    const { page } = visitor
    await page.setViewportSize(sizes[390])
    await page.emulateMedia({ colorScheme: 'dark' })
    try {
      for (const path of ['/local_actions', '/my_objects']) {
        await visitor.open(path)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
        expect(await violations(page)).toEqual([])
      }
    } finally {
      await page.setViewportSize(sizes[1440])
      await page.emulateMedia({ colorScheme: 'light' })
    }
  })
})

describe.each(spoken)('contributor mode in %s', (lang) => {
  let visitor: Visitor
  let actor: Actor
  let name: string
  const wheel = () => visitor.page.getByRole('link', { name: actor.t('app.header.administration') })
  const choose = async (entry: string) => {
    await actor.press(actor.t('app.user.menu', { name }))
    await visitor.page.getByRole('menuitem', { name: actor.t(`app.user.${entry}`) }).click()
  }
  beforeAll(async () => {
    visitor = await signIn('local_pilote@demo.example', { lang, intercepted: true })
    actor = actorOn(visitor.page, lang)
    name = (await visitor.api<{ user: { name: string } }>('GET', '/auth/check')).user.name
  })
  afterAll(() => visitor.close())

  test('a pilot sees and may do what a contributor does, until they have had enough', async () => {
    const { page } = visitor
    const { t } = actor
    await visitor.open('/org/policies')
    await choose('contributor_mode')
    await page.waitForURL(/\/home$/)
    await settled(page)
    await page.getByRole('link', { name: t('actions.pages.local') }).waitFor()
    expect(await page.getByRole('link', { name: t('policies.pages.policies') }).count()).toBe(0)
    await expect(visitor.api('POST', '/policy/page', {})).rejects.toThrow(/ 403/)
    await visitor.open('/org/policies')
    expect(pathOf(visitor)).toBe('/home')
    await page.reload()
    await choose('normal_mode')
    await page.getByRole('link', { name: t('policies.pages.policies') }).waitFor()
    expect(await page.getByRole('link', { name: t('actions.pages.local') }).count()).toBe(0)
    await visitor.api('POST', '/policy/page', {})
    expect(visitor.complaints.splice(0)).toEqual([])
  })

  test('says so when the mode could not be changed, and leaves everything as it was', async () => {
    const { page } = visitor
    await visitor.open('/org/policies')
    await page.route('**/api/user/mode', (route) => route.abort())
    await choose('contributor_mode')
    await actor.expectToast(actor.t('app.user.mode_failed'))
    expect(pathOf(visitor)).toBe('/org/policies')
    await page.unroute('**/api/user/mode')
    expect(await wheel().count()).toBe(0)
  })
})
