/** A model changes; the measures made from it are asked what to take over. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('measures and their models in %s', (lang) => {
  let pilot: Visitor
  let actor: Actor
  let measure: { id: number; perimeter: { id: number } }
  let text: string

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    const { objects } = await pilot.api<{ objects: { id: number }[] }>('GET', '/measure?limit=1')
    const { object } = await pilot.api<{ object: typeof measure & { solution: { id: number } } }>('GET', `/measure/${objects[0]?.id}`)
    measure = object
    text = `Q${Date.now().toString(36)} ${lang}`
    await pilot.api('PUT', `/solution/${object.solution.id}`, { description_en: text, description_fr: text, typical_evidence: text })
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(() => pilot.close())

  test('the measure tells that its model says something else, and adopts it', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`/org/security-bases/${measure.perimeter.id}/measures?id=${measure.id}`)
    await page.getByRole('link', { name: t('measures.differences.open', { count: 1 }) }).click()
    await page.getByRole('cell', { name: text }).waitFor()
    await actor.press(`${t('measures.differences.adopt')} ${t('measures.entities.measure.fields.description')}`)
    await page.getByText(t('measures.differences.none')).waitFor()
    const { object } = await pilot.api<{ object: Record<string, unknown> }>('GET', `/measure/${measure.id}`)
    expect(object).toMatchObject({ description_en: text, description_fr: text, differences: 0 })
  })
})
