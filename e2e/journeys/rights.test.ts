/** Who sees what: the same pages as people of each role meet them, and the other organisation. */
import { afterEach, expect, test } from 'vitest'
import { signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn } from '#e2e/actor.ts'
import { wordsIn } from '#e2e/words.ts'

const t = wordsIn('en')
const visitors: Visitor[] = []
afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.close()))
})
async function enter(email: string): Promise<Visitor> {
  const visitor = await signIn(email)
  visitors.push(visitor)
  return visitor
}
const totalOf = async (visitor: Visitor, entity: string) =>
  (await visitor.api<{ total: number }>('POST', `/${entity}/page`, { queryParams: { per_page: 20 }, page: 1 })).total

test('an auditor reads everything and may add, choose or change nothing', async () => {
  const auditor = await enter('global_auditor@demo.example')
  const { page } = auditor
  await auditor.open('/actions/filtered')
  expect(await page.getByRole('grid').locator('tbody [data-row]').count()).toBeGreaterThan(10)
  expect(await page.getByRole('grid').getByRole('checkbox').count()).toBe(0)
  expect(await page.getByRole('button', { name: t('actions.entities.remediation.new') }).count()).toBe(0)
  await page.getByRole('grid').locator('tbody [data-row]').first().click()
  const panel = actorOn(page, 'en').panel('actions.entities.remediation')
  // A page to read: nothing that could be pressed to change it, and no field that does not answer.
  await panel.getByRole('definition').first().waitFor()
  await page.keyboard.press('e')
  for (const name of [t('kit.actions.save'), t('kit.actions.edit')]) expect(await panel.getByRole('button', { name }).count()).toBe(0)
  expect(await panel.getByRole('tabpanel').locator('input, textarea, select, [role=combobox], :disabled').count()).toBe(0)
  // Administration is not theirs: they are led home.
  await page.goto('/admin/users')
  await page.waitForURL((url) => url.pathname !== '/admin/users')
})

test('a local pilot sees a part of the organisation, and the same part everywhere', async () => {
  const [all, local] = [await enter('global_pilote@demo.example'), await enter('local_pilote@demo.example')]
  for (const entity of ['remediation', 'measure', 'perimeter']) {
    const [theirs, everything] = [await totalOf(local, entity), await totalOf(all, entity)]
    expect(theirs, entity).toBeGreaterThan(0)
    expect(theirs, entity).toBeLessThan(everything * 0.7)
  }
  await local.open('/org/modeling')
  const names = await local.page.getByRole('treeitem').allTextContents()
  expect(names.some((name) => name.includes('Brno'))).toBe(true)
  expect(names.some((name) => name.includes('Research laboratory'))).toBe(false)
  expect(local.complaints).toEqual([])
})

test('a contributor finds the actions given to them and no administration', async () => {
  const contributor = await enter('contributor@demo.example')
  const { page } = contributor
  await contributor.open('/')
  expect(await page.getByRole('link', { name: t('people.pages.users') }).count()).toBe(0)
  const total = await totalOf(contributor, 'remediation')
  expect(total).toBeGreaterThan(0)
  await expect(contributor.api('POST', '/perimeter', { name_en: 'Mine', type: 'INTERNAL' })).rejects.toThrow(/ 40[034]/)
  expect(contributor.complaints).toEqual([])
})

test('another organisation is not there: neither its rows, nor by their ids, nor in a search', async () => {
  const [first, second] = [await enter('global_pilote@demo.example'), await enter('global_pilote@second.example')]
  const { objects } = await first.api<{ objects: { id: number; name: string }[] }>('GET', '/perimeter?limit=5')
  for (const { id } of objects) await expect(second.api('GET', `/perimeter/${id}`)).rejects.toThrow(/ 404/)
  const found = await second.api<{ objects: unknown[] }>('GET', `/search?q=${encodeURIComponent('Tessandre')}&limit=20`)
  expect(found.objects).toEqual([])
  await second.open('/org/modeling')
  expect(await second.page.locator('body').innerText()).not.toContain('Tessandre')
  await second.page.goto(`/org/security-bases/${objects[0]?.id}/measures`)
  expect(await second.page.locator('body').innerText()).not.toContain(objects[0]?.name ?? '')
  expect(second.complaints).toEqual([])
})

test('what one server writes the other one reads at once', async () => {
  const one = await enter('global_pilote@demo.example')
  const two = await signIn('global_pilote@demo.example', { server: 1 })
  visitors.push(two)
  const name = `Both ${Date.now().toString(36)}`
  await one.open('/org/groupings')
  await one.page.getByRole('button', { name: t('organisation.entities.tag.new') }).click()
  const panel = one.page.getByRole('region', { name: t('organisation.entities.tag.new') })
  await panel.getByRole('textbox', { name: /^Name/ }).first().fill(name)
  await panel.getByRole('button', { name: t('kit.actions.create') }).click()
  await actorOn(one.page, 'en').row(name).waitFor()
  await two.open(`/org/groupings?search=${encodeURIComponent(name)}`)
  await actorOn(two.page, 'en').row(name).waitFor()
})
