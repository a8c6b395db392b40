/** What an audit and the next one find: a file looked at before it is written, chapters, a gap that is lived with, and what has gone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'

const name = `Audit ${Date.now().toString(36)}`
let pilot: Visitor
let actor: Actor
let at: string

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  actor = actorOn(pilot.page, 'fr')
  const { object } = await pilot.api<{ object: { id: number } }>('POST', '/gap_register', { name_fr: name, type: 'SCAN' })
  at = `/ops/gaps/${object.id}`
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

const csv = (...lines: readonly string[]) => ({
  name: 'constats.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Clé;Nom;Note;Chapitre', ...lines].join('\n')),
})
const first = ['c-1;Console ouverte;95;Réseau', 'c-2;Mot de passe par défaut;75;Comptes', 'c-3;Bannière bavarde;0;Réseau']

/** Sends a file, reads what it would do, and lets it. */
async function imports(file: ReturnType<typeof csv>, wouldBe: string): Promise<void> {
  const { page } = pilot
  const { t } = actor
  await page.getByRole('button', { name: t('gaps.register.import') }).click()
  const dialog = page.getByRole('dialog', { name: t('gaps.register.import') })
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByText(wouldBe).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await actor.press(t('kit.file.import_run'), dialog)
  await dialog.getByText(t('kit.import.done')).waitFor()
  await dialog
    .getByRole('button', { name: t('kit.actions.close') })
    .last()
    .click()
  await dialog.waitFor({ state: 'detached' })
}

test('findings come in once they were looked at, in their chapters, which are put in order', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(at)
  await page.getByRole('heading', { name, level: 2 }).waitFor()
  await imports(csv(...first), t('kit.import.trial_counts.created', { count: 3 }))
  await page
    .getByRole('navigation', { name: t('gaps.register.chapters') })
    .getByRole('link', { name: /^Réseau/ })
    .waitFor()
  await page.getByRole('button', { name: t('gaps.register.chapters'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('gaps.register.chapters') })
  await dialog.getByLabel(t('gaps.register.new_chapter')).fill('Annexes')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: t('gaps.register.move_up', { name: 'Annexes' }) }).click()
  await expect.poll(() => dialog.getByRole('textbox').nth(1).inputValue()).toBe('Annexes')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('several files are looked at one after the other: what is refused or left out keeps no other one back', async () => {
  const { page } = pilot
  const { t } = actor
  const { object } = await pilot.api<{ object: { id: number } }>('POST', '/gap_register', { name_fr: `${name} ter`, type: 'SCAN' })
  await pilot.open(`/ops/gaps/${object.id}`)
  await actor.press(t('gaps.register.import'))
  const dialog = page.getByRole('dialog', { name: t('gaps.register.import') })
  const none = { name: 'rien.json', mimeType: 'application/json', buffer: Buffer.from('{}') }
  const [one, two, three] = [csv(first[0] ?? ''), csv(...first.slice(0, 2)), csv(...first)].map((file, n) => ({ ...file, name: `lot-${n + 1}.csv` }))
  if (!one || !two || !three) throw new Error('There are three')
  await dialog.locator('input[type=file]').setInputFiles([one, none, two, three])
  await dialog.getByText(t('kit.import.trial_counts.created', { count: 1 })).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await actor.press(t('kit.file.import_run'), dialog)
  await actor.press(t('kit.import.next_file'), dialog)
  // The second one holds no findings, and the third is checked against what the first one brought.
  await actor.press(t('kit.import.leave_file'), dialog)
  await dialog.getByText(t('kit.import.trial_counts.created', { count: 1 })).waitFor()
  await actor.press(t('kit.import.leave_file'), dialog)
  await dialog.getByText(t('kit.import.trial_counts.created', { count: 2 })).waitFor()
  await actor.press(t('kit.file.import_run'), dialog)
  await dialog.getByText(t('kit.import.done')).waitFor()
  const states = (['DONE', 'REFUSED', 'LEFT', 'DONE'] as const).map((state) => t(`kit.import.queue.states.${state}`))
  await expect
    .poll(async () => (await dialog.getByRole('listitem').allInnerTexts()).flatMap((text) => states.find((state) => text.includes(state)) ?? []))
    .toEqual(states)
  await dialog
    .getByRole('button', { name: t('kit.actions.close') })
    .last()
    .click()
  await dialog.waitFor({ state: 'detached' })
})

