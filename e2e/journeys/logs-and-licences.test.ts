/** What was done, as whoever answers for it reads it; and what the organisation may have. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'

const mark = `J${Date.now().toString(36)}`
let pilot: Visitor
let auditor: Visitor
let actor: Actor
let group: number

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  auditor = await signIn('global_auditor@demo.example', { lang: 'fr', width: 390, theme: 'dark' })
  actor = actorOn(pilot.page, 'fr')
  group = (await pilot.api<{ object: { id: number } }>('POST', '/group', { name: `Avant ${mark}` })).object.id
  const { object } = await pilot.api<{ object: { version: number } }>('GET', `/group/${group}`)
  await pilot.api('PUT', `/group/${group}`, { name: `Après ${mark}`, version: object.version })
})
afterEach(() => {
  expect([...pilot.complaints.splice(0), ...auditor.complaints.splice(0)]).toEqual([])
})
afterAll(async () => {
  await pilot.close()
  await auditor.close()
})

test('an entry is found by its object and opens below itself, before and after', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/admin/logs')
  await page.getByRole('searchbox', { name: t('logs.search') }).fill(mark)
  const found = page.getByRole('table', { name: t('logs.title') })
  await found
    .getByRole('row')
    .filter({ hasText: `Après ${mark}` })
    .first()
    .waitFor()
  await expect.poll(() => found.locator('tbody > tr').count()).toBe(2)
  await settled(page)
  await found.getByRole('button', { expanded: false }).first().click()
  const values = found.getByRole('row').filter({ hasText: `Avant ${mark}` })
  await values.last().waitFor()
  expect(await violations(page)).toEqual([])
  await found
    .getByRole('link', { name: t('logs.all_of') })
    .first()
    .click()
  await settled(page)
  expect(new URL(page.url()).searchParams.get('object')).toBe(`group:${group}`)
  expect(await found.locator('tbody > tr').count()).toBe(2)
})

test('the chain is verified where it stands, and says what was verified', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/admin/logs')
  const side = page.getByRole('complementary', { name: t('logs.chain.title') })
  await side.getByRole('button', { name: new RegExp(`^(${t('logs.chain.verify')}|${t('logs.chain.again')}|${t('logs.chain.go_on')})$`) }).click()
  await settled(page)
  await side.getByText(t('logs.chain.verified'), { exact: true }).waitFor()
  // What it says before anything is saved, and what is refused.
  const days = side.getByRole('textbox', { name: t('logs.retention.days') })
  await days.fill('3')
  await actor.press(t('kit.actions.save'), side)
  await side.getByText(t('tenancy.errors.log_retention')).waitFor()
  await days.fill('360')
  await actor.press(t('kit.actions.save'), side)
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await actor.press(t('kit.actions.cancel'), side)
  expect(await days.inputValue()).toBe('0')
})

test('an auditor reads it on a phone, without what only pilots set', async () => {
  const { page } = auditor
  const t = actor.t
  await auditor.open('/admin/logs')
  await page
    .getByRole('table', { name: t('logs.title') })
    .getByRole('row')
    .nth(1)
    .waitFor()
  expect(await page.getByRole('textbox', { name: t('logs.retention.days') }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await violations(page)).toEqual([])
})

test('each number of the licence opens the rows that it counts', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/admin/licenses')
  const { object } = await pilot.api<{ object: { quotas: { name: string; used: number }[] } }>('GET', '/licence')
  const used = object.quotas.find(({ name }) => name === 'internal_perimeters')?.used ?? 0
  await page.getByRole('button', { name: t('tenancy.licence.rules.internal_perimeters') }).click()
  const list = page.getByRole('region', { name: t('tenancy.customer.quotas.internal_perimeters') })
  await list.getByRole('listitem').first().waitFor()
  expect(await list.getByRole('listitem').count()).toBe(used)
  expect(await violations(page)).toEqual([])
})
