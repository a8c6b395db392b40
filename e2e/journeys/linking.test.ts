/** Requirements get their models by keyboard alone: linked, skipped, made, taken back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'

const mark = `L${Date.now().toString(36)}`
let pilot: Visitor
let actor: Actor
let policy: number
const made: [entity: string, id: number][] = []

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  actor = actorOn(pilot.page, 'fr')
  const make = async (entity: string, fields: object) => (await pilot.api<{ object: { id: number } }>('POST', `/${entity}`, fields)).object.id
  policy = await make('policy', { name_fr: `Charte ${mark}`, name_en: `Charter ${mark}` })
  const { objects } = await pilot.api<{ objects: { id: number }[] }>('POST', '/policy_version/page', {
    queryParams: { filters: [{ name: 'policy', selected_options: [policy] }] },
  })
  const category = await make('category', { name_fr: `Thème ${mark}`, name_en: `Theme ${mark}` })
  made.push(['category', category])
  for (const name of [`Portes fermées la nuit ${mark}`, `Sauvegardes essayées ${mark}`])
    made.unshift(['solution', await make('solution', { name_fr: name, name_en: name, category })])
  for (const name of [`Portes fermées la nuit ${mark}`, `Cellule de crise ${mark}`, `Sauvegardes essayées ${mark}`])
    await make('control', { policy_version: objects[0]?.id, name_fr: name, name_en: name })
})
afterAll(async () => {
  await pilot.api('DELETE', `/policy/${policy}`).catch(() => undefined)
  for (const [entity, id] of made) await pilot.api('DELETE', `/${entity}/${id}`).catch(() => undefined)
  await pilot.close()
})

test('by keyboard: Enter links what is suggested and goes on, the arrow skips, N makes a model, Ctrl Z takes it back', async () => {
  const { page } = pilot
  const { t } = actor
  const { keyboard } = page
  await pilot.open(`/org/policies/${policy}`)
  await actor.press(t('policies.linking.to_link', { count: 3 }))
  const open = page.locator('[role=row][aria-expanded=true] h3')
  const reads = async (name: string) => {
    await expect.poll(() => open.allTextContents()).toEqual(name ? [`${name} ${mark}`] : [])
  }
  const linked = async () => {
    const { objects } = await pilot.api<{ objects: { name: string; solutions: unknown[] }[] }>('POST', '/control/page', {
      queryParams: { global_search: mark },
    })
    return objects
      .filter(({ solutions }) => solutions.length > 0)
      .map(({ name }) => name.replace(` ${mark}`, ''))
      .toSorted()
  }
  await reads('Portes fermées la nuit')
  await page.getByRole('option').first().waitFor()
  await keyboard.press('Enter')
  await reads('Cellule de crise')
  await keyboard.press('ArrowRight')
  await reads('Sauvegardes essayées')
  await keyboard.press('1')
  await keyboard.press('Enter')
  await reads('Cellule de crise')
  await page
    .getByRole('row')
    .filter({ hasText: 'Portes' })
    .getByRole('button', { name: t('policies.linking.undo') })
    .waitFor()
  await keyboard.press('n')
  await reads('')
  await page.getByText(t('policies.linking.done', { count: 3 })).waitFor()
  expect(await linked()).toEqual(['Cellule de crise', 'Portes fermées la nuit', 'Sauvegardes essayées'])
  await keyboard.press('Control+z')
  await expect.poll(linked).toEqual(['Portes fermées la nuit', 'Sauvegardes essayées'])
  // Escape closes the open requirement, and the address keeps the mode.
  await keyboard.press('j')
  await keyboard.press('Escape')
  await reads('')
  expect(page.url()).toContain('view=linking')
  expect(pilot.complaints.splice(0)).toEqual([])
})
