/** A register of risks: its matrix by mouse and by keys, a target that is set, the levels explained, an approval that is asked for. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'

const name = `Risques ${Date.now().toString(36)}`
let pilot: Visitor
let actor: Actor
let register: number
let risk: number

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  actor = actorOn(pilot.page, 'fr')
  const { objects } = await pilot.api<{ objects: { id: number }[] }>('POST', '/member/page', {
    queryParams: { filters: [{ name: 'email', selected_options: [{ text: 'contributor@demo.example' }] }] },
  })
  const approvers = objects.map(({ id }) => id)
  const made = await pilot.api<{ object: { id: number } }>('POST', '/risk_register', { name_fr: name, impact_types: ['FINANCIAL'], appetite: 2, approvers })
  register = made.object.id
  const { object } = await pilot.api<{ object: { id: number } }>('POST', '/risk', { name_fr: `Panne ${name}`, register, init_impact: 5, init_probability: 4 })
  risk = object.id
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

const read = async () => (await pilot.api<{ object: Record<string, unknown> }>('GET', `/risk/${risk}`)).object

test('the matrix counts, opens a cell and sets a target by keys', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(`/org/risks/registers/${register}`)
  const grid = page.getByRole('grid', { name: t('risks.matrix.name') })
  await grid.waitFor()
  await page.getByRole('link', { name: t('risks.matrix.above', { count: '1' }) }).waitFor()
  const cell = (impact: number, probability: number) => grid.locator(`[data-cell="${impact} ${probability}"]`)
  await cell(5, 1).focus()
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: t('risks.matrix.place', { impact: '5', probability: '4' }) }).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: new RegExp(`^${t('risks.matrix.set_target')}`) }).click()
  await expect.poll(() => cell(5, 4).evaluate((element) => element === document.activeElement)).toBe(true)
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await read()).target_level).toBe(2)
})

test('a risk shows how its level follows, and its approval is asked for by a dialog that says what is frozen', async () => {
  const { page } = pilot
  const { t } = actor
  await page.getByRole('button', { name: `Panne ${name}` }).click()
  await page.getByText(t('risks.levels.no_measure')).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: t('risks.approval.request'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('risks.approval.text.request')).waitFor()
  await actor.press(t('risks.approval.request'), dialog)
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await read()).status).toBe('TO_BE_APPROVED')
  await page.getByRole('tab', { name: t('risks.approval.tab') }).click()
  await page.getByText(t('kit.record.decision.submitted')).waitFor()
})

test('whoever approves reads the frozen copy beside the live risk, is locked by what changes meanwhile, asks for a fresh copy and rejects with a comment', async () => {
  const decider = await signIn('contributor@demo.example', { lang: 'fr' })
  const other = actorOn(decider.page, 'fr')
  const { page } = decider
  const { t } = other
  await decider.open(`/contributions/risks?view=approval&risk=${risk}`)
  const approve = page.getByRole('button', { name: t('risks.approval.approve'), exact: true })
  await approve.waitFor()
  expect(await approve.isEnabled()).toBe(true)
  await pilot.api('PUT', `/risk/${risk}`, { description: 'On en sait plus' })
  await expect.poll(() => approve.isDisabled(), { timeout: 30_000 }).toBe(true)
  await page.getByRole('row', { name: /On en sait plus/ }).waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('tr[data-changed]') ?? false)).toBe(true)
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: new RegExp(`^${t('risks.workspace.ask_fresh', { name: '' }).trim()}`) }).click()
  await expect
    .poll(async () =>
      (await pilot.api<{ objects: { text: string }[] }>('GET', `/risk/${risk}/comments`)).objects.some(({ text }) =>
        text.includes(t('risks.workspace.fresh_default')),
      ),
    )
    .toBe(true)
  await page.getByRole('button', { name: t('risks.approval.reject'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('risks.approval.comment')).fill('Le coût manque')
  await other.press(t('risks.approval.reject'), dialog)
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await read()).status).toBe('REJECTED')
  expect(decider.complaints).toEqual([])
  await decider.close()
})
