/** An analysis goes from its values to a risk of the register, step by step, and is taken up where it was left. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'

const lang = 'fr'
const mark = Date.now().toString(36)
let pilot: Visitor
let actor: Actor
let analysis: number

const make = async (entity: string, body: object): Promise<number> => (await pilot.api<{ object: { id: number } }>('POST', `/${entity}`, body)).object.id

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang })
  actor = actorOn(pilot.page, lang)
  const { objects } = await pilot.api<{ objects: { id: number; parent: unknown }[] }>('GET', '/perimeter?limit=100')
  const perimeter = objects.find(({ parent }) => parent === null)?.id ?? 0
  const register = await make('risk_register', { name_fr: `Registre ${mark}`, impact_types: ['FINANCIAL'] })
  const value = await make('business_value', { name_fr: `Valeur ${mark}` })
  await make('supporting_asset', { name_fr: `Serveur ${mark}`, type: 'HARDWARE', perimeter, business_values: [value] })
  const threat = await make('threat', { name_fr: `Vol ${mark}`, asset_types: ['HARDWARE'] })
  analysis = await make('risk_analysis', {
    name_fr: `Étude ${mark}`,
    perimeter,
    register,
    impact_types: ['FINANCIAL'],
    business_values: [value],
    impacts: [{ business_value: value, type: 'FINANCIAL', impact: 3 }],
    threats: [threat],
  })
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

test('an analysis goes from values to a risk of the register, and is taken up where it was left', async () => {
  const { page } = pilot
  const { t } = actor
  const next = (step: 'assets' | 'threats' | 'scenarios' | 'treatment' | 'validation') =>
    actor.press(t('analyses.steps.next', { step: t(`analyses.steps.${step}`) }))
  await pilot.open('/org/risks/analyses')
  await page.getByText(`Étude ${mark}`, { exact: true }).first().click()
  await page
    .getByRole('heading', { name: `Étude ${mark}`, exact: true })
    .first()
    .waitFor()
  expect(await violations(page)).toEqual([])
  await next('assets')
  await actor.press(t('analyses.propose.supporting_assets', { count: 1 }))
  await actor.expectToast(t('analyses.messages.added_supporting_assets', { count: 1 }))
  await page.getByText(t('analyses.propose.none_supporting_assets')).waitFor()
  await next('threats')
  await next('scenarios')
  await actor.press(t('analyses.generate.action', { count: 1 }))
  await page.getByText(t('analyses.generate.done', { count: 1 })).waitFor()
  expect(await violations(page)).toEqual([])

  // Left and taken up: it opens at the furthest step.
  await pilot.open(`/org/risks/analysis/${analysis}`)
  await page.getByText(`Vol ${mark}`, { exact: true }).first().click()
  const panel = page.getByRole('region', { name: t('analyses.entities.risk_scenario.one'), exact: true })
  await actor.edit(panel)
  await panel
    .getByRole('combobox', { name: t('analyses.entities.risk_scenario.fields.probability'), exact: true })
    .or(panel.getByRole('textbox', { name: t('analyses.entities.risk_scenario.fields.probability'), exact: true }))
    .first()
    .click()
  await page.getByRole('option', { name: /^3 / }).click()
  await panel
    .getByRole('switch', { name: t('analyses.entities.risk_scenario.fields.retained') })
    .or(panel.getByRole('checkbox', { name: t('analyses.entities.risk_scenario.fields.retained') }))
    .check()
  await actor.press(t('kit.actions.save'), panel)
  await actor.expectToast(t('kit.messages.saved'))
  await next('treatment')
  await page.getByText(`Serveur ${mark}`, { exact: true }).first().waitFor()
  await next('validation')
  await page.getByText(t('analyses.validation.created', { count: 1 })).waitFor()
  expect(await violations(page)).toEqual([])
  await actor.press(t('analyses.validation.action'))
  await actor.press(t('analyses.validation.action'), page.getByRole('alertdialog'))
  await page.getByRole('link', { name: t('analyses.validation.to_register') }).click()
  await page
    .getByRole('heading', { name: new RegExp(`Registre ${mark}`) })
    .first()
    .waitFor()
  const { objects } = await pilot.api<{ objects: { name: string }[] }>('POST', '/risk/page', { queryParams: { global_search: mark } })
  expect(objects.map(({ name }) => name)).toEqual([`Vol ${mark} – Serveur ${mark}`])
})

test('on a phone every step is within the screen', async () => {
  const { page } = pilot
  await page.setViewportSize(sizes[390])
  for (const step of ['values', 'assets', 'threats', 'scenarios', 'treatment', 'validation']) {
    await pilot.open(`/org/risks/analysis/${analysis}?step=${step}`)
    await settled(page)
    expect([step, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([step, true])
  }
})
