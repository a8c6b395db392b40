/** A model changes; the measures made from it are asked what to take over. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'
import type { Effects } from '#areas/measures/contract/effects.ts'

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

describe('deciding without a stumble', () => {
  let pilot: Visitor
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  })
  afterAll(() => pilot.close())

  test('models open to their perimeters; a letter decides, the next one opens, and Undo brings the decision back', async () => {
    const { page } = pilot
    const { t, told } = actorOn(page, 'fr')
    await pilot.open(`/org/security-bases?view=models&filters=${encodeURIComponent(JSON.stringify({ situation: ['TO_HANDLE'] }))}`)
    const tree = page.getByRole('treegrid')
    await tree.locator('[data-row="0"]').focus()
    await page.keyboard.press('ArrowRight')
    await tree.locator('[aria-level="2"]').nth(1).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: t('measures.entities.measure.one'), exact: true })
    await panel.getByRole('table', { name: t('measures.decide.choices') }).waitFor()
    const first = page.url()
    const id = Number(new URL(first).searchParams.get('id'))
    const situation = async () => (await pilot.api<{ object: { situation: string } }>('GET', `/measure/${id}`)).object.situation
    const { choices, now } = (await pilot.api<{ object: Effects }>('GET', `/measure/${id}/effects`)).object
    await page.keyboard.press('i')
    await page.waitForURL((url) => url.href !== first)
    expect(await situation()).toBe('IMPLEMENTED')
    // What was promised is what happened.
    const implemented = choices.find(({ choice }) => choice === 'IMPLEMENT')?.perimeter
    expect((await pilot.api<{ object: Effects }>('GET', `/measure/${id}/effects`)).object.now.perimeter).toBeCloseTo(implemented ?? -1, 6)
    await page.getByRole('button', { name: t('kit.actions.undo'), exact: true }).click()
    await told(t('measures.decide.undone'))
    await page.waitForURL((url) => url.searchParams.get('id') === String(id))
    expect(await situation()).toBe('TO_HANDLE')
    expect((await pilot.api<{ object: Effects }>('GET', `/measure/${id}/effects`)).object.now).toEqual(now)
    expect(pilot.complaints.splice(0)).toEqual([])
  })
})
