/** A statement of applicability is justified by keyboard alone, approved by another, and leaves as a file. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { signIn, type Visitor } from '#e2e/browser.ts'

const lang = 'fr'
const mark = `S${Date.now().toString(36)}`
let pilot: Visitor
let actor: Actor
let policy: number
let application: number
let site: number

const make = async (entity: string, fields: object) => (await pilot.api<{ object: { id: number } }>('POST', `/${entity}`, fields)).object.id

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang })
  actor = actorOn(pilot.page, lang)
  policy = await make('policy', { name_fr: `Charte ${mark}` })
  const of = { queryParams: { filters: [{ name: 'policy', selected_options: [policy] }] } }
  const { objects } = await pilot.api<{ objects: { id: number }[] }>('POST', '/policy_version/page', of)
  const version = objects[0]?.id ?? 0
  for (const identifier of ['Q.1', 'Q.2']) await make('control', { policy_version: version, identifier, name_fr: `Exigence ${identifier}` })
  await pilot.api('POST', `/policy_version/${version}/publish`)
  const roots = await pilot.api<{ objects: { id: number; parent: unknown }[] }>('GET', '/perimeter?limit=200')
  site = await make('perimeter', { name_fr: `Site ${mark}`, parent: roots.objects.find(({ parent }) => parent === null)?.id })
  await pilot.api('POST', `/policy/${policy}/apply`, { perimeters: [site] })
  const applied = await pilot.api<{ objects: { id: number }[] }>('POST', '/policy_application/page', of)
  application = applied.objects[0]?.id ?? 0
})
afterEach(() => {
  expect(pilot.complaints.splice(0)).toEqual([])
})
afterAll(async () => {
  await pilot.api('DELETE', `/policy_application/${application}`).catch(() => undefined)
  await pilot.api('DELETE', `/policy/${policy}`).catch(() => undefined)
  await pilot.api('DELETE', `/perimeter/${site}`).catch(() => undefined)
  await pilot.close()
})

test('the missing reasons are written one after the other with the keyboard, and the approval is asked for', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(`/org/policies/statement/${application}`)
  await actor.press(t('statements.do.write'))
  const field = (name: string) => page.getByRole('textbox', { name: t('statements.justify.label', { name }) })
  await field('Q.1').fill('Obligation légale')
  await page.keyboard.press('Control+Enter')
  // The next one that is missing is open, and Escape undoes what was begun.
  await field('Q.2').fill('Non')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('statements.justify.write', { name: 'Q.2' }) }).press('Enter')
  expect(await field('Q.2').inputValue()).toBe('')
  await field('Q.2').fill('Traite R-04')
  await page.keyboard.press('Control+Enter')
  await actor.press(t('statements.do.ask'))
  await actor.press(t('statements.do.ask'), page.getByRole('dialog'))
  await page.getByRole('button', { name: t('statements.do.withdraw') }).waitFor()
  expect(await page.locator('li[aria-current=step]').count()).toBe(1)
})

test('the statement is a tab of its policy; one reason is written for several requirements', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(`/org/policies/${policy}`)
  await page.getByRole('tab', { name: t('policies.statement.title') }).click()
  await page.waitForURL(new RegExp(`/statement/${application}$`))
  await page.getByRole('checkbox', { name: t('statements.bulk.select_all') }).check()
  await actor.press(t('statements.bulk.open'))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('statements.bulk.reason')).fill('Exigé par notre assureur')
  await dialog.getByRole('checkbox').check()
  await actor.press(t('statements.bulk.run'), dialog)
  await expect.poll(() => page.getByRole('button', { name: /Exigé par notre assureur/ }).count()).toBe(2)
  await page.getByRole('tab', { name: t('policies.entities.policy.fields.perimeters') }).click()
  await page.getByRole('tab', { name: t('policies.entities.policy.fields.perimeters'), selected: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/org/policies/${policy}`)
})

test('a published requirement is a page to read: names with what they hold, and no field', async () => {
  const { t } = actor
  const { objects } = await pilot.api<{ objects: { id: number }[] }>('POST', '/control/page', {
    queryParams: { filters: [{ name: 'policy', selected_options: [policy] }] },
  })
  await pilot.open(`/org/policies/requirements?id=${objects[0]?.id}`)
  const panel = actor.panel('policies.entities.control')
  await panel.getByRole('tab', { name: t('kit.record.details') }).click()
  await panel.getByRole('definition').first().waitFor()
  expect(await panel.getByRole('tabpanel').locator('input, textarea, [role=combobox]').count()).toBe(0)
  await panel.locator('summary').click()
  await panel.getByText(t('policies.entities.control.fields.annotation'), { exact: true }).waitFor()
})

test('Word is one click away', async () => {
  const { page } = pilot
  await pilot.open(`/org/policies/statement/${application}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: actor.t('kit.report.format.docx') }).click()
  expect((await download).suggestedFilename()).toMatch(/\.docx$/)
})
