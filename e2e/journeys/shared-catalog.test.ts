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
  await pilot.api('PUT', `/customer/${object.id}`, { properties: { risk_analysis_enable: true } })
  await pilot.api('PUT', '/user/customer', { customer_id: object.id })
  await pilot.api('PUT', '/user/language', { lang })
  await pilot.page.reload()
  actor = actorOn(pilot.page, lang)
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

test('an indicator comes with the metrics that it needs, told before; the same page shows it as adopted', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/admin/catalog/policies?view=indicator_model')
  await actor.row('Comptes avec second facteur').click()
  const panel = page.getByRole('region', { name: 'Comptes avec second facteur' })
  await panel.getByText(t('catalog.models.comes_with')).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await actor.press(t('policies.shared.adopt'), panel)
  await actor.press(t('kit.yes'), page.getByRole('alertdialog'))
  // It leads to the own list, which names it.
  await page.waitForURL(/\/admin\/catalog\/indicators/)
  await actor.row('Comptes avec second facteur').waitFor()
  expect(await pilot.api('POST', '/metric_model/page')).toMatchObject({ total: 2 })
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
  await actor.expectToast(t('kit.messages.copied'))

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

test('the models of actions, tasks, metrics and indicators are pages without a fault, beside what is made of them too', async () => {
  const { page } = pilot
  await page.setViewportSize(sizes[1440])
  for (const path of [
    '/admin/catalog/actions',
    '/admin/catalog/runtasks',
    '/admin/catalog/metrics',
    '/admin/catalog/indicators',
    '/actions/catalog',
    '/runbooks/catalog',
    '/indicators/catalog',
  ]) {
    await pilot.open(path)
    await settled(page)
    expect([path, await violations(page)]).toEqual([path, []])
  }
})

test('an analysis does not begin on an empty page: typical risks are looked at and adopted with what they name', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/org/risks/catalog')
  // In the middle of the empty list, and above it.
  await page
    .getByRole('link', { name: t('catalog.sharing.from') })
    .last()
    .click()
  await actor.row('Production arrêtée par un rançongiciel').click()
  const panel = page.getByRole('region', { name: 'Production arrêtée par un rançongiciel' })
  await panel.getByText(t('catalog.models.comes_with')).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await actor.press(t('policies.shared.adopt'), panel)
  await actor.press(t('kit.yes'), page.getByRole('alertdialog'))
  await page.waitForURL(/\/admin\/risk_analysis_catalog\/risks/)
  await actor.row('Production arrêtée par un rançongiciel').waitFor()
  for (const kind of ['business-value', 'supporting-asset', 'threat']) {
    await pilot.open(`/admin/risk_analysis_catalog/${kind}`)
    await actor.row({ 'business-value': 'Production', 'supporting-asset': 'Annuaire', threat: 'Rançongiciel' }[kind] ?? '').waitFor()
    await settled(page)
    expect([kind, await violations(page)]).toEqual([kind, []])
  }
})

test('a measure that is in place offers what its model brings, to be ticked', async () => {
  const { page } = pilot
  const { t } = actor
  const { objects } = await pilot.api<{ objects: { id: number; name: string }[] }>('POST', '/measure/page', { queryParams: { per_page: 100 } })
  const measure = objects.find(({ name }) => /sauvegarde/i.test(name))
  await pilot.api('POST', `/measure/${measure?.id}/implement`, {})
  await pilot.open(`/org/security-bases?id=${measure?.id}#decide`)
  await actor.press(t('measures.proposal.look'))
  const dialog = page.getByRole('dialog', { name: t('measures.proposal.title') })
  await dialog.getByRole('checkbox').first().waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
})
