/** A supplier is written down, classified by the questionnaire of the demonstration, given a contract and a sub-processor; its chain and the register of information are read. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'

const lang = 'fr'
const name = `Nimbus ${Date.now().toString(36)}`
let pilot: Visitor
let actor: Actor
let root: number

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang })
  actor = actorOn(pilot.page, lang)
  const { objects } = await pilot.api<{ objects: { id: number; parent: unknown }[] }>('GET', '/perimeter?limit=100')
  root = objects.find(({ parent }) => parent === null)?.id ?? 0
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

test('from a name to a criticality, a contract and a chain', async () => {
  const { page } = pilot
  const { t } = actor
  const { object } = await pilot.api<{ object: { id: number } }>('POST', '/supplier', { name_fr: name, parent: root })
  await pilot.open(`/ops/suppliers?id=${object.id}`)
  await actor.press(t('suppliers.classify.button'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').first().waitFor()
  for (const question of await dialog.getByRole('group').all()) await question.getByRole('radio').first().check()
  await dialog.getByRole('status').waitFor()
  await actor.press(t('suppliers.classify.save'), dialog)
  await actor.expectToast(t('suppliers.messages.classified'))

  await page.getByRole('tab', { name: new RegExp(`^${t('suppliers.tabs.contracts')}`) }).click()
  await actor.press(t('suppliers.children.add_contract'))
  await dialog
    .getByRole('textbox', { name: t('suppliers.entities.supplier_contract.fields.name') })
    .first()
    .fill('Contrat cadre')
  await actor.press(t('kit.actions.create'), dialog)
  await page.getByRole('link', { name: 'Contrat cadre' }).waitFor()

  const [other] = (await pilot.api<{ objects: { id: number; name: string }[] }>('GET', '/supplier?limit=1')).objects
  await pilot.api('PUT', `/supplier/${object.id}`, { subcontractors: [{ supplier: other?.id, task: 'Stockage' }] })
  await pilot.open(`/ops/suppliers?id=${object.id}`)
  await page.getByRole('tab', { name: new RegExp(`^${t('suppliers.tabs.chain')}`) }).click()
  await page.getByRole('img', { name: new RegExp(name) }).waitFor()
  await page.getByText(t('suppliers.chain.as_list')).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: String(other?.name) })
    .first()
    .waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])

  // It is to be evaluated within a month, as some others are: one press shows who is asked by what.
  await pilot.open('/ops/suppliers')
  await page.getByRole('button', { name: /à échéance$/ }).click()
  await dialog.getByText(name).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('the register of information leads to what is missing, on a phone, too', async () => {
  const { page } = pilot
  const { t } = actor
  await page.setViewportSize(sizes[390])
  await pilot.open('/ops/suppliers/register')
  await page.getByRole('heading', { name: /champs? manquants?/ }).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.getByRole('link', { name: 'Tessandre Industries' }).click()
  await page.getByLabel(t('suppliers.settings.lei')).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
})
