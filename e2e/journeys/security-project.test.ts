/** A project is classified, goes to its decision, is let live with a reservation that becomes a dated action, and is closed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'

const lang = 'fr'
const name = `Comptoir ${Date.now().toString(36)}`
let pilot: Visitor
let actor: Actor
let id: number

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang })
  actor = actorOn(pilot.page, lang)
  const { objects } = await pilot.api<{ objects: { id: number }[] }>('GET', '/perimeter?limit=1')
  const { object } = await pilot.api<{ object: { id: number } }>('POST', '/isp_project', {
    name_fr: name,
    perimeter: objects[0]?.id,
    dev_step: 'TEST',
    left_build: '2026-01-15',
    step_since: '2026-01-15',
  })
  id = object.id
  const { object: register } = await pilot.api<{ object: { id: number } }>('POST', '/risk_register', {
    name_fr: `Registre ${name}`,
    impact_types: ['FINANCIAL'],
  })
  await pilot.api('POST', '/risk', { name_fr: `Vol ${name}`, register: register.id, perimeter: objects[0]?.id, init_impact: 5, init_probability: 5 })
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

test('from the tests to the decision, production and the end', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(`/ops/projects/${id}`)
  // The gravest risk of its place is among those that it shows.
  await page.getByRole('link', { name: `Vol ${name}`, exact: true }).waitFor()
  await actor.press(t('projects.move.next'))
  const dialog = page.getByRole('dialog', { name: t('projects.move.title') })
  await dialog.getByText(t('projects.move.date')).waitFor()
  await actor.press(t('projects.move.next'), dialog)
  await actor.expectToast(t('projects.entities.isp_project.now.DECISION'))

  await page.getByRole('radio', { name: new RegExp(`^${t('projects.decide.reserved')}`) }).check({ force: true })
  await page.getByRole('textbox', { name: t('projects.decide.new_name') }).fill('Contre-test')
  await page.getByRole('textbox', { name: t('projects.decide.new_date') }).fill('31/12/2099')
  await page.keyboard.press('Tab')
  await actor.press(t('projects.decide.add'))
  await settled(page)
  expect(await violations(page)).toEqual([])
  await actor.press(t('projects.decide.record'))
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog', { name: t('projects.decide.sure_title') }))
    .getByRole('button')
    .last()
    .click()
  await actor.expectToast(t('projects.messages.decided.GO'))
  await page.getByText('Contre-test').first().waitFor()

  await actor.press(t('projects.move.next'))
  await actor.press(t('projects.move.next'), dialog)
  await actor.expectToast(t('projects.entities.isp_project.now.PRODUCTION'))
  await actor.press(t('projects.page.more'))
  await page.getByRole('menuitem', { name: t('projects.move.close') }).click()
  await dialog.getByText(t('projects.move.close_campaigns')).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await actor.press(t('projects.move.close'), dialog)
  await actor.expectToast(t('projects.entities.isp_project.now.CLOSE'))
  await page.getByText(t('projects.rest.closed')).waitFor()
})

test('all projects over time, and what is set about them', async () => {
  const { page } = pilot
  await pilot.open('/ops/projects?view=timeline')
  await page.getByRole('button', { name: new RegExp(name) }).waitFor()
  expect(await violations(page)).toEqual([])
  await pilot.open('/ops/projects/settings')
  await page.getByRole('heading', { name: actor.t('projects.settings.title') }).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
})
