/** An indicator by keyboard alone: made, its formula written with what is offered and what is wrong, a value entered that moves it, and explained down to what was entered. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { movePeriod, periodOf } from '#areas/metrics/contract/period.ts'

const mark = `I${Date.now().toString(36)}`
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
const last = movePeriod('MONTHLY', periodOf('MONTHLY', today), -1)
/** Identifiers hold letters, digits and underscores. */
const [done, due] = [`faits_${mark}`, `dus_${mark}`]
let pilot: Visitor
let actor: Actor
let place: { readonly id: number; readonly name: string }
let metric: number

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  actor = actorOn(pilot.page, 'fr')
  const { objects } = await pilot.api<{ objects: (typeof place)[] }>('POST', '/perimeter/page', { queryParams: { per_page: 1 } })
  place = objects[0] ?? { id: 0, name: '' }
  const made = async (identifier: string, name_fr: string) => {
    const body = { identifier, name_fr, periodicity: 'MONTHLY', start_date: movePeriod('MONTHLY', last, -3), perimeters: [place.id] }
    return (await pilot.api<{ object: { id: number } }>('POST', '/metric', body)).object.id
  }
  metric = await made(done, `Correctifs faits ${mark}`)
  await enter(await made(due, `Correctifs dus ${mark}`), 200)
  await enter(metric, 150)
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

const enter = (id: number, value: number, version?: number) =>
  pilot.api('POST', `/metric/${id}/value`, { values: [{ perimeter_id: place.id, period: last, value, ...(version !== undefined && { version }) }] })
const panel = () => actor.panel('indicators.entities.indicator')
const editor = () => panel().getByRole('combobox', { name: actor.t('indicators.formula.label') })
const cell = (value: string) => panel().getByRole('gridcell', { name: new RegExp(`${place.name}.*${value}`) })
const clean = async () => {
  await settled(pilot.page)
  expect(await violations(pilot.page)).toEqual([])
}

test('an indicator is made, and its formula written with the metrics that are offered', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/indicators/dashboard?id=new')
  const form = page.getByRole('region', { name: t('indicators.entities.indicator.new'), exact: true })
  await form
    .getByRole('textbox', { name: t('indicators.entities.indicator.fields.name') })
    .first()
    .fill(`Correctifs à temps ${mark}`)
  const global = form.getByLabel(t('indicators.entities.indicator.fields.is_global'), { exact: true })
  await global.focus()
  await page.keyboard.press('Space')
  await actor.press(t('kit.actions.create'), form)
  await panel()
    .getByRole('button', { name: t('indicators.formula.write') })
    .click()
  await clean()
  await editor().focus()
  // Frames come late, as on a machine that has much to do: what is typed at once stands where it was typed all the same.
  await page.evaluate(() => {
    const frame = globalThis.requestAnimationFrame
    globalThis.requestAnimationFrame = (draw) => frame(() => setTimeout(() => draw(performance.now()), 120))
  })
  await page.keyboard.type(`100 * ${done.slice(0, 5)}`)
  await panel().getByRole('option', { name: done }).waitFor()
  await page.keyboard.press('Tab')
  expect(await editor().inputValue()).toBe(`100 * ${done}`)
  await page.keyboard.type(' / (dus', { delay: 50 })
  await panel().getByRole('option', { name: due }).waitFor()
  await page.keyboard.press('Tab')
  // The parenthesis that opens nothing is told with its place.
  await panel()
    .getByText(t('indicators.formula.at', { place: `100 * ${done} / `.length + 1, message: t('catalog.formula.not_closed') }))
    .waitFor()
  await clean()
  await page.keyboard.type(')')
  await panel().getByText(t('indicators.formula.correct')).waitFor()
  await panel().getByText(/75\s%/).first().waitFor()
  await page.keyboard.press('Control+Enter')
  await cell('75').first().waitFor()
  await clean()
})

test('a value that is entered moves the indicator, which is explained down to it', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(`/reporting/metrics?view=entry&search=${done}`)
  const grid = page.getByRole('grid', { name: `Correctifs faits ${mark}` })
  await grid.getByText('150').first().click()
  await page.keyboard.type('190')
  await page.keyboard.press('Enter')
  await settled(page)
  await pilot.open(`/indicators/dashboard?search=${mark}&view=cards`)
  await page.getByRole('button', { name: t('indicators.cards.open', { name: `Correctifs à temps ${mark}` }) }).waitFor()
  await page.getByText(/95\s%/).first().waitFor()
  await clean()
  await page.getByRole('button', { name: t('indicators.cards.open', { name: `Correctifs à temps ${mark}` }) }).press('Enter')
  await cell('95').first().waitFor()
  await cell('95').first().focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  const tree = panel().getByRole('tree', { name: t('indicators.explain.tree') })
  await tree.getByText(t('indicators.explain.entry', { value: '190', place: place.name })).waitFor()
  await tree
    .getByText(/saisi le .* par Claire Vasseur/)
    .first()
    .waitFor()
  await clean()
})