test('the end of an import is told whatever else is refused meanwhile, also to whoever has closed its dialog', async () => {
  const held = await signIn('global_pilote@demo.example', { lang: 'fr', intercepted: true })
  const { t, press, expectToast } = actorOn(held.page, 'fr')
  const { object } = await held.api<{ object: { id: number } }>('POST', '/gap_register', { name_fr: `${name} bis`, type: 'SCAN' })
  // The register cannot be read again for a moment, just when everything on the page is.
  let refused = 0
  let begun = false
  await held.page.route(`**/api/gap_register/${object.id}`, async (route) => {
    if (!begun) return route.fallback()
    refused += 1
    return route.fulfill({ status: 500, contentType: 'application/json', body: '{"ok":false,"code":"INTERNAL","message":"Non"}' })
  })
  await held.open(`/ops/gaps/${object.id}`)
  const open = async (file: ReturnType<typeof csv>, wouldBe: string) => {
    await held.page.getByRole('button', { name: t('gaps.register.import') }).click()
    const dialog = held.page.getByRole('dialog', { name: t('gaps.register.import') })
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByText(wouldBe).waitFor()
    return dialog
  }
  const dialog = await open(csv(...first), t('kit.import.trial_counts.created', { count: 3 }))
  begun = true
  await press(t('kit.file.import_run'), dialog)
  await dialog.getByText(t('kit.import.done')).waitFor()
  await expect.poll(() => refused).toBeGreaterThan(0)
  await dialog.getByText(t('kit.import.done')).waitFor()
  await dialog
    .getByRole('button', { name: t('kit.actions.close') })
    .last()
    .click()
  begun = false
  // The first answer about the import itself is late: its dialog is closed by then.
  await held.page.route('**/api/import_report/*', async (route) => {
    await new Promise((later) => setTimeout(later, begun ? 1500 : 0))
    await route.fallback()
  })
  const again = await open(csv(first[0] ?? ''), t('kit.import.trial_counts.closed', { count: 2 }))
  // As a part of what was found it closes nothing, and changes nothing then.
  await again.getByText(t('kit.import.parts.part'), { exact: true }).click()
  await again.getByText(t('gaps.findings.part', { count: 2 })).waitFor()
  expect(await violations(held.page)).toEqual([])
  await again.getByText(t('kit.import.parts.whole'), { exact: true }).click()
  await again.getByText(t('kit.import.trial_counts.closed', { count: 2 })).waitFor()
  begun = true
  await press(t('kit.file.import_run'), again)
  await again
    .getByRole('button', { name: t('kit.actions.close') })
    .last()
    .click()
  await again.waitFor({ state: 'detached' })
  begun = false
  await expectToast(t('kit.import.done'))
  expect(held.complaints).toEqual([])
  await held.close()
})

