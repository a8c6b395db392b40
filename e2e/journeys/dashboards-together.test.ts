/** A dashboard that is put together from several places: blocks added from where they stand, and two windows of one builder. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { inSteps } from '#e2e/steps.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('blocks from several places in %s', (lang) => {
  inSteps()
  const name = `Direction ${Date.now().toString(36)}${lang}`
  const title = lang === 'fr' ? 'Actions ouvertes' : 'Open actions'
  let pilot: Visitor
  let other: Visitor
  let actor: Actor
  let id: number
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang, intercepted: true })
    other = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
  })
  afterEach(() => expect([...pilot.complaints.splice(0), ...other.complaints.splice(0)]).toEqual([]))
  afterAll(async () => {
    await pilot.close()
    await other.close()
  })

  const blocksOf = (page: Visitor['page']) => page.getByRole('button', { name: actor.t('reporting.builder.duplicate') })
  const addOne = (page: Visitor['page']) =>
    page.getByRole('button', { name: actor.t('reporting.builder.add_block', { name: actor.t('reporting.blocks.KPI') }) })
  const dialog = () => pilot.page.getByRole('dialog', { name: actor.t('reporting.add.title') })
  /** Presses *Add*, and opens the draft from where it is told that it was added. */
  const added = async () => {
    const { page } = pilot
    await dialog()
      .getByRole('button', { name: actor.t('reporting.add.confirm'), exact: true })
      .click()
    await page.getByRole('button', { name: actor.t('reporting.add.open') }).click()
    await page.waitForURL(/builder/)
    await settled(page)
  }

  test('a block of a report begins a dashboard of its name', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/org2/reporting')
    await page.getByRole('tab', { name: t('reporting.reports.names.ACTIONS') }).click()
    await page.getByRole('button', { name: t('reporting.add.block', { name: title }), exact: true }).click()
    await dialog()
      .getByRole('combobox', { name: t('reporting.add.to') })
      .click()
    await page.getByRole('option', { name: t('reporting.add.another') }).click()
    await dialog()
      .getByRole('textbox', { name: t('reporting.add.name') })
      .fill(name)
    expect(await violations(page)).toEqual([])
    await added()
    id = Number(/dashboards\/(\d+)\//.exec(page.url())?.[1])
    await page.getByRole('heading', { level: 2, name }).waitFor()
    await page.getByRole('heading', { name: title }).first().waitFor()
    expect(await blocksOf(page).count()).toBe(1)
  })

  test('what the peer comparison shows is added to the same, as far as it is chosen', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/org2/benchmark')
    await actor.press(t('benchmark.add'))
    const box = dialog().getByRole('combobox', { name: t('reporting.add.to') })
    await box.click()
    await box.fill(name)
    await page.getByRole('option', { name }).click()
    const offered = await dialog().getByRole('checkbox').count()
    expect(offered).toBeGreaterThan(1)
    await dialog().getByRole('checkbox').first().uncheck()
    await added()
    expect(page.url()).toContain(`/reporting/dashboards/${id}/builder`)
    expect(await blocksOf(page).count()).toBe(offered)
  })

  test('two windows: what the other one saved meanwhile is told, and neither is lost', async () => {
    const { page } = pilot
    const { t } = actor
    const before = await blocksOf(page).count()
    await other.open(`/reporting/dashboards/${id}/builder`)
    let first = true
    // The other window saves while this one's change is on its way.
    await page.route('**/api/dashboard/*/draft', async (route) => {
      if (route.request().method() === 'PUT' && first) {
        first = false
        await addOne(other.page).click()
        await expect.poll(() => blocksOf(other.page).count()).toBe(before + 1)
        await settled(other.page)
      }
      await route.continue()
    })
    await addOne(page).click()
    const told = page.getByRole('alert').filter({ hasText: t('reporting.errors.saved_elsewhere') })
    await told.waitFor()
    // What the browser notes of the answer that says so.
    expect(pilot.complaints.splice(0).filter((line) => !line.includes('409'))).toEqual([])
    expect(await violations(page)).toEqual([])
    await told.getByRole('button', { name: t('reporting.builder.keep') }).click()
    await told.waitFor({ state: 'detached' })
    await settled(page)
    expect(await blocksOf(page).count()).toBe(before + 1)
    // One step back is what the other window had made, with the block of its own.
    await page.getByRole('button', { name: t('reporting.builder.undo') }).click()
    await settled(page)
    await other.open(`/reporting/dashboards/${id}/builder`)
    expect(await blocksOf(other.page).count()).toBe(before + 1)
    expect(await other.page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(await page.getByRole('heading', { level: 3 }).allTextContents())
    await page.unroute('**/api/dashboard/*/draft')
  })
})
