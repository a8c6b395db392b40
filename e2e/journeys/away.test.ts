/** The server, or its database, is away for a while: the page says so, tries again by itself, and loses nothing that was typed. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('a server that is away in %s', (lang) => {
  const mark = `away${Date.now().toString(36)}${lang}`
  let visitor: Visitor
  let actor: Actor
  const banner = () => visitor.page.getByRole('status').getByText(actor.t('kit.connection.away'))
  const api = '**/api/**'
  const code = '**/assets/*.js'
  /** From now on every call ends so; answers the paths that were asked for. */
  const leave = async (how: '503' | 'reset'): Promise<string[]> => {
    const asked: string[] = []
    await visitor.page.route(api, (route) => {
      asked.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`)
      return how === 'reset'
        ? route.abort('connectionreset')
        : route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { ok: false, code: 'BUSY', message: 'Busy' } })
    })
    return asked
  }
  const comeBack = () => visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
  beforeAll(async () => {
    visitor = await signIn('global_pilote@demo.example', { lang, intercepted: true })
    actor = actorOn(visitor.page, lang)
  })
  afterEach(async () => {
    await comeBack()
    expect(visitor.complaints.splice(0)).toEqual([])
  })
  afterAll(() => visitor.close())

  test.each(['503', 'reset'] as const)('a list says that it tries again, once for the whole page, and is there when the server is back: %s', async (how) => {
    const { page } = visitor
    await visitor.open('/admin/group')
    const made = (await visitor.api<{ object: { id: number } }>('POST', '/group', { name: `${how} ${mark}` })).object
    const asked = await leave(how)
    await page.getByRole('search').getByRole('searchbox').fill(`${how} ${mark}`)
    await page.getByRole('search').getByRole('searchbox').press('Enter')
    await banner().waitFor()
    expect(await banner().count()).toBe(1)
    expect(
      await page
        .getByRole('region', { name: actor.t('kit.toast.region') })
        .getByRole('listitem')
        .count(),
    ).toBe(0)
    // It tries again by itself, more than once.
    await expect.poll(() => asked.filter((call) => call === 'POST /api/group/page').length).toBeGreaterThan(2)
    await comeBack()
    await banner().waitFor({ state: 'detached' })
    await actor.row(`${how} ${mark}`).waitFor()
    await visitor.api('DELETE', `/group/${made.id}`)
  })

  test('a form keeps what was typed, says that nothing is confirmed, and makes one row once it is sent again', async () => {
    const { page } = visitor
    const { t } = actor
    const name = `Kept ${mark}`
    await visitor.open('/admin/group?id=new')
    const field = page
      .getByRole('region', { name: t('people.entities.group.new'), exact: true })
      .getByRole('textbox')
      .first()
    await field.fill(name)
    // The first submission arrives; what is lost is its answer.
    await page.route(api, async (route) => {
      if (route.request().method() === 'POST') await route.fetch().catch(() => undefined)
      await route.abort('connectionreset')
    })
    await actor.press(t('kit.actions.create'))
    await actor.expectToast(t('kit.connection.not_confirmed'))
    expect(await field.inputValue()).toBe(name)
    await banner().waitFor()
    await comeBack()
    await banner().waitFor({ state: 'detached' })
    await actor.press(t('kit.actions.create'))
    await actor.expectToast(t('kit.messages.created'))
    const { total } = await visitor.api<{ total: number }>('POST', '/group/page', { queryParams: { global_search: name } })
    expect(total).toBe(1)
  })

  test('a page that is opened meanwhile waits for the server, and takes nobody for signed out', async () => {
    const { page } = visitor
    await leave('503')
    await page.goto('/admin/group')
    await banner().waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/group')
    await comeBack()
    await page.getByRole('grid').waitFor()
    await settled(page)
    expect(new URL(page.url()).pathname).toBe('/admin/group')
    expect(await banner().count()).toBe(0)
  })

  test('a page that is opened without a network waits for it, beside the rows that are there', async () => {
    const { page } = visitor
    await visitor.open('/admin/group')
    const rows = page.locator('[role=grid] tbody [data-row]')
    const before = await rows.count()
    expect(before).toBeGreaterThan(0)
    await leave('reset')
    await page.route(code, (route) => route.abort('internetdisconnected'))
    await page
      .getByRole('link', { name: actor.t('policies.pages.policies') })
      .first()
      .click()
    await banner().waitFor()
    expect(new URL(page.url()).pathname).not.toBe('/reload')
    expect(await rows.count()).toBe(before)
    await comeBack()
    await actor.press(actor.t('kit.actions.try_again'))
    await page.waitForURL(/\/org\/policies$/)
    await banner().waitFor({ state: 'detached' })
    await rows.first().waitFor()
  })

  test('a part whose code is gone says so beside what was typed, which stays', async () => {
    const { page } = visitor
    await visitor.open('/admin/group?id=new')
    const field = page
      .getByRole('region', { name: actor.t('people.entities.group.new'), exact: true })
      .getByRole('textbox')
      .first()
    await field.fill(`Typed ${mark}`)
    await page.route(code, (route) => route.fulfill({ status: 404 }))
    await page.keyboard.press('Control+k')
    await page.getByRole('alert').getByText(actor.t('kit.connection.updated'), { exact: true }).waitFor()
    expect([new URL(page.url()).pathname, await field.inputValue()]).toEqual(['/admin/group', `Typed ${mark}`])
    // Leaving for the new version asks first.
    const asked = page.waitForEvent('dialog')
    // The press ends with the answer.
    const pressed = actor.press(actor.t('kit.connection.reload'))
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await pressed
    expect(await field.inputValue()).toBe(`Typed ${mark}`)
  })
})
