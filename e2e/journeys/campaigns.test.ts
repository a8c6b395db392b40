/** A campaign from its plan to its end: what is missing is said and mended, people are named at once, it starts, reminds, moves its deadline and closes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'

const word = Date.now().toString(36)
let pilot: Visitor
let actor: Actor
let campaign: number

interface Rows {
  readonly objects: readonly { readonly id: number; readonly name: string; readonly status: string }[]
}
const first = async (path: string) => (await pilot.api<Rows>('GET', path)).objects[0]?.id ?? 0
const row = async () => (await pilot.api<{ object: { status: string; limit_date_evaluation: string } }>('GET', `/campaign/${campaign}`)).object

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  actor = actorOn(pilot.page, 'fr')
  const policy = await first('/policy?search=NIS2&limit=1')
  const scales = await pilot.api<Rows>('POST', '/scale/page', { queryParams: { filters: [{ name: 'type', selected_options: ['eval'] }] } })
  const { object } = await pilot.api<{ object: { id: number } }>('POST', '/campaign', {
    name_fr: `Tour ${word}`,
    policy,
    eval_scale: scales.objects[0]?.id,
    perimeters: [await first('/perimeter?search=Brno&limit=1'), await first('/perimeter?search=Linz&limit=1')],
    limit_date_evaluation: dayFromNow(30),
  })
  campaign = object.id
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

test('says what is missing, where each line leads, and is ready once it is mended', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(`/ops/campaigns/${campaign}`)
  const needs = page.getByRole('list', { name: t('campaigns.plan.readiness') })
  await needs.getByRole('button', { name: t('campaigns.plan.missing.evaluators', { count: 2 }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('combobox', { name: t('campaigns.plan.people.way') }).click()
  await page.getByRole('option', { name: t('campaigns.plan.people.ways.MEMBER') }).click()
  await dialog.getByRole('combobox', { name: t('campaigns.plan.people.ways.MEMBER'), exact: true }).fill('Marchetti')
  await page.getByRole('option', { name: /Marchetti/ }).click()
  await dialog.getByRole('button', { name: t('campaigns.plan.people.name'), exact: true }).click()
  await needs.getByText(t('campaigns.plan.done.evaluators')).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  // The line leads to the step, and what is typed there is not lost by leaving it.
  await needs.getByRole('button', { name: t('campaigns.plan.missing.dates') }).click()
  const settings = page.getByRole('region', { name: t('campaigns.entities.campaign.one'), exact: true })
  const start = settings.getByRole('textbox', { name: t('campaigns.entities.campaign.fields.date_start') })
  const save = settings.getByRole('button', { name: t('kit.actions.save'), exact: true })
  await start.waitFor()
  await save.hover({ force: true })
  const rests = await save.evaluate((element) => getComputedStyle(element).backgroundColor)
  const day = dayFromNow(5).split('-').toReversed().join('/')
  await start.fill(day)
  const sure = page.getByRole('alertdialog')
  for (const leave of [() => page.keyboard.press('Escape'), () => settings.getByRole('button', { name: t('kit.record.close'), exact: true }).click()]) {
    await leave()
    await sure.getByRole('button', { name: t('kit.confirm.keep_editing'), exact: true }).click()
    await sure.waitFor({ state: 'detached' })
    expect(await start.inputValue()).toBe(day)
  }
  await save.hover()
  await expect.poll(() => save.evaluate((element) => getComputedStyle(element).backgroundColor), { timeout: 20_000 }).not.toBe(rests)
  await save.click()
  await needs.getByText(t('campaigns.plan.done.dates')).waitFor()
  await settled(page)
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: t('campaigns.entities.campaign.do.ready'), exact: true }).click()
  await page.getByRole('button', { name: t('campaigns.plan.verbs.start'), exact: true }).waitFor()
  expect((await row()).status).toBe('READY')
})

test('starts at once in the background, reminds, moves its deadline and closes', async () => {
  const { page } = pilot
  const { t } = actor
  await page.getByRole('button', { name: t('campaigns.plan.verbs.start'), exact: true }).click()
  await page.getByRole('button', { name: t('campaigns.plan.verbs.extend'), exact: true }).waitFor()
  expect((await row()).status).toBe('STARTED')
  const send = async (verb: 'remind' | 'extend' | 'close') => {
    await page
      .getByRole('button', { name: t(`campaigns.plan.verbs.${verb}`), exact: true })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t(`campaigns.plan.verbs.${verb}`), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await send('remind')
  await send('extend')
  await send('close')
  await page.getByRole('button', { name: t('campaigns.plan.verbs.reopen'), exact: true }).waitFor()
  expect((await row()).status).toBe('FINISHED')
})

test('is planned in steps, and the list fits a phone', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/ops/campaigns?id=new')
  await page.getByRole('button', { name: t('campaigns.entities.campaign.sections.scope'), exact: true }).click()
  await page.getByRole('group', { name: t('campaigns.entities.campaign.sections.scope') }).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
})
