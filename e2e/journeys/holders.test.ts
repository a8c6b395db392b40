/** Who holds what: every number opens its rows, and a departure is played through, carried out and taken back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('who holds what in %s', (lang) => {
  const mark = `Zh${Date.now().toString(36)}${lang}`
  const [leaving, staying] = [`Leaving ${mark}`, `Staying ${mark}`]
  let pilot: Visitor
  let actor: Actor

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    const { objects } = await pilot.api<{ objects: { id: number; parent: unknown }[] }>('GET', '/perimeter?limit=100')
    const root = objects.find(({ parent }) => parent === null)?.id
    const user = async (firstname: string) =>
      (
        await pilot.api<{ object: { id: number } }>('POST', '/member', {
          email: `${firstname}.${mark}@demo.example`.toLowerCase(),
          firstname,
          lastname: mark,
          roles: ['contributor'],
          perimeters: [root],
        })
      ).object.id
    const [goes, stays] = [await user('Leaving'), await user('Staying')]
    await pilot.api('POST', '/perimeter', { name_en: `${mark} plant`, name_fr: `${mark} plant`, parent: root, manager: goes })
    await pilot.api('POST', '/job_function', {
      name_en: `${mark} deputy`,
      name_fr: `${mark} deputy`,
      identifier: mark.toUpperCase(),
      holders: [goes, stays].map((member) => ({ member, perimeter: root })),
    })
  })
  afterAll(() => pilot.close())

  test('the page is read, each number opens its rows, and a departure is handed over and given back', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`/admin/holders`)
    await page.getByRole('table', { name: t('people.holders.people') }).waitFor()
    await page.getByRole('heading', { name: t('people.holders.points') }).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    // A week is opened by the keyboard: one stop for all of them, then the arrows.
    await page.locator('td > button[tabindex="0"]').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL(/week=1/)
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.searchParams.has('week'))

    await pilot.open(`/admin/holders?q=${mark}`)
    await page.getByRole('link', { name: `${t('people.holders.holds_of', { name: leaving })} 1` }).waitFor()
    await actor.press(leaving)
    const panel = page.getByRole('region', { name: t('people.departure.title', { name: leaving }) })
    await panel.waitFor()
    await panel.getByText(new RegExp(t('people.departure.reasons.FUNCTION_HERE'))).waitFor()
    await panel.getByRole('heading', { name: new RegExp(t('people.departure.effect')) }).waitFor()
    await panel.getByText(t('people.departure.effect_none')).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await actor.press(t('people.departure.give', { count: 1 }), panel)
    await actor.expectToast(t('people.messages.reassigned', { count: 1 }))
    await page.getByRole('link', { name: `${t('people.holders.holds_of', { name: staying })} 1` }).waitFor()
    await panel.getByText(t('people.departure.none')).waitFor()
    await actor.press(t('kit.actions.undo'))
    await actor.expectToast(t('people.messages.given_back', { count: 1 }))
    await page.getByRole('link', { name: `${t('people.holders.holds_of', { name: leaving })} 1` }).waitFor()
    // On a day that is to come it is planned, and cancelled until then.
    const later = page.getByRole('region', { name: new RegExp(leaving) })
    await later.getByLabel(t('people.departure.day')).fill('2099-12-31')
    await page.keyboard.press('Tab')
    await actor.press(t('people.departure.schedule', { count: 1 }), later)
    await actor.expectToast(t('people.messages.planned'))
    await settled(page)
    expect(await violations(page)).toEqual([])
    await actor.press(t('people.departure.cancel_plan'), later)
    await actor.expectToast(t('people.messages.plan_cancelled'))
    await later.getByRole('button', { name: t('people.departure.schedule', { count: 1 }) }).waitFor()
    expect(pilot.complaints.splice(0)).toEqual([])
  })
})

test('in English, reliance on people says what a departure does to the score', async () => {
  const visitor = await signIn('global_pilote@demo.example', { lang: 'en' })
  const { page } = visitor
  const { t } = actorOn(page, 'en')
  const { objects } = await visitor.api<{ objects: { manager: { id: number; name: string } | null; measure: object | null; group: object | null }[] }>(
    'GET',
    '/runtask?limit=200',
  )
  const keeper = objects.find(({ manager, measure, group }) => manager && measure && !group)?.manager
  if (!keeper) throw new Error('No recurring task of the demonstration keeps a measure')
  await visitor.open(`/admin/holders?q=${encodeURIComponent(keeper.name)}`)
  await page.getByRole('button', { name: keeper.name, exact: true }).click()
  const effect = page.getByRole('region', { name: new RegExp(`^${t('people.departure.effect')}`) })
  await effect.getByText(t('people.departure.effect_kept')).waitFor()
  await effect.getByText(t('people.departure.effect_without', { name: keeper.name })).waitFor()
  await effect.getByText(t('people.departure.effect_proposed')).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  expect(visitor.complaints.splice(0)).toEqual([])
  await visitor.close()
})
