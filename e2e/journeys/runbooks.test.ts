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

/** One transparent point. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

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
  // What has to be shown comes first; what needs no proof can be said.
  await card.getByRole('button', { name: t('runbooks.entities.occurrence.do.na') }).waitFor()
  expect(await ok.count()).toBe(0)
  // Without a camera the file is the large one; a picture is seen as it is, in full size, and taken away.
  const [large] = await card.locator('label:has(input[type=file])').allInnerTexts()
  expect(large).toContain(t('runbooks.today.choose_file'))
  await card.locator('input[capture]').setInputFiles({ name: 'IMG_0001.png', mimeType: 'image/png', buffer: picture })
  const named = `Armoires ${word}, `
  const shown = card.getByRole('img', { name: new RegExp(`^${named}.*png$`) })
  await shown.waitFor()
  await card.getByText(t('runbooks.answering.proof_there')).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  const file = (await shown.getAttribute('alt')) ?? ''
  await card.getByRole('button', { name: t('kit.file.full', { name: file }) }).click()
  const full = page.getByRole('dialog', { name: file })
  await full.getByRole('img').waitFor()
  expect(await page.getByRole('navigation', { name: t('app.bar.label') }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await full.waitFor({ state: 'detached' })
  await card.getByRole('button', { name: t('kit.file.remove', { name: file }) }).click()
  await shown.waitFor({ state: 'detached' })
  expect(await ok.count()).toBe(0)
  await card.locator('input[type=file]:not([capture])').setInputFiles({ name: 'armoire.txt', mimeType: 'text/plain', buffer: Buffer.from(`fermée ${word}`) })
  await card.getByRole('button', { name: t('runbooks.today.add_note') }).click()
  await card.getByRole('textbox', { name: t('runbooks.answering.comment') }).fill('Clé au tableau')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await ok.click()
  await card.waitFor({ state: 'detached' })
  const [first] = (await timesOf(task)).objects
  expect(first).toMatchObject({ status: 'PENDING_APPROVAL', comment: 'Clé au tableau', evidences: [{ name: expect.stringMatching(new RegExp(`^${named}`)) }] })
})

test('late times of one task are one card, each of them opened and answered alone', async () => {
  const { page } = field
  const { t } = actor
  const name = `Sauvegarde ${word}`
  const id = await make(name, { kind: 'OPERATION', start_date: dayFromNow(-3) })
  await pilot.api('POST', `/runtask/${id}/backfill`, {})
  await field.open('/contributions/runtasks')
  // In the list of what comes next it stands once.
  const entry = page.getByRole('button', { name })
  await entry.waitFor()
  expect(await entry.count()).toBe(1)
  await entry.click()
  const card = page.getByRole('article', { name })
  await card.getByText(t('runbooks.today.as_well', { count: 3, of: 'DAILY' })).click()
  const times = card.locator('details').getByRole('button')
  expect(await times.count()).toBe(3)
  // The earliest of them.
  await times.last().click()
  await card
    .getByText(t('runbooks.today.late_by', { days: 3 }))
    .first()
    .waitFor()
  await card.getByRole('button', { name: t('runbooks.entities.occurrence.do.done'), exact: true }).click()
  await card.getByText(t('runbooks.today.as_well', { count: 2, of: 'DAILY' })).waitFor()
  expect((await timesOf(id)).objects.slice(0, 4).map(({ status }) => status)).toEqual(['DONE', 'TO_DO', 'TO_DO', 'TO_DO'])
})

test('has what is to come one touch away, at the foot of a phone', async () => {
  const { page } = field
  const { t } = actor
  const { objects } = await field.api<{ objects: { name: string }[] }>('POST', '/occurrence/page', {
    queryParams: {
      filters: [
        { name: 'mine', selected_options: [true] },
        { name: 'closed', selected_options: [false] },
        { name: 'period_start', selected_options: [{ from: dayFromNow(1) }] },
      ],
      sort: [{ name: 'due_date', order: 'asc' }],
    },
  })
  const [soon] = objects
  await field.open('/contributions/runtasks')
  const bar = page.getByRole('navigation', { name: t('app.bar.label') })
  const places = bar.getByRole('link')
  expect(await places.allInnerTexts().then((all) => all.map((one) => one.split('\n').at(-1)))).toEqual(
    ['app.bar.today', 'app.bar.upcoming', 'app.bar.actions', 'app.bar.report', 'app.notifications.title'].map((key) => t(key)),
  )
  for (const place of await places.all()) {
    const box = await place.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  // What is scrolled to the end stands above the bar, not behind it.
  const [end, foot] = [await page.locator('main').boundingBox(), await bar.boundingBox()]
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
  expect(foot?.height).toBe(72)
  await bar.getByRole('link', { name: t('app.bar.upcoming') }).click()
  await page.getByRole('listitem').filter({ hasText: soon?.name }).first().waitFor()
  await settled(page)
  expect(await bar.locator('[aria-current=page]').innerText()).toContain(t('app.bar.upcoming'))
  expect(await violations(page)).toEqual([])
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
