/** A key: made with what it may, shown once, tried by a program, seen with what was asked, rotated and revoked. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { inSteps } from '#e2e/steps.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('keys of programs in %s', (lang) => {
  inSteps()
  const name = `Pont ${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let actor: Actor
  let secret = ''
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
  })
  afterEach(() => expect(pilot.complaints.splice(0)).toEqual([]))
  afterAll(() => pilot.close())

  const ask = async (path: string) => {
    const answer = await fetch(new URL(path, pilot.page.url()), { headers: { 'x-api-key': secret } })
    return answer.status
  }

  test('it is made, and shown once', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/admin/public_api')
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: t('programs.entities.api_key.new') }).click()
    const dialog = page.getByRole('dialog', { name: t('programs.entities.api_key.new') })
    await dialog.getByRole('textbox', { name: t('programs.entities.api_key.fields.name') }).fill(name)
    await dialog.getByRole('combobox', { name: t('programs.keys.read'), exact: true }).click()
    await page.getByRole('option', { name: t('actions.entities.remediation.many'), exact: true }).click()
    await page.keyboard.press('Tab')
    await settled(page)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: t('programs.keys.make') }).click()
    const shown = page.getByRole('dialog', { name: t('programs.keys.secret_title', { name }) })
    await shown.waitFor()
    secret = (await shown.locator('code').first().textContent()) ?? ''
    expect(secret).toMatch(/^vg_live_\d+_[\w-]{43}$/)
    const done = shown.getByRole('button', { name: t('programs.keys.done') })
    expect(await done.isDisabled()).toBe(true)
    await settled(page)
    expect(await violations(page)).toEqual([])
    await shown.getByRole('checkbox').check()
    await done.click()
    await shown.waitFor({ state: 'detached' })
    expect(await page.locator('main').textContent()).not.toContain(secret)
  })

  test('a program asks with it, and the page shows what was asked', async () => {
    const { page } = pilot
    expect(await ask('/public/v1/actions?limit=1')).toBe(200)
    expect(await ask('/public/v1/gaps')).toBe(403)
    await pilot.open('/admin/public_api')
    await page.getByRole('link', { name }).or(page.getByRole('button', { name })).first().click()
    await page.getByText('GET /actions').waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
  })

  test('what it is called and from where is changed, its rights are not; the tabs count', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/admin/public_api')
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: t('programs.keys.change'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('programs.keys.change_title', { name }) })
    await dialog.getByRole('textbox', { name: t('programs.keys.networks') }).fill('10.0.0.0/99')
    const send = dialog.getByRole('button', { name: t('programs.keys.change') })
    await send.click()
    await dialog.getByText(t('programs.errors.network')).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('textbox', { name: t('programs.keys.networks') }).fill('127.0.0.0/8 ::1')
    await send.click()
    await dialog.waitFor({ state: 'detached' })
    expect(await ask('/public/v1/actions?limit=1')).toBe(200)
    const views = page.getByRole('group', { name: t('kit.table.views') })
    await views.getByRole('button', { name: t('programs.entities.api_key.choices.state.REVOKED') }).click()
    await settled(page)
    expect(await row.count()).toBe(0)
    expect(await violations(page)).toEqual([])
  })

  test('what it may ask for is described, and tried with it: the page keeps nothing of it', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/admin/public_api')
    await page.getByRole('link', { name: t('programs.docs.open') }).click()
    await page
      .getByRole('navigation', { name: t('programs.docs.types') })
      .getByRole('link', { name: t('actions.entities.remediation.many'), exact: true })
      .click()
    await page.getByRole('heading', { name: t('actions.entities.remediation.many') }).waitFor()
    await page.getByLabel(t('programs.docs.key'), { exact: true }).fill(secret)
    await page.getByText(t('programs.docs.operations.list')).click()
    const console = page.getByRole('form', { name: t('programs.docs.try_it', { operation: 'listActions' }) })
    await console.getByRole('textbox', { name: 'limit' }).fill('1')
    expect(await console.getByLabel(t('programs.docs.command')).textContent()).toContain('/public/v1/actions?limit=1')
    await console.getByRole('button', { name: t('programs.docs.send') }).click()
    await console.getByText('next_cursor').waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    expect(await page.locator('main').textContent()).not.toContain(secret)
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))).not.toContain(secret)
    await page.setViewportSize({ width: 390, height: 844 })
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
    await settled(page)
    expect(await page.getByLabel(t('programs.docs.key'), { exact: true }).inputValue()).toBe('')
  })

  test('revoked, it lets in no more', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/admin/public_api')
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: t('programs.keys.revoke') }).click()
    const question = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await question.getByRole('button', { name: t('programs.keys.revoke') }).click()
    // The list says that the row belongs there no more, and keeps it until it is left.
    await row.and(page.locator('[data-leaving]')).waitFor()
    expect(await ask('/public/v1/actions?limit=1')).toBe(401)
  })
})
