/** One browser with two tabs: what another tab does to the session is seen before anything is clicked, and nothing is read or written elsewhere than a page says. */
import pg from 'pg'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { place, settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'
import { lettersTo, tokenIn } from '#tools/test/letters.ts'

const password = 'A-Journey-Secret-1'
interface Place {
  readonly id: number
  readonly name: string
}
/** What says for which organisation one works; the provider's people read whose data it is. */
const switcherOf = (t: Actor['t'], name: string) => new RegExp(`^${t('app.header.switch_customer')}.*${name}`)
/** Chooses where to go in the header; where there are more places than it lists, by searching. */
async function enter(page: Page, { t }: Actor, from: Place, to: Place): Promise<void> {
  await page.getByRole('button', { name: switcherOf(t, from.name) }).click()
  const way = page.getByRole('menuitemradio', { name: to.name })
  await page.getByRole('menuitemradio').first().waitFor()
  if (!(await way.isVisible())) await page.getByRole('searchbox', { name: t('app.header.customer_search') }).fill(to.name)
  await way.click()
}
const contextOf = async (visitor: Visitor) => (await visitor.api<{ user: { context: string } }>('GET', '/auth/check')).user.context
const sent = (page: Page) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}
/** What moves or ends the session, among calls; counters of the page may still come in when it stands idle. */
const moves = (calls: readonly string[]) =>
  calls.filter((call) => /^(?:PUT|POST|DELETE) \/api\/(?:user\/(?:customer|mode)|auth\/(?:logout|impersonate))$/.test(call))

/** Comes in by the link that an organisation, or the provider, has mailed, which proves the address and chooses the password. */
async function accept(root: Visitor, email: string): Promise<void> {
  const owner = new pg.Client(place().database)
  await owner.connect()
  try {
    // What was mailed: the outbox of the product shows no link, to nobody.
    const token = await vi.waitUntil(async () => (await lettersTo(owner, email)).map(tokenIn).find(Boolean), { timeout: 20_000, interval: 100 })
    await root.api('POST', '/auth/password/reset', { token, password, password_confirm: password })
  } finally {
    await owner.end()
  }
}

/** Somebody with a membership in both demonstration organisations. */
async function somebodyOfBoth(root: Visitor, mark: string): Promise<string> {
  const email = `both.${mark}@demo.example`
  const person = { email, firstname: 'Noor', lastname: mark, roles: ['global_pilote'], lang: 'en' }
  const first = await signIn('global_pilote@demo.example')
  // Adding invites.
  await first.api('POST', '/member', person)
  await accept(root, email)
  const second = await signIn('global_pilote@second.example')
  await second.api('POST', '/member', person)
  await Promise.all([first.close(), second.close()])
  return email
}

/** A user of the whole instance. */
async function instanceUser(root: Visitor, mark: string): Promise<string> {
  const email = `instance.${mark}@vigie.example`
  const { objects } = await root.api<{ objects: Place[] }>('GET', '/instance')
  await root.api('POST', '/provider_user', { email, firstname: 'Iris', lastname: mark, lang: 'en', admin_type: null, instance_id: objects[0]?.id })
  await accept(root, email)
  return email
}

