/** A business value is given its needs, an application comes in from its inventory, and what it is made of has the need, with the way by which it came. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'

const lang = 'fr'
const mark = Date.now().toString(36)
const name = `Guichet ${mark}`
let pilot: Visitor
let actor: Actor
let root: { id: number; name: string }

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang })
  actor = actorOn(pilot.page, lang)
  const { objects } = await pilot.api<{ objects: { id: number; name: string; parent: unknown }[] }>('GET', '/perimeter?limit=100')
  root = objects.find(({ parent }) => parent === null) ?? { id: 0, name: '' }
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

const file = (content: object) => ({ name: 'bom.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) })
const inventory = (components: object[]) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: { component: { type: 'application', name, 'bom-ref': name } },
  components,
  dependencies: [
    { ref: name, dependsOn: ['web'] },
    { ref: 'web', dependsOn: ['store'] },
  ],
})
const component = (ref: string) => ({ type: 'library', name: `${ref} ${mark}`, version: '1.0', 'bom-ref': ref })

test('an inventory is refused, tried and imported; its need is told with its way', async () => {
  const { page } = pilot
  const { t } = actor
  const { object: value } = await pilot.api<{ object: { id: number } }>('POST', '/business_value', {
    name_fr: `Accueillir ${mark}`,
    perimeters: [root.id],
    availability: 4,
  })
  await pilot.open('/org/assets')
  await actor.press(t('assets.inventory.open'))
  const dialog = page.getByRole('dialog')
  const given = dialog.locator('input[type=file]')
  await given.setInputFiles(file(inventory([{ type: 'library' }])))
  await dialog.getByText('components[0].name').waitFor()
  expect(await dialog.getByRole('button', { name: t('assets.inventory.run') }).isDisabled()).toBe(true)
  await given.setInputFiles(file(inventory([component('web'), component('store')])))
  await dialog.getByText(/3 nouveaux/).waitFor()
  expect(await violations(page)).toEqual([])
  await actor.choose(dialog.getByRole('combobox', { name: t('assets.inventory.perimeter') }), root.name)
  await actor.press(t('assets.inventory.run'), dialog)
  await dialog.getByRole('link', { name, exact: true }).waitFor()
  const id = Number(new URL((await dialog.getByRole('link', { name: `store ${mark}` }).getAttribute('href')) ?? '', pilot.address('/')).searchParams.get('id'))
  const application = Number(
    new URL((await dialog.getByRole('link', { name, exact: true }).getAttribute('href')) ?? '', pilot.address('/')).searchParams.get('id'),
  )
  await pilot.api('PUT', `/supporting_asset/${application}`, { business_values: [value.id] })

  await pilot.open(`/org/assets?id=${id}&full=true`)
  await page.getByRole('tab', { name: t('assets.tabs.dependencies') }).click()
  await page.getByRole('heading', { name: t('assets.drawing.why') }).waitFor()
  await page
    .getByRole('definition')
    .filter({ hasText: `Accueillir ${mark}` })
    .filter({ hasText: `${name} → web ${mark}` })
    .waitFor()
  await page
    .getByRole('region', { name: new RegExp(`store ${mark}`) })
    .getByRole('link', { name: new RegExp(`^Accueillir ${mark}`) })
    .click()
  await page.getByRole('heading', { name: `Accueillir ${mark}`, exact: true }).waitFor()
})

test('inventories of several applications come in one after the other, each with its own question and result; on a phone, too', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/org/assets')
  await actor.press(t('assets.inventory.open'))
  await page.setViewportSize(sizes[390])
  const dialog = page.getByRole('dialog')
  const bom = (own: string, ...parts: object[]) => ({
    ...file({ ...inventory(parts), metadata: { component: { type: 'application', name: own, 'bom-ref': own } } }),
    name: `${own}.json`,
  })
  await dialog
    .locator('input[type=file]')
    .setInputFiles([bom(`${mark} A`, component('a')), bom(`${mark} B`, { type: 'library' }), bom(`${mark} C`, component('c'), component('d'))])
  await dialog.getByText(/2 nouveaux/).waitFor()
  await actor.choose(
    dialog.getByRole('combobox', { name: t('assets.inventory.perimeter') }).or(dialog.getByRole('textbox', { name: t('assets.inventory.perimeter') })),
    root.name,
  )
  await actor.press(t('assets.inventory.run'), dialog)
  await actor.press(t('kit.import.next_file'), dialog)
  await dialog.getByText('components[0].name').waitFor()
  await actor.press(t('kit.import.leave_file'), dialog)
  await dialog.getByText(/3 nouveaux/).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await actor.press(t('assets.inventory.run'), dialog)
  await dialog.getByRole('link', { name: `${mark} C`, exact: true }).waitFor()
  const states = (['DONE', 'REFUSED', 'DONE'] as const).map((state) => t(`kit.import.queue.states.${state}`))
  const itemTexts = await dialog.getByRole('listitem').allInnerTexts()
  expect(itemTexts.flatMap((text) => states.find((state) => text.includes(state)) ?? [])).toEqual(states)
  await page.setViewportSize(sizes[1440])
})

test('the loop of the group is told, on a phone, too', async () => {
  const { page } = pilot
  const { t } = actor
  await page.setViewportSize(sizes[390])
  await pilot.open('/org/assets')
  await page
    .locator('summary')
    .filter({ hasText: /dépendance circulaire/ })
    .click()
  await page.getByRole('listitem').getByRole('link', { name: 'Annuaire', exact: true }).click()
  await page.getByRole('tab', { name: t('assets.tabs.dependencies') }).click()
  await page.getByText(t('assets.drawing.has_loop')).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})
