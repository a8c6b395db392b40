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
    const said = page.getByRole('status').filter({ hasText: t('scores.page.past', { date: '' }).split(' on ')[0] ?? '' })
    await said.waitFor()
    expect(await page.getByLabel(t('scores.score.target')).count()).toBe(0)
    await said.getByRole('button').click()
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
