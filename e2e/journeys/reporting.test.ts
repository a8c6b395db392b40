/** What is told each quarter: a report of other days that opens what it counts and comes as a file, sent again and again, and a management review that is held and stays as it was. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { inSteps } from '#e2e/steps.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('reports in %s', (lang) => {
  inSteps()
  const name = `Trimestre ${Date.now().toString(36)}${lang}`
  const title = (en: string, fr: string) => (lang === 'fr' ? fr : en)
  let pilot: Visitor
  let actor: Actor
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
  })
  afterEach(() => expect(pilot.complaints.splice(0)).toEqual([]))
  afterAll(() => pilot.close())

  test('a report of other days opens what it counts, as it stood then', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/org2/reporting')
    await page.getByRole('tab', { name: t('reporting.reports.names.ACTIONS') }).click()
    const figure = page.getByRole('group', { name: title('Open actions', 'Actions ouvertes'), exact: true }).getByRole('link')
    await figure.waitFor()
    await page.getByRole('combobox', { name: t('reporting.reports.period') }).click()
    await page.getByRole('option', { name: t('reporting.reports.periods.LAST_QUARTER') }).click()
    await page.waitForURL(/period=LAST_QUARTER/)
    await settled(page)
    expect(await violations(page)).toEqual([])
    const counted = Number((await figure.textContent())?.replaceAll(/\D/g, ''))
    await figure.click()
    await page.waitForURL(/as_of=/)
    await settled(page)
    expect((await page.locator('main').textContent())?.replaceAll(/[\s\u00A0\u202F]/g, '')).toContain(String(counted))
    await page.goBack()
  })

  test('it comes as a document', async () => {
    const { page } = pilot
    const word = page.getByRole('button', { name: 'Word' })
    await word.waitFor()
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), word.click()])
    expect(download.suggestedFilename()).toMatch(/\.docx$/)
    await settled(page)
  })

  test('it is sent again and again to people who may read it', async () => {
    const { page } = pilot
    const { t } = actor
    await page.getByRole('link', { name: t('reporting.reports.schedule') }).click()
    await page.waitForURL(/schedules/)
    await page.getByRole('textbox', { name: t('reporting.entities.report_schedule.fields.name') }).fill(name)
    await page.getByRole('combobox', { name: t('reporting.entities.report_schedule.fields.report') }).click()
    await page.getByRole('option', { name: t('reporting.reports.names.ACTIONS') }).click()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.getByText(name).first().waitFor()
    const { objects } = await pilot.api<{ objects: { name: string; next_on: string | null }[] }>('POST', '/report_schedule/page', {
      queryParams: { global_search: name },
    })
    expect(objects).toMatchObject([{ name, next_on: expect.any(String) }])
  })

  test('a management review is written where its figures stand, closed, and changes no more', async () => {
    const { page } = pilot
    const { t } = actor
    const { id } = (
      await pilot.api<{ object: { id: number } }>('POST', '/management_review', {
        name_en: name,
        name_fr: name,
        period_from: '2026-07-01',
        period_to: '2026-09-30',
      })
    ).object
    await pilot.open(`/org2/reporting/reviews/${id}`)
    const place = t('reporting.entities.management_review.fields.context')
    await page.getByRole('button', { name: `${t('reporting.management.write')} – ${place}` }).click()
    await page.getByRole('textbox', { name: t('reporting.management.text_of', { name: place }) }).fill('Un nouveau site.')
    await page.getByRole('button', { name: t('reporting.management.save'), exact: true }).click()
    await page.getByText('Un nouveau site.').waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await actor.press(t('reporting.management.close'))
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('reporting.management.close'), exact: true })
      .click()
    await page.getByText(t('reporting.messages.review_closed')).first().waitFor({ timeout: 30_000 })
    await expect.poll(() => page.getByRole('button', { name: new RegExp(`^${t('reporting.management.edit')} –`) }).count()).toBe(0)
    await settled(page)
    expect(await violations(page)).toEqual([])
  })

  test('both are readable on a phone', async () => {
    const phone = await signIn('global_auditor@demo.example', { lang, width: 390 })
    try {
      for (const address of ['/org2/reporting?report=RISKS', '/org2/reporting/reviews/1']) {
        await phone.open(address)
        await settled(phone.page)
        expect(await violations(phone.page)).toEqual([])
        expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      }
      expect(phone.complaints.splice(0)).toEqual([])
    } finally {
      await phone.close()
    }
  })
})
