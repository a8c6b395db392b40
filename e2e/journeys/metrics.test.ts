/** Values of a metric by keyboard alone: typed, corrected, explained, pasted, taken back; and their course in the panel. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'

const mark = `M${Date.now().toString(36)}`
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
let pilot: Visitor
let actor: Actor
let metric: number
let places: readonly number[]

interface Cell {
  readonly perimeter: number
  readonly period: string
  readonly value: number | null
  readonly comment: string | null
}

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  actor = actorOn(pilot.page, 'fr')
  const { objects } = await pilot.api<{ objects: { id: number }[] }>('POST', '/perimeter/page', { queryParams: { per_page: 2 } })
  places = objects.map(({ id }) => id)
  const body = {
    name_fr: `Correctifs ${mark}`,
    unit: '%',
    decimals: 1,
    minimum: 0,
    maximum: 100,
    periodicity: 'YEARLY',
    start_date: '2020-01-01',
    perimeters: places,
  }
  metric = (await pilot.api<{ object: { id: number } }>('POST', '/metric', body)).object.id
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

/** What is kept, by period, of the rows of the grid from above. */
const storedValues = async (): Promise<Record<string, (number | null)[]>> => {
  const { object } = await pilot.api<{ object: { places: { id: number; own: boolean }[]; cells: Cell[] } }>(
    'GET',
    `/metric/${metric}/grid?from=2020-01-01&to=${today}`,
  )
  const rows = object.places.filter(({ own }) => own).map(({ id }) => id)
  return Object.fromEntries(
    [...new Set(object.cells.map(({ period }) => period))].map((period) => [
      period.slice(0, 4),
      rows.map((row) => object.cells.find((cell) => cell.perimeter === row && cell.period === period)?.value ?? null),
    ]),
  )
}
const grid = () => pilot.page.getByRole('grid', { name: `Correctifs ${mark}` })
const active = () => grid().locator('[data-active]')
const paste = (text: string) =>
  active().evaluate((element, held) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', held)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('values are typed one below the other, a wrong one stays with its reason, the last one is taken back', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(`/reporting/metrics?view=entry&search=${mark}`)
  await active().click()
  await page.keyboard.type('81,5')
  await page.keyboard.press('Enter')
  await page.keyboard.type('104')
  await page.keyboard.press('Enter')
  await page.getByText('104').first().waitFor()
  await expect.poll(storedValues).toEqual({ 2020: [81.5, null] })
  // What is wrong is said although work goes on elsewhere, and leads back.
  await page.keyboard.press('ArrowUp')
  await page.getByRole('button', { name: t('metrics.paste.correct') }).press('Enter')
  await page
    .getByText(t('metrics.errors.above', { bound: 100 }))
    .first()
    .waitFor()
  await page.keyboard.press('F2')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect.poll(storedValues).toEqual({ 2020: [81.5, 10] })
  await settled(page)
  await page.keyboard.press('Control+z')
  await expect.poll(storedValues).toEqual({ 2020: [81.5, null] })
  await settled(page)
  // What was said of 2020 goes on, and is said to.
  expect(
    await grid()
      .getByText(t('metrics.entry.carried_from', { period: '2020' }))
      .count(),
  ).toBeGreaterThan(2)
  expect(await violations(page)).toEqual([])
})

test('a block of a spreadsheet is shown before it is saved, and only what is right is', async () => {
  const { page } = pilot
  const { t } = actor
  await active().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  const first = Number((await grid().locator('thead th[scope=col]').nth(1).textContent())?.slice(-4))
  const columns = 2021 - first
  for (let n = 0; n < columns; n++) await page.keyboard.press('ArrowRight')
  await paste('70,5\t71\nn/c\t104')
  await page.getByRole('region', { name: t('metrics.paste.title', { count: 4 }) }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(storedValues).toEqual({ 2020: [81.5, null], 2021: [70.5, null], 2022: [71, null] })
})

test('a value that lies far from the former ones asks for a reason and takes nothing that is typed next', async () => {
  const { page } = pilot
  const { t } = actor
  await settled(page)
  await active().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  const first = Number((await grid().locator('thead th[scope=col]').nth(1).textContent())?.slice(-4))
  for (let n = first; n < 2023; n++) await page.keyboard.press('ArrowRight')
  await paste('75\t76\t74')
  await page.getByRole('region', { name: t('metrics.paste.title', { count: 3 }) }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(storedValues).toMatchObject({ 2025: [74, null] })
  await settled(page)
  for (let n = 2023; n < 2026; n++) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('99')
  await page.keyboard.press('Enter')
  await expect.poll(storedValues).toMatchObject({ 2026: [99, null] })
  await settled(page)
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect.poll(storedValues).toMatchObject({ 2026: [99, 12] })
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: t('metrics.entry.explain') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('metrics.entry.strange')).waitFor()
  await dialog.getByRole('textbox').fill('Campagne de rattrapage')
  // Over what was typed Escape asks, and stays.
  await page.keyboard.press('Escape')
  const asked = page.getByRole('alertdialog')
  await asked.waitFor()
  expect(await asked.getByRole('button', { name: t('kit.confirm.keep_editing') }).evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await asked.waitFor({ state: 'hidden' })
  expect(await dialog.getByRole('textbox').inputValue()).toBe('Campagne de rattrapage')
  await dialog.getByRole('button', { name: t('metrics.entry.comment_save') }).click()
  await dialog.waitFor({ state: 'hidden' })
  await settled(page)
  expect(await page.getByRole('button', { name: t('metrics.entry.explain') }).count()).toBe(0)
})

test('a value is explained once it is there, and its panel draws its course', async () => {
  const { page } = pilot
  const { t } = actor
  await settled(page)
  await active().focus()
  await page.keyboard.press('Shift+F2')
  await page.getByRole('dialog').getByRole('textbox').fill('Arrêt de la ligne deux')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('metrics.entry.comment_save') })
    .click()
  await page.getByText('Arrêt de la ligne deux').waitFor()
  await pilot.open(`/reporting/metrics?id=${metric}`)
  await page.getByRole('img', { name: t('metrics.graph.title') }).waitFor()
  expect(await violations(page)).toEqual([])
})

