/** Scales: ranges drawn while they are edited, a risk matrix by keys alone, and levels shown by their new names at once. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { signIn, type Visitor } from '#e2e/browser.ts'

const mark = `Q${Date.now().toString(36)}`
let pilot: Visitor
let actor: Actor

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'en' })
  actor = actorOn(pilot.page, 'en')
})
afterEach(() => {
  expect(pilot.complaints.splice(0)).toEqual([])
})
afterAll(() => pilot.close())

const edit = () =>
  actor.edit(
    pilot.page
      .locator('section')
      .filter({ has: pilot.page.getByRole('toolbar') })
      .last(),
  )
const save = () => pilot.page.getByRole('button', { name: actor.t('kit.actions.save'), exact: true }).click()
const made = async (body: object) => (await pilot.api<{ object: { id: number } }>('POST', '/scale', body)).object.id

test('a hole between ranges is said while they are edited, and filled', async () => {
  const levels = [
    { name_en: 'Bad', low: 0, high: 49 },
    { name_en: 'Good', low: 50, high: 100 },
  ]
  const id = await made({ name_en: `Ranges ${mark}`, type: 'indicator', levels })
  const { page } = pilot
  await pilot.open(`/admin/scales/indicator?id=${id}`)
  await edit()
  const second = page.getByRole('listitem', { name: actor.t('scales.editor.level', { n: 2 }) })
  await second.getByLabel(actor.t('scales.entities.scale.fields.low')).fill('60')
  await page.getByText(actor.t('scales.editor.hole', { low: 50, high: 59 })).waitFor()
  await page.getByRole('button', { name: actor.t('scales.editor.fill') }).click()
  await page.getByText(actor.t('scales.editor.hole', { low: 50, high: 59 })).waitFor({ state: 'detached' })
  await save()
  await actor.expectToast(actor.t('kit.messages.saved'))
  const { object } = await pilot.api<{ object: { levels: { low: number; high: number }[] } }>('GET', `/scale/${id}`)
  expect(object.levels.map(({ low, high }) => [low, high])).toEqual([
    [0, 59],
    [60, 100],
  ])
})

test('a risk matrix is filled in with the keys alone', async () => {
  const places = (word: string) => [1, 2, 3].map((n) => ({ name_en: `${word} ${n}` }))
  const levels = [1, 2, 3].map((value) => ({ name_en: `Risk ${value}`, value }))
  const lowest = [1, 1, 1]
  const id = await made({
    name_en: `Matrix ${mark}`,
    type: 'risk',
    levels,
    impact_levels: places('Harm'),
    probability_levels: places('Chance'),
    matrix: [lowest, lowest, lowest],
  })
  const { page } = pilot
  await pilot.open(`/admin/scales/risk?id=${id}`)
  await edit()
  await page.getByRole('button', { name: 'Harm 1, Chance 1: Risk 1' }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('3')
  await page.getByRole('button', { name: 'Harm 2, Chance 2: Risk 3' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Harm 2, Chance 3: Risk 2' }).waitFor()
  expect(await violations(page)).toEqual([])
  await save()
  await actor.expectToast(actor.t('kit.messages.saved'))
  const { object } = await pilot.api<{ object: { matrix: number[][] } }>('GET', `/scale/${id}`)
  expect(object.matrix).toEqual([
    [1, 1, 1],
    [1, 3, 2],
    [1, 1, 1],
  ])
})

test('a scale in use keeps its values; a level is called by its new name wherever it is shown', async () => {
  const { objects } = await pilot.api<{ objects: { id: number }[] }>('GET', '/scale?search=PRIORITY')
  const id = objects[0]?.id ?? 0
  const { page } = pilot
  const top = page.getByRole('listitem', { name: actor.t('scales.editor.level', { n: 4 }) })
  const label = (field: 'name' | 'value') => actor.t(`scales.entities.scale.fields.${field}`)
  const rename = async (name: string) => {
    await pilot.open(`/admin/scales/priority?id=${id}`)
    await edit()
    await page.getByText(actor.t('scales.editor.in_use')).waitFor()
    expect(await top.getByLabel(label('value')).isDisabled()).toBe(true)
    await top.getByLabel(actor.t('scales.editor.english', { name: label('name') })).fill(name)
    await save()
    await actor.expectToast(actor.t('kit.messages.saved'))
  }
  await rename(`Top ${mark}`)
  await pilot.open('/actions/filtered')
  await page.getByText(`Top ${mark}`, { exact: true }).first().waitFor()
  await rename('Critical')
})
