/** Where the organisation stands among its peers: read, followed to what would lift it, exported, and left. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Benchmark } from '#areas/benchmark/contract/calls.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('the peer comparison, in %s', (lang) => {
  let pilot: Visitor
  let actor: Actor
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(() => pilot.close())

  const read = async (level = 'BRANCH') => (await pilot.api<{ object: Benchmark }>('GET', `/benchmark?level=${level}`)).object
  const table = () => pilot.page.getByRole('table', { name: actor.t('benchmark.page.table') })
  const rowOf = (name: string) =>
    table()
      .getByRole('row')
      .filter({ has: pilot.page.getByRole('link', { name, exact: true }) })
  /** Score, median, gap and position, as a row says them. */
  const cellsOf = async (name: string) => (await rowOf(name).getByRole('cell').allInnerTexts()).map((text) => text.trim())

  test('each policy says its score, the median, the gap and the position in words, and a wider group others', async () => {
    const { page } = pilot
    const { t } = actor
    const { rows } = await read()
    expect(rows.length).toBeGreaterThanOrEqual(3)
    await pilot.open('/org2/benchmark')
    await table().waitFor()
    expect(await violations(page)).toEqual([])
    const shown = (gap: number) => (gap > 0 ? `+${gap}` : gap < 0 ? `−${-gap}` : '0')
    for (const { policy, score, peers, gap, position } of rows) {
      const told = await cellsOf(policy.name)
      expect(told).toEqual([
        String(score ?? '—'),
        String(peers?.median ?? '—'),
        gap === null ? '—' : shown(gap),
        position === null ? '' : t(`benchmark.positions.${position}`),
      ])
    }
    expect(rows.some(({ own }) => own)).toBe(true)
    await page.getByText(t('benchmark.page.own_text')).waitFor()
    await page.getByRole('combobox', { name: t('benchmark.page.group') }).click()
    await page.getByRole('option', { name: t('benchmark.page.of_level.ALL') }).click()
    await page.waitForURL('**level=ALL*')
    await settled(page)
    const wide = (await read('ALL')).rows.find(({ peers }) => peers !== null)
    expect((await cellsOf(wide?.policy.name ?? ''))[1]).toBe(String(wide?.peers?.median))
  })

  test('it leads from what is furthest behind to the measures that lift it, and to the scores of the day', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/org2/benchmark')
    const first = page.getByRole('region', { name: t('benchmark.first.title') })
    await first.getByRole('listitem').first().waitFor()
    const link = first.getByRole('link').first()
    const name = await first.getByRole('listitem').first().innerText()
    await link.click()
    await page.waitForURL('**/org/policies/*/scores*')
    await settled(page)
    expect(name.length).toBeGreaterThan(3)
    await page.goBack()
    await table().waitFor()
    const { rows, release } = await read()
    await rowOf(rows[0]?.policy.name ?? '')
      .getByRole('link')
      .click()
    await page.waitForURL(`**on=${release?.as_of}*`)
    await settled(page)
  })

  test('it comes as Excel', async () => {
    const { page } = pilot
    await pilot.open('/org2/benchmark')
    await table().waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), actor.press(actor.t('benchmark.page.export'))])
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
    await actor.expectToast(actor.t('kit.file.export_ready'))
  })

  test('whoever may changes in the preferences whether the organisation takes part, and the page says until when it stays open', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/admin/preferences')
    const block = page.getByRole('region', { name: t('tenancy.settings.comparison'), exact: true })
    const out = block.getByRole('checkbox', { name: t('tenancy.settings.benchmark_out') })
    await out.check()
    expect(await violations(page)).toEqual([])
    await actor.press(t('kit.actions.save'), block)
    await actor.expectToast(t('kit.messages.saved'))
    await pilot.open('/org2/benchmark')
    const { next_on: next } = await read()
    const day = new Intl.DateTimeFormat(lang === 'fr' ? 'fr' : 'en-US', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(next),
    )
    await page.getByText(t('benchmark.privacy.leaving', { date: day })).waitFor()
    await pilot.api('PUT', '/organisation/settings', { benchmark_out: false })
    await pilot.open('/org2/benchmark')
    await page.getByText(t('benchmark.privacy.in')).waitFor()
  })

  test('on a phone nothing is wider than the screen', async () => {
    const phone = await signIn('local_auditor@demo.example', { lang, width: 390 })
    await phone.open('/org2/benchmark')
    await phone.page.getByRole('region', { name: actor.t('benchmark.privacy.title') }).waitFor()
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await violations(phone.page)).toEqual([])
    expect(await phone.page.getByRole('link', { name: actor.t('benchmark.privacy.change') }).count()).toBe(0)
    expect(phone.complaints.splice(0)).toEqual([])
    await phone.close()
  })
})
