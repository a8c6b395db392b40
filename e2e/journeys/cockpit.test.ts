/** From where the organisation stands to what would lift it, planned together. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'

describe('the cockpit', () => {
  let pilot: Visitor
  let actor: Actor
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang: 'en', intercepted: true })
    actor = actorOn(pilot.page, 'en')
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(() => pilot.close())

  test('the curve leads to what becomes of it if nobody acts, where a click prevents a fall and another takes it back', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/home')
    await page.getByRole('link', { name: t('dashboards.forecast.open'), exact: true }).click()
    await page.waitForURL('**/org2/forecast*')
    const table = page.getByRole('table', { name: t('dashboards.forecast.dates') })
    const rows = table.locator('tr[data-at]')
    await rows.nth(1).waitFor()
    const { object } = await pilot.api<{ object: { today: number; last: number; falls: { points: number }[]; others: { points: number } } }>(
      'GET',
      '/dashboard/forecast',
    )
    expect(object.falls.reduce((sum, { points }) => sum + points, object.others.points)).toBeCloseTo(object.last - object.today, 3)
    await rows.first().focus()
    await page.keyboard.press('ArrowDown')
    expect(await rows.nth(1).evaluate((row) => row === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])
    // The causes of a date are opened, and the first is prevented.
    await rows.first().getByRole('button', { expanded: false }).click()
    await rows
      .first()
      .getByRole('button', { name: t('dashboards.forecast.remind'), exact: true })
      .click()
    const undo = rows.first().getByRole('button', { name: new RegExp(t('dashboards.forecast.undo')) })
    await undo.waitFor()
    await page.getByText(t('dashboards.forecast.helped'), { exact: true }).first().waitFor()
    await undo.click()
    await rows
      .first()
      .getByRole('button', { name: t('dashboards.forecast.remind'), exact: true })
      .waitFor()
    // All of them say first what will be sent.
    await page
      .getByRole('button', { name: /^Set up / })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('listitem').count()).toBeGreaterThan(1)
    await actor.press(t('kit.actions.cancel'), dialog)
  })

  test('one sentence says the score, how far it is from its target and what it falls to if nobody acts, before everything else', async () => {
    const { page } = pilot
    await pilot.open('/home')
    const { object } = await pilot.api<{ object: { today: number; last: number } }>('GET', '/dashboard/forecast')
    const falls = page.getByRole('link', { name: /if nobody acts/ }).first()
    await falls.waitFor()
    const sentence = page.locator('main p').filter({ has: falls })
    expect(await sentence.innerText()).toMatch(
      new RegExp(`^${Math.round(object.today)}, \\d+ short of \\d+, falling to ${Math.round(object.last)} by \\d\\d/\\d\\d/\\d{4} if nobody acts`),
    )
  })

  test('first what needs attention, then where policies stand under their short names, then the curve with one forecast, and its figures as a table', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/home')
    const tiles = page.getByRole('list', { name: t('dashboards.posture.tiles') })
    await tiles.getByRole('link', { name: 'NIS2', exact: true }).waitFor()
    const tile = tiles.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'NIS2', exact: true }) })
    expect(await tile.getByRole('link', { name: 'NIS2', exact: true }).getAttribute('title')).toMatch(/^Cybersecurity duties of NIS 2/)
    const meter = tile.getByRole('meter')
    expect([await meter.getAttribute('aria-valuenow'), await meter.getAttribute('aria-valuetext')]).toEqual([
      await tile.getByText(/^\d+$/).innerText(),
      expect.stringMatching(/^\d+, \d+ short of 75$/),
    ])
    const top = async (name: string) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? Number.NaN
    const attention = page.getByRole('region', { name: t('dashboards.attention.title') })
    expect(
      await attention.evaluate(
        (block, other) => (other ? block.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING : 0),
        await tiles.elementHandle(),
      ),
    ).toBeGreaterThan(0)
    expect(await top(t('dashboards.late.title'))).toBeGreaterThan(await top(t('dashboards.curve.title')))
    // Each line says what is to be done about it.
    for (const line of await attention.getByRole('listitem').all()) expect(await line.innerText()).toMatch(/\n(Open|Decide|Schedule|Assign|Review)$/)
    // Under the headline all that is late, one number for each kind of it.
    const late = await pilot.api<{ object: { total: number } }>('GET', '/dashboard/late')
    const { objects: lines } = await pilot.api<{ objects: { kind: string; count: number }[] }>('GET', '/dashboard/attention')
    const counts = [
      ['actions', late.object.total] as const,
      ...['tasks_late', 'evidence_expired'].map((of) => [of, lines.find(({ kind }) => kind === of)?.count ?? 0] as const),
    ]
    expect(counts.every(([, count]) => count > 0)).toBe(true)
    for (const [of, count] of counts)
      expect(await page.getByRole('link', { name: t(`dashboards.headline.late_of.${of}`, { count }), exact: true }).getAttribute('href')).toMatch(/filters=/)
    const curve = page.getByRole('region', { name: t('dashboards.curve.title') })
    await curve.getByRole('img', { name: /, target 75, \d+ if nobody acts$/ }).waitFor()
    await actor.press(t('dashboards.curve.more'), curve)
    await page.getByRole('menuitem', { name: t('dashboards.curve.table') }).click()
    const heads = curve.getByRole('table').getByRole('columnheader')
    expect(await heads.allTextContents()).toEqual(['month', 'performance', 'target', 'unacted'].map((word) => t(`dashboards.curve.${word}`)))
    // The way to the target stands on the page.
    await actor.press(t('dashboards.next_steps.title', { target: '75' }))
    const steps = page.getByRole('region', { name: t('dashboards.next_steps.title', { target: '75' }) })
    expect(await steps.evaluate((block) => block.contains(document.activeElement))).toBe(true)
    expect(await violations(page)).toEqual([])
  })

  test('an auditor reads of whose actions the late ones are, and has no block that is not theirs', async () => {
    const { t } = actor
    const auditor = await signIn('global_auditor@demo.example', { lang: 'en' })
    await auditor.open('/home')
    const late = auditor.page.getByRole('region', { name: t('dashboards.late.title') })
    await late.getByText(t('dashboards.late.of.all'), { exact: true }).waitFor()
    expect(await auditor.page.getByRole('region', { name: /^How to reach/ }).count()).toBe(0)
    expect(await auditor.page.getByRole('button', { name: /^How to reach/ }).count()).toBe(0)
    await auditor.close()
  })

  test('where exemptions end their renewal is a click, and the measures that are missing are planned; a day is booked for what is rare', async () => {
    const { page } = pilot
    const { t } = actor
    const { objects } = await pilot.api<{ objects: { id: number; name: string }[] }>('GET', '/score/perimeters')
    const brno = objects.find(({ name }) => name === 'Brno casting plant')
    await pilot.open(`/org2/forecast?p=${brno?.id}`)
    const table = page.getByRole('table', { name: t('dashboards.forecast.dates') })
    // All causes are opened: what else happens on the same date is started with the renewal otherwise.
    const closed = table.getByRole('button', { expanded: false })
    const openAll = async () => {
      await table.locator('tr[data-at]').first().waitFor()
      while ((await closed.count()) > 0) await closed.first().click()
    }
    await openAll()
    await actor.press(t('dashboards.forecast.renew'), table)
    const undo = table.getByRole('button', { name: new RegExp(t('dashboards.forecast.undo')) })
    await table.getByText(t('dashboards.forecast.renewal_asked')).first().waitFor()
    await undo.first().click()
    await undo.first().waitFor({ state: 'detached' })
    await table
      .getByRole('button', { name: /^Plan / })
      .first()
      .click()
    const plan = page.getByRole('dialog', { name: t('dashboards.next_steps.dialog') })
    await plan.getByRole('group').first().waitFor()
    expect(await violations(page)).toEqual([])
    await actor.press(t('kit.actions.cancel'), plan)
    // One that comes round once a year is given its day.
    await openAll()
    await actor.press(t('dashboards.forecast.book'), table)
    const day = page.getByRole('dialog', { name: t('dashboards.forecast.book') })
    expect(await violations(page)).toEqual([])
    await actor.press(t('dashboards.forecast.book'), day)
    await table.getByText(/^Scheduled for /).waitFor()
    await undo.first().click()
    await undo.first().waitFor({ state: 'detached' })
  })

  test('the next steps are planned in one dialog, which leads to the plan that has them', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/home')
    const first = page.getByRole('list', { name: t('dashboards.posture.tiles') }).getByRole('link')
    expect(await first.first().textContent()).not.toBe('')
    await page.getByText(t('dashboards.next_steps.by_points'), { exact: true }).click()
    await page.locator('ol li').nth(2).waitFor()
    const { object } = await pilot.api<{ object: { steps: { kind: string; about: { name: string } }[] } }>('GET', '/dashboard/next_steps?by=points')
    let arrive: (() => void) | undefined
    const plans = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/remediation/programs*', (route) => plans.then(() => route.continue()))
    await page.getByRole('button', { name: t('dashboards.next_steps.plan', { count: '3' }) }).click()
    const dialog = page.getByRole('dialog', { name: t('dashboards.next_steps.dialog') })
    // Who is quicker than the network is not told to choose among plans that are still to come.
    await dialog.getByRole('button', { name: t('dashboards.next_steps.plan', { count: '3' }), disabled: true }).waitFor()
    arrive?.()
    for (const { about } of object.steps) await dialog.getByText(about.name).first().waitFor()
    await actor.press(t('dashboards.next_steps.plan', { count: '3' }), dialog)
    const done = page.getByRole('dialog', { name: t('dashboards.next_steps.done') })
    await done.getByRole('link', { name: t('dashboards.next_steps.open_plan') }).click()
    await page.waitForURL('**/actions/*')
    const built = object.steps.find(({ kind }) => kind === 'IMPLEMENT')
    await page
      .getByText(built?.about.name ?? '')
      .first()
      .waitFor()
  })

  test('a day gone by stays chosen from the cockpit to the scores of a policy, where nothing of today is offered', async () => {
    const { page } = pilot
    const { t } = actor
    const on = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10)
    await pilot.open(`/home?on=${on}`)
    await page
      .getByRole('list', { name: t('dashboards.posture.tiles') })
      .getByRole('link')
      .first()
      .click()
    await page.waitForURL(`**/scores?on=${on}`)
    const banner = page.getByRole('status').filter({ hasText: t('scores.page.past', { date: '' }).split(' on ')[0] ?? '' })
    await banner.waitFor()
    expect(await page.getByLabel(t('scores.score.target')).count()).toBe(0)
    await banner.getByRole('button').click()
    await page.getByLabel(t('scores.score.target')).waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  test('each part fails alone, and is tried again alone', async () => {
    const { page } = pilot
    const { t } = actor
    const parts = {
      'posture/policies': t('dashboards.posture.tiles'),
      posture: t('dashboards.curve.title'),
      unlinked: t('dashboards.unlinked.title'),
    }
    for (const [part, title] of Object.entries(parts)) {
      const only = new RegExp(`/api/score/${part}(\\?|$)`)
      await page.route(only, (route) => route.fulfill({ status: 500, json: { ok: false, code: 'INTERNAL', message: 'No' } }))
      await pilot.open('/home')
      const failed = page.getByRole('region', { name: title })
      await failed.getByRole('alert').waitFor()
      expect(await page.getByRole('alert').count()).toBe(1)
      await page.unroute(only)
      await actor.press(t('kit.actions.try_again'), failed)
      await page.getByRole('alert').waitFor({ state: 'detached' })
    }
    pilot.complaints.splice(0)
  })
})
