/** A control that comes round: answered on a phone with what proves it, found KO, approved by somebody else, and seen on the calendar. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'

const word = Date.now().toString(36)
let pilot: Visitor
let field: Visitor
let actor: Actor
let task: number

interface Rows {
  readonly objects: readonly { readonly id: number; readonly status: string; readonly evidences: readonly unknown[]; readonly gap: unknown }[]
}

const make = async (name: string, more: object) => {
  const { objects: books } = await pilot.api<{ objects: { id: number }[] }>('GET', '/runbook?limit=1')
  const { objects: people } = await pilot.api<{ objects: { id: number; name: string }[] }>('GET', '/member?search=Marchetti&limit=1')
  const { object } = await pilot.api<{ object: { id: number } }>('POST', '/runtask', {
    name_fr: name,
    runbook: books[0]?.id,
    manager: people[0]?.id,
    kind: 'CONTROL',
    periodicity: 'DAILY',
    start_date: dayFromNow(0),
    ...more,
  })
  return object.id
}
const timesOf = (id: number) =>
  pilot.api<Rows>('POST', '/occurrence/page', {
    queryParams: { filters: [{ name: 'runtask', selected_options: [id] }], sort: [{ name: 'due_date', order: 'asc' }] },
  })

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  field = await signIn('contributor@demo.example', { lang: 'fr', width: 390 })
  actor = actorOn(field.page, 'fr')
  task = await make(`Armoires ${word}`, { proof: 'REQUIRED', description: 'Serrure fermée, scellé en place', approval_required: true })
})
afterAll(async () => {
  expect([...pilot.complaints, ...field.complaints]).toEqual([])
  await Promise.all([pilot.close(), field.close()])
})

test('is answered on a phone once its proof is there, and waits for approval', async () => {
  const { page } = field
  const { t } = actor
  await field.open('/contributions/runtasks')
  await page.getByRole('button', { name: `Armoires ${word}` }).click()
  const card = page.getByRole('article', { name: `Armoires ${word}` })
  await card.getByText('Serrure fermée, scellé en place').waitFor()
  const ok = card.getByRole('button', { name: t('runbooks.entities.occurrence.do.ok'), exact: true })
  await ok.click()
  await card.getByRole('alert').getByText(t('runbooks.errors.proof_needed')).waitFor()
  await card
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'armoire.txt', mimeType: 'text/plain', buffer: Buffer.from(`fermée ${word}`) })
  await card.getByText(t('runbooks.answering.proof_there')).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await ok.click()
  await card.waitFor({ state: 'detached' })
  const [first] = (await timesOf(task)).objects
  expect(first).toMatchObject({ status: 'PENDING_APPROVAL', evidences: [expect.anything()] })
})

test('is approved by somebody else, from its record', async () => {
  const { page } = pilot
  const { t } = actor
  const [first] = (await timesOf(task)).objects
  await pilot.open(`/runbooks/tasks?id=${first?.id}`)
  await page
    .getByRole('button', { name: t('runbooks.answering.approve'), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: new RegExp(t('runbooks.answering.approve')) })
  await dialog.getByRole('button', { name: t('runbooks.answering.approve'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await timesOf(task)).objects[0]).toMatchObject({ status: 'DONE_OK' })
})

test('stands on the calendar, where arrows go from day to day', async () => {
  const { page } = pilot
  await pilot.open('/runbooks/tasks?view=calendar')
  const today = page.locator('[role=gridcell][aria-current=date]')
  await today.focus()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowLeft')
  await page.locator(`[role=gridcell][data-day="${dayFromNow(-1)}"][aria-selected=true]`).waitFor()
  await page.keyboard.press('t')
  await page.locator(`[role=gridcell][data-day="${dayFromNow(0)}"][aria-selected=true]`).waitFor()
})