test('a list is asked for the metrics whose values are late, and the provider for what Vigie counts', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(`/reporting/metrics?search=${mark}&filters=${encodeURIComponent(JSON.stringify({ entry_status: ['LATE'] }))}`)
  await page.getByRole('row', { name: new RegExp(`Correctifs ${mark}.*${t('metrics.entities.metric.choices.entry_status.LATE')}`) }).waitFor()
  const root = await signIn('root@vigie.example', { lang: 'fr' })
  await root.open('/admin/internal_metrics')
  await root.page.getByRole('row', { name: /Écarts ouverts.*Open gaps/ }).waitFor()
  expect(await violations(root.page)).toEqual([])
  await root.open('/admin/internal_indicators')
  await root.page.getByRole('row', { name: /PRODUCT_ACTIONS.*Actions dans les délais/ }).waitFor()
  expect(await violations(root.page)).toEqual([])
  await root.close()
})

test('values come in from a file after a trial, what is made of them follows, and nobody types there', async () => {
  const { page } = pilot
  const { t } = actor
  const { object: source } = await pilot.api<{ object: { identifier: string } }>('GET', `/metric/${metric}`)
  await pilot.api('POST', '/metric', {
    name_fr: `Doublés ${mark}`,
    formula: `${source.identifier} * 2`,
    periodicity: 'YEARLY',
    start_date: '2020-01-01',
    perimeters: places,
  })
  const { objects } = await pilot.api<{ objects: { id: number; identifier: string }[] }>('POST', '/perimeter/page', { queryParams: { per_page: 2 } })
  const file = ['Métrique;Périmètre;Date;Valeur', `${source.identifier};${objects[0]?.identifier};2023;64,5`, `${source.identifier};Nulle part;2023;1`]
  await pilot.open(`/reporting/metrics?view=entry&search=${mark}`)
  await page.getByRole('button', { name: t('metrics.import.title') }).click()
  const dialog = page.getByRole('dialog')
  // Of several files the first is taken, and the others are named.
  await dialog.locator('[class*=drop]').evaluate((place) => {
    const dropped = new DataTransfer()
    for (const name of ['un.csv', 'deux.csv', 'trois.csv']) dropped.items.add(new File(['Rien'], name))
    place.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dropped }))
  })
  await page.getByText(t('kit.labelled', { label: 'deux.csv, trois.csv', value: t('kit.errors.one_file') })).waitFor()
  await dialog.getByText('un.csv').waitFor()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'valeurs.csv', mimeType: 'text/csv', buffer: Buffer.from(file.join('\n')) })
  await dialog.getByText(t('metrics.import.unknown_perimeter')).first().waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page
    .getByRole('navigation', { name: t('metrics.entry.metrics') })
    .getByRole('button', { name: `Doublés ${mark}` })
    .click()
  await page.getByText(t('metrics.entry.worked_out', { formula: `${source.identifier} * 2` })).waitFor()
  // The metric stands in the address: whoever is sent it, or comes back, finds the same values.
  await expect.poll(() => new URL(page.url()).searchParams.get('metric')).toMatch(/^\d+$/)
  const there = page.url()
  await pilot.open('/reporting/metrics')
  await page.goBack()
  await page.waitForURL(there)
  await page.getByText(t('metrics.entry.worked_out', { formula: `${source.identifier} * 2` })).waitFor()
  await page.reload()
  const computed = page.getByRole('grid', { name: `Doublés ${mark}` })
  await computed.getByText('163').first().waitFor()
  await computed.locator('[data-active]').click()
  await page.keyboard.type('5')
  expect(await computed.getByRole('textbox').count()).toBe(0)
  await settled(page)
  expect(await violations(page)).toEqual([])
})

test('hours are given a day at a time, and the day amounts to what they do', async () => {
  const { page } = pilot
  const { t } = actor
  const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const body = { name_fr: `Portail ${mark}`, periodicity: 'HOURLY', time_aggregation: 'MIN', start_date: yesterday, perimeters: places.slice(0, 1) }
  const { object } = await pilot.api<{ object: { id: number } }>('POST', '/metric', body)
  await pilot.open(`/reporting/metrics?view=entry&search=${encodeURIComponent(`Portail ${mark}`)}`)
  await page.getByRole('button', { name: t('metrics.entry.previous') }).click()
  const hours = page.getByRole('grid', { name: `Portail ${mark}` })
  await hours.getByRole('columnheader', { name: /, 3\s*h$/ }).waitFor()
  await hours.locator('[data-active]').click()
  for (const value of ['9', '7', '8']) {
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
  }
  const amount = async (rhythm: string) => {
    const query = `from=${yesterday}&to=${yesterday}&periodicity=${rhythm}`
    const { points } = (await pilot.api<{ object: { points: { value: number | null }[] } }>('GET', `/metric/${object.id}/graph?${query}`)).object
    return points.slice(0, 4).map(({ value }) => value)
  }
  await expect.poll(() => amount('HOURLY')).toEqual([9, 7, 8, null])
  expect(await amount('DAILY')).toEqual([7])
  expect(await violations(page)).toEqual([])
})