test('an action begins from a gap with what the gap says, in a plan that is chosen; what was done is checked by name and day', async () => {
  const { page } = pilot
  const { t } = actor
  await actor.row('Console ouverte').click()
  const panel = actor.panel('gaps.entities.gap')
  await actor.verb(t('gaps.gap.add_action'), panel)
  const adding = page.getByRole('dialog', { name: t('gaps.gap.add_action') })
  await expect.poll(() => adding.getByRole('textbox', { name: t('exemptions.debt.plan_name') }).inputValue()).toBe('Console ouverte')
  await settled(page)
  expect(await violations(page)).toEqual([])
  await actor.press(t('kit.actions.add'), adding)
  await adding.waitFor({ state: 'detached' })
  const { objects } = await pilot.api<{ objects: { id: number; actions: unknown[] }[] }>('POST', '/gap/page', { queryParams: { global_search: 'c-1' } })
  // The same finding stands in each register that it was imported into.
  const each = await Promise.all(objects.map(({ id }) => pilot.api<{ object: { actions: { name: string }[] } }>('GET', `/gap/${id}`)))
  expect(each.flatMap(({ object }) => object.actions)).toMatchObject([{ name: 'Console ouverte' }])
  await actor.verb(t('gaps.entities.gap.do.close'), panel)
  const closing = page.getByRole('dialog')
  await actor.press(t('gaps.entities.gap.do.close'), closing)
  await closing.waitFor({ state: 'detached' })
  await actor.verb(t('gaps.gap.check'), panel)
  const checking = page.getByRole('dialog', { name: t('gaps.gap.check') })
  await checking.getByLabel(t('gaps.entities.gap.choices.effect.EFFECTIVE'), { exact: true }).check()
  await settled(page)
  expect(await violations(page)).toEqual([])
  // A day that has not come is refused beside it, where whoever presses is taken; what can be said beside a field is not said above again.
  const seen = checking.getByLabel(t('gaps.entities.gap.fields.effect_checked_on'))
  const today = await seen.inputValue()
  await seen.fill('01/03/2030')
  await page.keyboard.press('Tab')
  await actor.press(t('kit.actions.save'), checking)
  await checking.getByText(t('kit.errors.date_future')).waitFor()
  await expect.poll(() => seen.evaluate((input) => input === document.activeElement && input.getAttribute('aria-invalid'))).toBe('true')
  expect(await checking.getByRole('alert').count()).toBe(0)
  await seen.fill(today)
  await page.keyboard.press('Tab')
  // Pressed twice, it is sent once.
  const sent: string[] = []
  const note = (request: { method(): string; url(): string }) => request.method() === 'PUT' && sent.push(request.url())
  page.on('request', note)
  await checking.getByRole('button', { name: t('kit.actions.save') }).dblclick()
  await checking.waitFor({ state: 'detached' })
  page.off('request', note)
  expect(sent).toHaveLength(1)
  await panel
    .getByText(new RegExp(`^${t('gaps.entities.gap.choices.effect.EFFECTIVE')}`))
    .first()
    .waitFor()
  await pilot.api('PUT', `/gap/${objects[0]?.id}`, { status: 'TO_HANDLE', status_reason: 'Encore là' })
  await pilot.open(at)
})

test('a gap is closed in one question; the next file closes what has gone and leaves what was decided', async () => {
  const { page } = pilot
  const { t } = actor
  await actor.row('Bannière bavarde').click()
  const panel = actor.panel('gaps.entities.gap')
  await actor.verb(t('gaps.entities.gap.do.close'), panel)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('gaps.closing.IGNORED')).check()
  await dialog.getByLabel(t('gaps.entities.gap.fields.status_reason')).fill('Sans risque ici')
  await dialog.getByLabel(t('gaps.entities.gap.fields.review_date')).fill('01/03/2030')
  await page.keyboard.press('Tab')
  expect(await violations(page)).toEqual([])
  await actor.press(t('gaps.entities.gap.do.close'), dialog)
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  // The other one that is open goes, and it is all that is.
  await imports(csv(first[0] ?? '', first[2] ?? ''), t('kit.import.trial_counts.closed', { count: 1 }))
  await page.getByRole('link', { name: `${t('gaps.register.open')} 1` }).click()
  await actor.row('Console ouverte').waitFor()
  await page.setViewportSize(sizes[390])
  await settled(page)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test('a contributor reports what is not as it should be, and a pilot is asked to confirm it', async () => {
  const field = await signIn('contributor@demo.example', { lang: 'fr', width: 390 })
  try {
    const { page } = field
    const { t, press } = actorOn(page, 'fr')
    await field.open('/contributions/gaps')
    await page.getByRole('button', { name: t('gaps.gap.report') }).click()
    const dialog = page.getByRole('dialog', { name: t('gaps.gap.report') })
    await dialog.getByLabel(t('gaps.gap.report_what')).fill(`Porte sans serrure ${name}`)
    await settled(page)
    expect(await violations(page)).toEqual([])
    await press(t('gaps.gap.report_do'), dialog)
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(`Porte sans serrure ${name}`).first().waitFor()
    const { objects } = await pilot.api<{ objects: { kind: string; entity: string; object: { name: string | null } }[] }>('GET', '/notification')
    expect(objects.find(({ entity, object }) => entity === 'gap' && object.name?.includes(name))?.kind).toBe('to_approve')
    expect(field.complaints).toEqual([])
  } finally {
    await field.close()
  }
})
