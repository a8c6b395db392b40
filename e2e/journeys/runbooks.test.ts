/** A control that comes round: answered on a phone with what proves it and was measured, without a network too, approved by somebody else, and seen on the calendar. */
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

test('takes the values of its metrics with the answer, which the metric then has', async () => {
  const { page } = field
  const { t } = actor
  const { objects: people } = await pilot.api<{ objects: { id: number }[] }>('GET', '/member?search=Marchetti&limit=1')
  const { objects: measures } = await pilot.api<{ objects: { id: number; perimeter: { id: number } }[] }>('POST', '/measure/page', {
    queryParams: { filters: [{ name: 'status', selected_options: ['IMPLEMENTED'] }], per_page: 1 },
  })
  const [measure] = measures
  const made = async (entity: string, body: object) => (await pilot.api<{ object: { id: number } }>('POST', `/${entity}`, body)).object.id
  const name = `Ronde mesurée ${word}`
  const identifier = `ouvertes_${word}`
  const places = [measure?.perimeter.id]
  const metric = await made('metric', {
    identifier,
    name_fr: `Armoires ouvertes ${word}`,
    perimeters: places,
    periodicity: 'DAILY',
    maximum: 40,
    manager: people[0]?.id,
  })
  await made('indicator', {
    name_fr: `Armoires ${word}`,
    formula: identifier,
    periodicity: 'DAILY',
    perimeters: places,
    measures: [measure?.id],
    target_value: 90,
  })
  const id = await make(name, { measure: measure?.id, perimeter: places[0], metrics: [metric] })
  await field.open('/contributions/runtasks')
  await page.getByRole('button', { name }).click()
  const card = page.getByRole('article', { name })
  const value = card.getByRole('textbox', { name: `Armoires ouvertes ${word}` })
  await value.fill('41')
  await card.getByText(t('metrics.errors.above', { bound: 40 })).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await value.fill('4')
  await card.getByRole('button', { name: t('runbooks.entities.occurrence.do.ok'), exact: true }).click()
  await card.waitFor({ state: 'detached' })
  const [first] = (await timesOf(id)).objects
  const { objects } = await pilot.api<{ objects: { value: number }[] }>('GET', `/occurrence/${first?.id}/value`)
  expect([first?.status, objects[0]?.value]).toEqual(['DONE_OK', 4])
})

test('is answered without a network: kept, sent once it is back, and what meets another answer comes back with both', async () => {
  const { page } = field
  const { t } = actor
  const names = ['Nord', 'Sud', 'Est'].map((side) => `Porte ${side} ${word}`)
  const ids: number[] = []
  for (const name of names) ids.push(await make(name, { kind: 'OPERATION' }))
  await field.open('/contributions/runtasks')
  await page.getByRole('button', { name: names[2] }).waitFor()
  await field.context.setOffline(true)
  for (const name of names) {
    const card = page.getByRole('article', { name })
    await page.getByRole('button', { name }).or(card).first().click()
    await card.getByRole('button', { name: t('runbooks.entities.occurrence.do.done'), exact: true }).click()
    await card.waitFor({ state: 'detached' })
  }
  await page
    .getByRole('status')
    .getByText(t('runbooks.today.offline', { count: 3 }))
    .waitFor()
  // Meanwhile somebody else has answered the last of them.
  const [taken] = (await timesOf(ids[2] ?? 0)).objects
  await pilot.api('POST', `/occurrence/${taken?.id}/answer`, { answer: 'NOT_DONE' })
  await field.context.setOffline(false)
  const conflict = page.getByRole('article', { name: names[2] })
  await conflict.getByText(t('runbooks.today.yours')).waitFor()
  await conflict.getByText(t('runbooks.entities.occurrence.choices.status.NOT_DONE')).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  for (const id of ids.slice(0, 2)) {
    const [first] = (await timesOf(id)).objects
    expect(first?.status).toBe('DONE')
    const { objects } = await pilot.api<{ objects: { action: string }[] }>('GET', `/occurrence/${first?.id}/history`)
    expect(objects.filter(({ action }) => action === 'answer')).toHaveLength(1)
  }
  await conflict.getByRole('button', { name: t('runbooks.today.drop') }).click()
  await conflict.waitFor({ state: 'detached' })
  expect((await timesOf(ids[2] ?? 0)).objects[0]?.status).toBe('NOT_DONE')
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
  await page.keyboard.press('n')
  const form = page.getByRole('region', { name: actor.t('runbooks.entities.runtask.new') })
  const start = form.getByRole('textbox', { name: actor.t('runbooks.entities.runtask.fields.start_date') })
  await expect.poll(() => start.inputValue()).toBe(dayFromNow(0).split('-').toReversed().join('/'))
})

test('many are answered in the entry grid by keyboard alone, taken back, and several at once', async () => {
  const { page } = pilot
  const { t } = actor
  const { objects: people } = await pilot.api<{ objects: { id: number }[] }>('GET', '/member?search=Vasseur&limit=1')
  const { object: book } = await pilot.api<{ object: { id: number } }>('POST', '/runbook', { name_fr: `Rondes ${word}` })
  const fields = { runbook: book.id, manager: people[0]?.id, start_date: dayFromNow(-9) }
  for (const [name, kind] of [
    ['Contrôle', 'CONTROL'],
    ['Opération', 'OPERATION'],
  ]) {
    const id = await make(`${name} ${word}`, { ...fields, kind })
    await pilot.api('POST', `/runtask/${id}/backfill`, {})
  }
  const due = async (status: string) =>
    (
      await pilot.api<Rows>('POST', '/occurrence/page', {
        queryParams: {
          filters: [
            { name: 'runbook', selected_options: [book.id] },
            { name: 'status', selected_options: [status] },
            { name: 'period_start', selected_options: [{ to: dayFromNow(0) }] },
          ],
        },
      })
    ).objects.length
  expect(await due('TO_DO')).toBe(20)
  await pilot.open(`/runbooks/tasks?view=entry&filters=${encodeURIComponent(JSON.stringify({ runbook: [book.id] }))}`)
  const bar = page.getByRole('progressbar', { name: t('runbooks.entry.title') })
  await page.locator('[role=gridcell][data-current]').waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  const at = (count: number) => page.locator(`[role=progressbar][aria-valuenow="${count}"]`).waitFor()
  // The oldest first, in turns: a control, an operation; the key of the other kind says why and changes nothing.
  await page.keyboard.press('f')
  await page.getByRole('status').getByText(t('runbooks.entry.other_kind.CONTROL')).waitFor()
  for (let n = 0; n < 10; n += 1) await page.keyboard.press(n % 2 === 0 ? 'o' : 'f')
  await at(10)
  await page.keyboard.press('Control+z')
  await at(9)
  await page.keyboard.press('n')
  await at(10)
  // A KO asks what was found, and is saved by Enter.
  await page.keyboard.press('k')
  await page.locator('#entry-comment:focus').waitFor()
  await page.keyboard.type('Armoire 4 ouverte')
  await page.keyboard.press('Enter')
  await at(11)
  await page.keyboard.press('f')
  await at(12)
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText(t('runbooks.entry.several', { count: 3 })).waitFor()
  await page.keyboard.press('o')
  await at(15)
  await page.keyboard.press('?')
  await page.getByText(t('runbooks.entry.keys.back')).waitFor()
  await expect.poll(() => due('TO_DO')).toBe(5)
  expect([await due('DONE_KO'), await due('NOT_DONE')]).toEqual([1, 1])
  expect(await bar.getAttribute('aria-valuemax')).toBe('20')
})
