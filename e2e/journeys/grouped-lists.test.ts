/** The lists of gaps and of exemptions open the work: what is open, by register, with what waits for the reader. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'

let pilot: Visitor
let actor: Actor
beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  actor = actorOn(pilot.page, 'fr')
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

interface Answer {
  readonly objects: readonly { readonly id: number; readonly name: string; readonly register: { readonly id: number; readonly name: string } }[]
  readonly total: number
  readonly groups: readonly { readonly id: number; readonly rows: number; readonly open: number; readonly late: number; readonly closed: number }[]
}
const asked = (entity: string, filters: readonly object[]) =>
  pilot.api<Answer>('POST', `/${entity}/page`, { queryParams: { filters, group: 'register', per_page: 20 } })
const open = [{ name: 'closed', selected_options: [false] }]

test.each([
  ['gap', '/ops/gaps/all', 'gaps'],
  ['exemption', '/ops/exemptions/all', 'exemptions'],
] as const)('%s: open rows stand by their registers, which fold, are shown alone and lead to their settings', async (entity, path, area) => {
  const { page } = pilot
  const { t } = actor
  const listed = await asked(entity, open)
  const [first] = listed.groups
  const name = listed.objects[0]?.register.name ?? ''
  await pilot.open(path)
  const group = page.getByRole('rowgroup', { name, exact: true })
  await group.getByText(t(`${area}.entities.${entity}.counted.open_count`, { count: first?.open ?? 0 })).waitFor()
  const shown = Math.min(20, first?.rows ?? 0)
  expect(await group.locator('[data-row]').count()).toBe(shown)
  await settled(page)
  expect(await violations(page)).toEqual([])
  // ← folds the group in which one is, → unfolds it, ↓ leads back to its rows.
  await group.locator('[data-row]').first().focus()
  await page.keyboard.press('ArrowLeft')
  await group.getByRole('button', { name: t('kit.table.unfold_group', { name }) }).waitFor()
  expect(await group.locator('[data-row]').count()).toBe(0)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('0')
  // Its name shows it alone; its settings open over the list.
  await group.getByRole('button', { name, exact: true }).click()
  await settled(page)
  expect(await page.getByRole('rowgroup', { name: listed.objects.at(-1)?.register.name ?? '', exact: true }).count()).toBe(listed.groups.length > 1 ? 0 : 1)
  const at = page.url()
  const settings = group.getByRole('button', { name: t('kit.table.group_settings', { name }) })
  await settings.click()
  const drawer = actor.panel(`${area}.entities.${entity}_register`)
  await drawer.getByRole('heading', { name }).waitFor()
  await actor.edit(drawer)
  await settled(page)
  expect([page.url(), await violations(page)]).toEqual([at, []])
  // Escape makes the form a page to read, and then leads back to where one was.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(await settings.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('what waits for the reader is counted at the head, and its press shows exactly these rows', async () => {
  const { page } = pilot
  const { t } = actor
  const { total } = await asked('gap', [{ name: 'waits_for', selected_options: ['REVIEW', 'DECISION', 'LATE'] }])
  expect(total).toBeGreaterThan(0)
  await pilot.open('/ops/gaps/all')
  const chip = page.getByRole('button', { name: t('kit.table.waiting', { count: total }) })
  await chip.click()
  await settled(page)
  expect(await page.locator('[data-row]').count()).toBe(Math.min(total, 20))
  await page.getByText(t('kit.table.waits_for_choices.REVIEW'), { exact: true }).first().waitFor()
  await chip.click()
  await page.getByRole('button', { name: t('kit.table.grouped_by', { name: t('gaps.entities.gap.fields.register').toLocaleLowerCase() }) }).click()
  // Remembered as the list's setting.
  const settingSaved = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes('/list_setting/'))
  const choose = (name: string) => page.getByRole('menuitemradio', { name }).or(page.getByRole('menuitem', { name })).click()
  await Promise.all([settingSaved(), choose(t('kit.table.ungrouped'))])
  await settled(page)
  await pilot.open('/ops/gaps/all')
  expect(await page.locator('[data-fold]').count()).toBe(0)
  await page.getByRole('button', { name: t('kit.table.not_grouped') }).click()
  await Promise.all([settingSaved(), choose(t('gaps.entities.gap.fields.register'))])
  await page.locator('[data-fold]').first().waitFor()
})

test('a phone shows four rows of each register, and the rest of one alone', async () => {
  const { page } = pilot
  const { t } = actor
  const listed = await asked('gap', open)
  const many = listed.groups.find(({ rows }) => rows > 4)
  const name = listed.objects.find(({ register }) => register.id === many?.id)?.register.name ?? ''
  await page.setViewportSize(sizes[390])
  await pilot.open('/ops/gaps/all')
  const section = page.getByRole('region', { name, exact: true })
  await expect.poll(() => section.getByRole('listitem').count()).toBe(4)
  await section.getByRole('button', { name: t('kit.table.group_more', { count: (many?.rows ?? 0) - 4, name }) }).click()
  await settled(page)
  expect(await section.getByRole('listitem').count()).toBe(Math.min(many?.rows ?? 0, 20))
  await page.setViewportSize(sizes[1440])
})