describe.each(spoken)('two tabs in %s', (lang) => {
  const mark = `tab${Date.now().toString(36)}${lang}`
  let visitor: Visitor
  let actor: Actor
  const notice = () => visitor.page.getByRole('dialog', { name: actor.t('app.context.title') })
  afterEach(() => expect(visitor.complaints.splice(0)).toEqual([]))

  describe.each([
    ['a person with two memberships', 'Person', (root: Visitor) => somebodyOfBoth(root, mark), password],
    ['a user of the instance', 'Instance', (root: Visitor) => instanceUser(root, mark), password],
    ['root', 'Root', () => Promise.resolve('root@vigie.example'), undefined],
  ] as const)('%s', (_, word, make, secret) => {
    const typed = `${word} ${mark}`
    let demo: Place
    let other: Place
    beforeAll(async () => {
      const root = await signIn('root@vigie.example')
      const email = await make(root)
      await root.close()
      visitor = await signIn(email, { lang, ...(secret && { password: secret }) })
      actor = actorOn(visitor.page, lang)
      const of = async (email: string) => {
        const pilot = await signIn(email)
        const { user } = await pilot.api<{ user: { customer: Place } }>('GET', '/auth/check')
        await pilot.close()
        return user.customer
      }
      demo = await of('global_pilote@demo.example')
      other = await of('global_pilote@second.example')
    })
    afterAll(() => visitor.close())

    test('another organisation in tab 2 is told in tab 1 before anything is clicked, which then asks for nothing; it comes back as it was, or follows', async () => {
      const { page } = visitor
      const { t } = actor
      await visitor.api('PUT', '/user/customer', { customer_id: demo.id })
      await visitor.open('/admin/group?id=new')
      const name = page
        .getByRole('region', { name: t('people.entities.group.new'), exact: true })
        .getByRole('textbox')
        .first()
      await name.fill(typed)
      const before = await contextOf(visitor)

      const second = await visitor.context.newPage()
      await second.goto('/')
      await settled(second)
      const heard = second.waitForRequest((request) => new URL(request.url()).pathname === '/api/notification/stream')
      await enter(second, actor, demo, other)
      await second.getByRole('button', { name: switcherOf(t, other.name) }).waitFor()

      await notice().waitFor()
      // One page of a browser hears for all of them: from now on one that stands where the session is.
      await heard
      await notice().getByText(other.name, { exact: true }).waitFor()
      await notice().getByText(demo.name, { exact: true }).waitFor()
      await notice().getByText(t('app.context.unsaved')).waitFor()
      expect(await violations(page)).toEqual([])
      const calls = sent(page)
      await page.keyboard.press('Escape')
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await settled(page)
      expect(calls).toEqual([])
      expect(await notice().isVisible()).toBe(true)

      await actor.press(t('app.context.back', { place: demo.name }), notice())
      await notice().waitFor({ state: 'detached' })
      expect(await contextOf(visitor)).toBe(before)
      expect(await name.inputValue()).toBe(typed)
      await second.getByRole('dialog', { name: t('app.context.title') }).waitFor()
      await actor.press(t('kit.actions.create'))
      await actor.expectToast(t('kit.messages.created'))
      const { total } = await visitor.api<{ total: number }>('POST', '/group/page', { queryParams: { global_search: typed } })
      expect(total).toBe(1)

      await second.getByRole('button', { name: t('app.context.follow', { place: demo.name }) }).click()
      await second.getByRole('button', { name: switcherOf(t, demo.name) }).waitFor()
      await second.close()
      expect(await notice().count()).toBe(0)
    })

    test('a form with changes is asked about before the session goes anywhere, and nothing has happened while one stays', async () => {
      const { page } = visitor
      const { t } = actor
      await visitor.api('PUT', '/user/customer', { customer_id: demo.id })
      await visitor.open('/admin/group?id=new')
      await page
        .getByRole('region', { name: t('people.entities.group.new'), exact: true })
        .getByRole('textbox')
        .first()
        .fill('Not saved')
      const question = page.getByRole('alertdialog', { name: t('kit.confirm.discard_changes') })
      const { user } = await visitor.api<{ user: { name: string; roles: string[] } }>('GET', '/auth/check')
      const ways = [
        () => enter(page, actor, demo, other),
        async () => {
          await actor.press(t('app.user.menu', { name: user.name }))
          await page.getByRole('menuitem', { name: t('app.user.contributor_mode') }).click()
        },
        async () => {
          await actor.press(t('app.user.menu', { name: user.name }))
          await page.getByRole('menuitem', { name: t('app.user.log_out') }).click()
        },
      ]
      const before = await contextOf(visitor)
      const calls = sent(page)
      for (const go of ways) {
        await go()
        await question.waitFor()
        await actor.press(t('kit.confirm.keep_editing'), question)
        await question.waitFor({ state: 'detached' })
      }
      expect(moves(calls)).toEqual([])
      expect(await contextOf(visitor)).toBe(before)
      await ways[0]?.()
      await actor.press(t('kit.actions.discard'), question)
      await page.getByRole('button', { name: switcherOf(t, other.name) }).waitFor()
      expect(moves(calls)).toEqual(['PUT /api/user/customer'])
    })

    test('so it is with contributor mode, and signing out in one tab signs the other out', async () => {
      const { page } = visitor
      const { t } = actor
      await visitor.api('PUT', '/user/customer', { customer_id: demo.id })
      await visitor.open('/admin/group')
      const second = await visitor.context.newPage()
      await second.goto('/')
      await settled(second)
      const { user } = await visitor.api<{ user: { name: string } }>('GET', '/auth/check')
      const choose = async (entry: string) => {
        await second.getByRole('button', { name: t('app.user.menu', { name: user.name }) }).click()
        await second.getByRole('menuitem', { name: t(`app.user.${entry}`) }).click()
      }
      await choose('contributor_mode')
      await notice()
        .getByText(`${demo.name} · ${t('app.context.contributor')}`, { exact: true })
        .waitFor()
      await second.getByRole('link', { name: t('actions.pages.local') }).waitFor()
      await settled(second)
      await choose('normal_mode')
      await notice().waitFor({ state: 'detached' })
      await second.getByRole('link', { name: t('policies.pages.policies'), exact: true }).waitFor()
      await settled(second)
      await choose('log_out')
      await page.waitForURL(/\/login/)
      await second.waitForURL(/\/login/)
      await settled(second)
      await second.close()
    })
  })
})
