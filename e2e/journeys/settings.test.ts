/** What an organisation sets for itself: what it records of its perimeters, and the score it aims at. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('settings in %s', (lang) => {
  const mark = `Q${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let local: Visitor
  let actor: Actor
  let site: { id: number; name: string }

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    local = await signIn('local_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    const { objects } = await local.api<{ objects: (typeof site)[] }>('GET', '/perimeter?limit=1')
    site = objects[0] ?? { id: 0, name: '' }
    for (const [name, restricted_to_global_pilots] of [
      ['Open', false],
      ['Secret', true],
    ]) {
      await pilot.api('POST', '/perimeter_property', { name_en: `${String(name)} ${mark}`, name_fr: `${String(name)} ${mark}`, restricted_to_global_pilots })
    }
  })
  afterEach(() => {
    expect([...pilot.complaints.splice(0), ...local.complaints.splice(0)]).toEqual([])
  })
  afterAll(async () => {
    await pilot.close()
    await local.close()
  })

  const openTab = async ({ open, page }: Visitor) => {
    await open(`/org/modeling?id=${site.id}`)
    await page.getByRole('tab', { name: actor.t('organisation.properties.tab') }).click()
  }

  test('a property is filled in on its perimeter, and found by it', async () => {
    const { page } = pilot
    await openTab(pilot)
    await page.getByLabel(`Open ${mark}`).fill(`Value ${mark}`)
    await page.getByLabel(`Secret ${mark}`).fill('x')
    await page.getByLabel(`Secret ${mark}`).press('Enter')
    await actor.expectToast(actor.t('kit.messages.saved'))
    await pilot.open(`/org/modeling/properties?search=${mark}`)
    await page
      .getByRole('row')
      .filter({ hasText: `Value ${mark}` })
      .filter({ hasText: site.name })
      .waitFor()
  })

  test('what is restricted to global pilots is not there for others', async () => {
    await openTab(local)
    expect(await local.page.getByLabel(`Open ${mark}`).inputValue()).toBe(`Value ${mark}`)
    expect(await local.page.getByLabel(`Secret ${mark}`).count()).toBe(0)
  })

  test('the cockpit shows the target that is set there', async () => {
    const { page } = pilot
    const { t } = actor
    const { object } = await pilot.api<{ object: { target_score: number | null } }>('GET', '/score/target')
    await pilot.open('/home')
    await actor.press(t('scores.score.set_target'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('scores.score.target')).fill('88')
    await actor.press(t('kit.actions.save'), dialog)
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByRole('region', { name: t('dashboards.curve.title') })
      .getByText('88')
      .first()
      .waitFor()
    await pilot.api('PUT', '/score/target', object)
    await local.open('/home')
    expect(await local.page.getByRole('button', { name: t('scores.score.set_target') }).count()).toBe(0)
  })
})
