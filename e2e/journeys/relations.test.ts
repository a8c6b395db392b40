/** What hangs together with an object: three drawings and a list of the same objects, by mouse and by keys, and out again as a file. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'

const mark = `T${Date.now().toString(36)}`
let pilot: Visitor
let actor: Actor
let measure: { readonly id: number; readonly identifier: string }
let gap: { readonly id: number; readonly identifier: string }

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  actor = actorOn(pilot.page, 'fr')
  const { objects } = await pilot.api<{ objects: (typeof measure & { solution: { id: number } })[] }>('POST', '/measure/page', {
    queryParams: { filters: [{ name: 'status', selected_options: ['IMPLEMENTED'] }], per_page: 1 },
  })
  measure = objects[0] as typeof measure
  const made = async (path: string, fields: object) => (await pilot.api<{ object: typeof measure }>('POST', path, fields)).object
  const register = await made('/gap_register', { name_fr: `Audit ${mark}`, type: 'AUDIT' })
  const place = (await pilot.api<{ object: { perimeter: { id: number } } }>('GET', `/measure/${measure.id}`)).object.perimeter.id
  gap = await made('/gap', { name_fr: `Porte ouverte ${mark}`, register: register.id, perimeter: place, measures: [measure.id] })
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

const dialog = () => pilot.page.getByRole('dialog', { name: new RegExp(`^${actor.t('relations.title', { name: '' })}`) })
const list = () => dialog().getByRole('tree', { name: actor.t('relations.list') })
const heading = () => dialog().getByRole('heading', { level: 1 })
const lines = () => list().getByRole('treeitem')
const clean = async () => {
  await settled(pilot.page)
  expect(await violations(pilot.page)).toEqual([])
}

test('the relations of an open record are drawn in three ways, each as sound to axe, and chosen by figures too', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(`/ops/gaps/all?id=${gap.id}`)
  const panel = actor.panel('gaps.entities.gap')
  await actor.press(t('kit.record.relations'), panel)
  await heading().getByText(`Porte ouverte ${mark}`).waitFor()
  await lines().first().waitFor()
  const layouts = dialog().getByRole('radiogroup', { name: t('relations.layout') })
  for (const name of ['FORCE', 'RADIAL', 'MIND_MAP'] as const) {
    await layouts.getByText(t(`relations.layouts.${name}`), { exact: true }).click()
    await clean()
    expect(await dialog().locator('svg [data-key], svg g[class*=node]').count()).toBeGreaterThan(1)
  }
  await list().focus()
  await page.keyboard.press('1')
  await expect.poll(() => layouts.getByRole('radio', { name: t('relations.layouts.FORCE') }).isChecked()).toBe(true)
})

test('by keys alone one walks the list, begins anew from another object, and goes back', async () => {
  const { page } = pilot
  const { t } = actor
  await list().focus()
  const selected = () => list().locator('[aria-selected=true]').innerText()
  const root = await selected()
  await page.keyboard.press('End')
  expect(await selected()).not.toBe(root)
  const of = list().getByRole('treeitem').filter({ hasText: measure.identifier })
  for (let n = 0; n < 60 && !(await selected()).includes(measure.identifier); n += 1) await page.keyboard.press(n === 0 ? 'Home' : 'ArrowDown')
  await of.first().waitFor()
  await page.keyboard.press('Enter')
  await heading().getByText(measure.identifier).waitFor()
  await settled(page)
  expect(new URL(page.url()).searchParams.get('tree')).toBe(`measure:${measure.id}`)
  await dialog()
    .getByRole('navigation', { name: t('relations.path') })
    .getByRole('button', { name: gap.identifier })
    .waitFor()
  await page.keyboard.press('Backspace')
  await heading().getByText(`Porte ouverte ${mark}`).waitFor()
  // There is nothing before where one came in.
  await dialog()
    .getByRole('button', { name: t('kit.actions.back') })
    .waitFor({ state: 'detached' })
})

test('the legend hides a type in drawing and list, and brings it back', async () => {
  const { t } = actor
  const legend = dialog().getByRole('group', { name: t('relations.legend') })
  const type = legend.getByRole('button', { name: new RegExp(`^${t('measures.entities.measure.many')}`) })
  await type.click()
  expect(await type.getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => lines().filter({ hasText: measure.identifier }).count()).toBe(0)
  await type.click()
  await expect.poll(() => lines().filter({ hasText: measure.identifier }).count()).toBeGreaterThan(0)
})

test('the drawing is kept as a picture and as a drawing, named after what it shows', async () => {
  const { page } = pilot
  const { t } = actor
  for (const kind of ['png', 'svg'] as const) {
    await actor.press(t('relations.export'), dialog())
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: t(`relations.export_${kind}`) }).click()])
    expect(download.suggestedFilename()).toMatch(new RegExp(`Porte ouverte ${mark}\\.${kind}$`))
  }
})

test('of a measure model all perimeters are seen that lack the measure, when asked; Escape closes and the address forgets', async () => {
  const { page } = pilot
  const { t } = actor
  const { object } = await pilot.api<{ object: { solution: { id: number } } }>('GET', `/measure/${measure.id}`)
  await pilot.open(`/ops/gaps/all?tree=solution:${object.solution.id}`)
  await lines().first().waitFor()
  const before = await lines().count()
  await dialog().getByText(t('relations.see_all'), { exact: true }).click()
  await expect.poll(() => lines().count()).toBeGreaterThan(before)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await settled(page)
  expect(new URL(page.url()).searchParams.get('tree')).toBeNull()
})

test('the palette leads to the relations of what is open and of what is found; the page of a perimeter to its own', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(`/ops/gaps/all?id=${gap.id}`)
  await actor.panel('gaps.entities.gap').getByRole('heading', { level: 2 }).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: t('app.palette.title') })
  await palette.getByRole('option', { name: t('app.palette.relations_open') }).click()
  await heading().getByText(`Porte ouverte ${mark}`).waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill(`${t('kit.record.relations')} ${mark}`)
  await palette.getByRole('option', { name: t('app.palette.relations', { name: `Audit ${mark}` }) }).click()
  await heading().getByText(`Audit ${mark}`).waitFor()
  const { objects } = await pilot.api<{ objects: { id: number; name: string }[] }>('GET', '/score/perimeters')
  const [place] = objects
  await pilot.open(`/org2/perimeters?p=${place?.id}`)
  await actor.press(t('kit.record.relations'), page.getByRole('complementary', { name: place?.name ?? '' }))
  await heading()
    .getByText(place?.name ?? '')
    .waitFor()
})

test('on a phone the list stands first, and the drawing when asked for', async () => {
  const { page } = pilot
  const { t } = actor
  await page.setViewportSize(sizes[390])
  await pilot.open(`/ops/gaps/all?tree=gap:${gap.id}`)
  await lines().first().waitFor()
  await clean()
  await actor.press(t('relations.show_graph'), dialog())
  await list().waitFor({ state: 'detached' })
  await clean()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})
