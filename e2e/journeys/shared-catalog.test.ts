/** A new organisation begins with what the provider shares: found on its empty page, looked at, adopted and applied. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'

const lang = 'fr'
const name = `Neuve ${Date.now().toString(36)}`
let pilot: Visitor
let actor: Actor

beforeAll(async () => {
  pilot = await signIn('root@vigie.example', { lang })
  await pilot.api('PUT', '/user/customer', { customer_id: null })
  const { object } = await pilot.api<{ object: { id: number } }>('POST', '/customer', { name, lang })
  await pilot.api('PUT', '/user/customer', { customer_id: object.id })
  await pilot.api('PUT', '/user/language', { lang })
  await pilot.page.reload()
  actor = actorOn(pilot.page, lang)
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

test('from the empty list to a policy that applies, with its measures to be handled', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/org/policies')
  // In the middle of the empty list, and above it.
  await page
    .getByRole('link', { name: t('policies.shared.from') })
    .last()
    .click()
  await actor.row('Essentiels de la sécurité').click()
  const panel = page.getByRole('region', { name: 'Essentiels de la sécurité' })
  await panel.getByText('Une personne répond de la sécurité').waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await actor.press(t('policies.shared.adopt'), panel)
  const question = page.getByRole('alertdialog')
  await question.getByText('Veuillez confirmer la copie de cet objet').waitFor()
  await actor.press(t('kit.yes'), question)
  await actor.told(t('kit.messages.copied'))

  const apply = page.getByRole('dialog', { name: t('policies.apply.title', { name: 'Essentiels de la sécurité' }) })
  await apply.getByRole('treeitem', { name }).click()
  await actor.press(t('policies.apply.run', { count: 1 }), apply)
  await apply.waitFor({ state: 'detached' })
  expect(await pilot.api('POST', '/measure/page')).toMatchObject({ total: 32 })
})

test('then its page says that it is there, on a phone too', async () => {
  const { page } = pilot
  await page.setViewportSize(sizes[390])
  await pilot.open('/admin/catalog/policies')
  await actor.row(actor.t('policies.shared.adopted')).click()
  const panel = page.getByRole('region', { name: 'Essentiels de la sécurité' })
  await panel.getByRole('link', { name: actor.t('policies.shared.open_own') }).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})
