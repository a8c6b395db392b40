/** What drifted: found, mended where it stands, or accepted for a time. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'

const mark = `V${Date.now().toString(36)}`
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
let pilot: Visitor
let actor: Actor

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  actor = actorOn(pilot.page, 'fr')
  const program = (await pilot.api<{ object: { id: number } }>('POST', '/program', { name_en: `Plan ${mark}`, name_fr: `Plan ${mark}` })).object.id
  for (const name of [`Chiffrer ${mark}`, `Cloisonner ${mark}`])
    await pilot.api('POST', '/remediation', {
      name_en: name,
      name_fr: name,
      program,
      status: 'PLANNED',
      start_date: dayFromNow(-9),
      target_date: dayFromNow(1),
    })
})
afterEach(() => {
  expect(pilot.complaints.splice(0)).toEqual([])
})
afterAll(() => pilot.close())

const title = () => actor.t('actions.entities.remediation.choices.findings.NOT_STARTED')
const line = () => pilot.page.getByRole('row').filter({ has: pilot.page.getByRole('button', { name: title(), exact: true }) })
const panel = () => pilot.page.getByRole('region', { name: title(), exact: true })
const count = async () => {
  await line().waitFor()
  return Number(await line().getByRole('cell').first().innerText())
}
const accepted = async () =>
  (await pilot.api<{ objects: { name: string }[] }>('GET', '/check/accepted?entity=remediation&word=NOT_STARTED')).objects.filter(({ name }) =>
    name.includes(mark),
  )
let before: number

test('a check is opened beside the others, and what it finds is mended where it stands: its count falls', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/checks')
  before = await count()
  expect(before).toBeGreaterThanOrEqual(2)
  await line().getByRole('button', { name: title(), exact: true }).click()
  await panel()
    .getByRole('link', { name: `Chiffrer ${mark}` })
    .waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await panel()
    .getByRole('link', { name: `Chiffrer ${mark}` })
    .click()
  await actor.press(t('actions.do.start'), actor.panel('actions.entities.remediation'))
  await actor.expectToast(t('actions.entities.remediation.now.ONGOING'))
  await pilot.open('/checks')
  await expect.poll(count).toBe(before - 1)
})

test('what is lived with is accepted until a day, with a reason, counted apart, and counts again when that is taken back', async () => {
  const { page } = pilot
  const { t } = actor
  await line().getByRole('button', { name: title(), exact: true }).click()
  await panel()
    .getByRole('checkbox', { name: t('checks.panel.tick', { name: `Cloisonner ${mark}` }) })
    .check()
  await actor.press(t('checks.panel.accept', { count: 1 }), panel())
  const dialog = page.getByRole('dialog', { name: t('checks.dialog.title', { count: 1 }) })
  await dialog.getByLabel(t('checks.dialog.reason')).fill('En attente du fournisseur')
  await settled(page)
  expect(await violations(page)).toEqual([])
  await actor.press(t('checks.dialog.do'), dialog)
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(accepted).toHaveLength(1)
  await panel()
    .getByRole('tab', { name: new RegExp(`^${t('checks.columns.accepted')}`) })
    .click()
  await panel().getByText('En attente du fournisseur').waitFor()
  await panel()
    .getByRole('listitem')
    .filter({ hasText: mark })
    .getByRole('button', { name: t('checks.panel.withdraw'), exact: true })
    .click()
  await expect.poll(accepted).toHaveLength(0)
  await page.keyboard.press('Escape')
  await panel().waitFor({ state: 'detached' })
})

test('the list under the check shows the rows that were counted', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/checks?show=mend')
  const shown = await count()
  await line()
    .getByRole('link', { name: new RegExp(title()) })
    .click()
  await settled(page)
  await actor.row(`Cloisonner ${mark}`).first().waitFor()
  expect(new URL(page.url()).searchParams.get('filters')).toContain('NOT_STARTED')
  await page.getByText(t('actions.entities.remediation.choices.findings.NOT_STARTED')).first().waitFor()
  const { total } = await pilot.api<{ total: number }>('POST', '/remediation/page', {
    queryParams: { filters: [{ name: 'findings', selected_options: ['NOT_STARTED'] }] },
  })
  expect(total).toBe(shown)
})

test('kept to a perimeter, the page stays there for its link and the next visit; requirements open in a list of their own', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/checks')
  await page.getByRole('combobox', { name: t('checks.place.label') }).click()
  await page.getByRole('option').nth(1).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('p')).not.toBeNull()
  const chosen = Number(new URL(page.url()).searchParams.get('p'))
  await pilot.open('/checks')
  await expect.poll(() => new URL(page.url()).searchParams.get('p')).toBe(String(chosen))
  await page.getByLabel(t('checks.place.label')).locator('..').getByRole('button').click()
  await expect.poll(() => new URL(page.url()).searchParams.get('p')).toBeNull()
  const requirement = t('policies.entities.control.choices.findings.NO_MEASURE')
  const own = page.getByRole('row').filter({ has: page.getByRole('button', { name: requirement, exact: true }) })
  await own.waitFor()
  const found = Number(await own.getByRole('cell').first().innerText())
  await own.getByRole('link').click()
  await page.waitForURL((url) => url.pathname === '/org/policies/requirements')
  const { objects } = await pilot.api<{ objects: { identifier: string }[] }>('POST', '/control/page', {
    queryParams: { filters: [{ name: 'findings', selected_options: ['NO_MEASURE'] }] },
  })
  expect(objects).toHaveLength(found)
  await actor
    .row(objects[0]?.identifier ?? '')
    .first()
    .waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
})
