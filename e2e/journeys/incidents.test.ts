/** An incident from a phone to what was learnt: declared without a connection, taken over, told to an authority, closed. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'
import { spoken } from '#e2e/words.ts'

/** One transparent point. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

interface Row {
  readonly id: number
  readonly identifier: string
  readonly status: string
  readonly cause: string | null
  readonly lessons_learned: string | null
  readonly version: number
}

describe.each(spoken)('an incident in %s', (lang) => {
  const mark = `I${Date.now().toString(36)}${lang}`
  let field: Visitor
  let pilot: Visitor
  let actor: Actor
  let incident: Row
  let declarer: { id: number; name: string }
  beforeAll(async () => {
    field = await signIn('contributor@demo.example', { lang, width: 390, intercepted: true })
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    declarer = (await field.api<{ user: { id: number; name: string } }>('GET', '/auth/check')).user
  })
  afterEach(() => {
    for (const { complaints } of [field, pilot]) expect(complaints.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await field.close()
    await pilot.close()
  })
  const declared = async () => (await pilot.api<{ objects: Row[] }>('POST', '/incident/page', { queryParams: { filters: [], global_search: mark } })).objects
  const now = async () => (await pilot.api<{ object: Row }>('GET', `/incident/${incident.id}`)).object

  test('is declared on a phone: a draft is kept, and what is sent into nothing arrives once', async () => {
    const { page } = field
    const { t } = actor
    const what = () => page.getByLabel(t('incidents.declare.what'))
    const send = () => page.getByRole('button', { name: t('incidents.declare.send') })
    await field.open('/contributions/incidents')
    await page.getByRole('button', { name: t('incidents.declare.title') }).click()
    await what().waitFor()
    await send().click()
    await page.getByRole('alert').getByText(t('incidents.declare.what_needed')).waitFor()
    expect(await what().evaluate((element) => element === document.activeElement)).toBe(true)
    await what().fill(`Écran de rançon ${mark}. Câble débranché.`)
    await page.getByRole('status').getByText(t('incidents.declare.draft')).waitFor()
    // Another moment that is not said is never taken as now: legal clocks run from it.
    await page.getByRole('radio', { name: t('incidents.declare.moments.OTHER') }).check({ force: true })
    await send().click()
    await page.getByText(t('incidents.declare.moment_needed')).waitFor()
    expect(await declared()).toEqual([])
    await page.getByRole('radio', { name: t('incidents.declare.moments.NOW') }).check({ force: true })
    await page.getByRole('switch', { name: t('incidents.declare.personal') }).check({ force: true })
    // A picture goes with the first step; it is seen, and kept with the draft.
    await page.locator('input[capture]').setInputFiles({ name: 'ecran.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('img', { name: 'ecran.png' }).waitFor()
    await page.reload()
    await settled(page)
    await page.getByRole('button', { name: t('kit.file.remove', { name: 'ecran.png' }) }).waitFor()
    expect(await what().inputValue()).toContain(mark)
    expect(await page.getByRole('switch', { name: t('incidents.declare.personal') }).isChecked()).toBe(true)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    for (const target of await page.locator('form header button, form footer button, [role=radiogroup] label').all())
      expect((await target.boundingBox())?.height ?? 44, await target.innerText()).toBeGreaterThanOrEqual(43.5)
    // It arrives; what is lost is its answer.
    await page.route('**/api/incident/declare', async (route) => {
      await route.fetch().catch(() => undefined)
      await route.abort('connectionreset')
    })
    await send().click()
    await page.getByRole('heading', { name: t('incidents.declare.waits') }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: t('incidents.declare.waits') }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: t('incidents.declare.try_now') }).click()
    const found = await expect.poll(declared).toHaveLength(1).then(declared)
    incident = found[0] as Row
    const { objects: entries } = await pilot.api<{ objects: { kind: string; files: { name: string }[] }[] }>('GET', `/incident/${incident.id}/timeline`)
    expect(entries.find(({ kind }) => kind === 'DECLARED')?.files).toMatchObject([{ name: 'ecran.png' }])
    await page.getByRole('heading', { name: t('incidents.declare.done', { identifier: incident.identifier }) }).waitFor()
    await page.getByRole('button', { name: t('incidents.declare.another') }).click()
    expect(await what().inputValue()).toBe('')
  })

  test('is run with the keys: a step, an entry that calls somebody, the facts linked in place', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`/ops/incidents?search=${mark}`)
    await actor.row(mark).first().click()
    const panel = actor.panel('incidents.entities.incident')
    await panel.getByRole('list', { name: t('incidents.timeline.steps') }).waitFor()
    await settled(page)
    await page.keyboard.press(']')
    await expect.poll(async () => (await now()).status).toBe('ANALYSIS')
    const feed = panel.getByRole('feed')
    await feed
      .getByText(
        t('incidents.timeline.step', {
          was: t('incidents.entities.incident.choices.status.OPENED'),
          became: t('incidents.entities.incident.choices.status.ANALYSIS'),
        }),
      )
      .waitFor()
    await page.keyboard.press('n')
    await page.keyboard.type(`Vu avec @${declarer.name}`)
    await page.getByRole('option', { name: declarer.name }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(`voir #${incident.identifier}`)
    await page
      .getByRole('option', { name: new RegExp(mark) })
      .first()
      .waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+Enter')
    const entry = feed.getByRole('article').first()
    await entry.getByText(`@${declarer.name}`).waitFor()
    await entry.getByRole('link', { name: incident.identifier }).waitFor()
    const notifications = await field.api<{ objects: { kind: string; object: { id: number } }[] }>('GET', '/notification')
    expect(notifications.objects.some(({ kind, object }) => kind === 'mentioned' && object.id === incident.id)).toBe(true)
    await actor.press(t('incidents.facts.link_title', { what: t('incidents.entities.incident.fields.perimeters') }), panel)
    const dialog = page.getByRole('dialog')
    await dialog.locator('input').first().click()
    await page.getByRole('option').first().click()
    await page.keyboard.press('Escape')
    await actor.press(t('kit.actions.save'), dialog)
    await dialog.waitFor({ state: 'detached' })
    await panel.getByRole('heading', { name: `${t('incidents.entities.incident.fields.perimeters')} 1` }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('tells the authority: its clock runs, the text is prepared, the sending is recorded', async () => {
    const { page } = pilot
    const { t } = actor
    const panel = actor.panel('incidents.entities.incident')
    const clocks = panel.getByRole('list', { name: t('incidents.clock.label') })
    const gdpr = clocks.getByRole('listitem').filter({ hasText: t('incidents.clock.name.GDPR') })
    await gdpr.getByText(t('incidents.clock.state.DUE'), { exact: true }).waitFor()
    await panel
      .getByRole('group', { name: t('incidents.clock.ask_significant') })
      .getByRole('button', { name: t('incidents.clock.yes') })
      .click()
    await clocks.getByRole('listitem').nth(3).waitFor()
    // The same columns in every row, and what comes next in the head.
    const columns = await clocks.getByRole('listitem').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.getBoundingClientRect().x)))
    expect(new Set(columns.map(String)).size).toBe(1)
    const title = await panel.getByRole('heading', { level: 2 }).boundingBox()
    const verbs = await panel.getByRole('toolbar', { name: t('kit.record.verbs') }).boundingBox()
    expect(verbs?.y).toBeLessThan(title?.y ?? 0)
    await gdpr.getByRole('button', { name: t('incidents.clock.prepare_of', { clock: t('incidents.clock.name.GDPR') }) }).click()
    const prepare = page.getByRole('dialog')
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), prepare.getByRole('button', { name: /Word/ }).click()])
    expect(download.suggestedFilename()).toMatch(/\.docx$/)
    await page.keyboard.press('Escape')
    await prepare.waitFor({ state: 'detached' })
    await gdpr.getByRole('button', { name: t('incidents.clock.record_of', { clock: t('incidents.clock.name.GDPR') }) }).click()
    const record = page.getByRole('dialog')
    await record.getByLabel(t('incidents.clock.reference')).fill('2026-118823')
    // Escape asks before what was typed is lost, and its own answer is not one Enter away.
    for (const leave of [() => page.keyboard.press('Escape'), () => actor.press(t('kit.actions.cancel'), record)]) {
      await leave()
      const asked = page.getByRole('alertdialog')
      await asked.getByText(t('kit.confirm.discard_changes')).waitFor()
      await page.keyboard.press('Enter')
      await asked.waitFor({ state: 'detached' })
      expect(await record.getByLabel(t('incidents.clock.reference')).inputValue()).toBe('2026-118823')
    }
    await actor.press(t('incidents.clock.record'), record)
    await record.waitFor({ state: 'detached' })
    await gdpr.getByText(t('incidents.clock.state.SENT'), { exact: true }).waitFor()
    await panel.getByRole('feed').getByText('2026-118823').waitFor()
  })

  test('keeps what somebody else wrote of its cause while one was writing', async () => {
    const { page } = pilot
    const { t } = actor
    const panel = actor.panel('incidents.entities.incident')
    await panel.getByRole('tab', { name: t('incidents.lessons.title') }).click()
    await actor.press(t('incidents.lessons.write'), panel)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('incidents.entities.incident.fields.cause')).fill('Pièce jointe')
    const { version } = await now()
    await pilot.api('PUT', `/incident/${incident.id}`, { cause: 'Clé trouvée', version })
    for (const _ of ['once', 'again']) {
      await actor.press(t('kit.actions.save'), dialog)
      await dialog.getByRole('alert').waitFor()
      await settled(page)
    }
    expect(await now()).toMatchObject({ cause: 'Clé trouvée' })
    await page.keyboard.press('Escape')
    await actor.press(t('kit.actions.discard'), page.getByRole('alertdialog'))
    await dialog.waitFor({ state: 'detached' })
    await panel.getByText('Clé trouvée').waitFor()
  })

  test('is declared by the short form first, from the list and by Ctrl K; the whole form stands second', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/ops/incidents')
    const [short, whole] = ['incidents.declare.title', 'incidents.entities.incident.new'].map((key) => page.getByRole('button', { name: t(key), exact: true }))
    expect([await short?.getAttribute('data-variant'), await whole?.getAttribute('data-variant')]).toEqual(['primary', 'default'])
    await short?.click()
    await page.waitForURL(/\/incidents\/declare$/)
    await pilot.open('/ops/incidents')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: t('app.palette.title') }).fill(t('incidents.declare.title'))
    await page
      .getByRole('option', { name: t('incidents.declare.title') })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/incidents\/declare$/)
    await pilot.open(`/ops/incidents?id=${incident.id}&full=true`)
  })

  test('is closed in one question, which says that nothing was learnt yet and takes it down', async () => {
    const { page } = pilot
    const { t } = actor
    const panel = actor.panel('incidents.entities.incident')
    await actor.press(t('incidents.entities.incident.do.close'), panel)
    const dialog = page.getByRole('dialog')
    const lessons = dialog.getByLabel(t('incidents.entities.incident.fields.lessons_learned'))
    await dialog.getByText(t('incidents.timeline.no_lessons')).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel(t('incidents.entities.incident.choices.close_reason.DUPLICATE')).check()
    await lessons.waitFor({ state: 'detached' })
    expect(await dialog.getByRole('button', { name: t('incidents.entities.incident.do.close') }).isDisabled()).toBe(true)
    await dialog.getByLabel(t('incidents.entities.incident.choices.close_reason.RESOLVED')).check()
    await lessons.fill('Isoler les postes')
    await actor.press(t('incidents.entities.incident.do.close'), dialog)
    await dialog.waitFor({ state: 'detached' })
    expect(await now()).toMatchObject({ status: 'CLOSED', lessons_learned: 'Isoler les postes' })
    await panel.getByRole('button', { name: t('incidents.entities.incident.do.reopen') }).waitFor()
    await page.setViewportSize(sizes[390])
    await settled(page)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })
})
