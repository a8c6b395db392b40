/** What comes of an action, from its end to the inbox of reviews and back. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'
import { violations } from '#e2e/axe.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

interface Named {
  readonly id: number
  readonly status: string
}

describe.each(spoken)('reviews in %s', (lang) => {
  const mark = `R${lang}${Date.now().toString(36)}`
  let pilot: Visitor
  let actor: Actor
  let incident: Named
  let program: number
  let perimeter: number

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    // Where the local pilot works too.
    const { objects } = await pilot.api<{ objects: Named[] }>('GET', '/perimeter?search=Katowice&limit=1')
    perimeter = objects[0]?.id ?? 0
    program = (await made('/program', { name_en: `Plan ${mark}`, name_fr: `Plan ${mark}`, proof_required_action: 'NO' })).id
    incident = await made('/incident', { name_en: `Intrusion ${mark}`, name_fr: `Intrusion ${mark}`, perimeter })
    const source_object = { entity: 'incident', id: incident.id }
    await made('/remediation', { name_en: `Isoler ${mark}`, name_fr: `Isoler ${mark}`, program, perimeter, source_object })
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(() => pilot.close())

  const now = async () => (await pilot.api<{ object: Named }>('GET', `/incident/${incident.id}`)).object.status

  test('the end of an action shows what waits for it, and leaves it for later', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`/actions/filtered?search=${mark}`)
    await actor.row(mark).first().click()
    await actor.verb(t('actions.do.finish'), actor.panel('actions.entities.remediation'))
    const reviews = page.getByRole('dialog', { name: t('reviews.modal.title') })
    await reviews.getByText(t('incidents.entities.incident.choices.status.CLOSED'), { exact: true }).waitFor()
    expect(await now()).toBe('OPENED')
    await actor.press(t('reviews.modal.later'), reviews)
    await reviews.waitFor({ state: 'detached' })
  })

  const made = async (path: string, body: object) => (await pilot.api<{ object: Named }>('POST', path, body)).object
  async function toHandle(name: string): Promise<number> {
    const { objects: categories } = await pilot.api<{ objects: Named[] }>('GET', '/category?limit=1')
    const solution = (await made('/solution', { name_en: name, name_fr: name, category: categories[0]?.id })).id
    return (await made('/measure', { name_en: name, name_fr: name, solution, perimeter })).id
  }

  /** A measure whose implementation has ended. */
  async function planned(name: string): Promise<number> {
    const measure = await toHandle(name)
    const action = await made('/remediation', { name_en: name, name_fr: name, program, perimeter, type: 'BUILD', measure })
    await pilot.api('PUT', `/remediation/${action.id}`, { status: 'FINISHED' })
    return measure
  }

  /** A measure whose improvement has ended, with the efficiency that it has until its review is closed. */
  async function improved(name: string): Promise<number> {
    const measure = await toHandle(name)
    await made(`/measure/${measure}/implement`, {})
    const action = await made('/remediation', { name_en: name, name_fr: name, program, perimeter, type: 'UPGRADE', measure, impact: 25 })
    await pilot.api('PUT', `/remediation/${action.id}`, { status: 'FINISHED' })
    return measure
  }
  const reviewOf = async (measure: number) => {
    const { objects } = await pilot.api<{ objects: (Named & { comment: string | null; target: Named })[] }>('POST', '/review/page', {
      queryParams: { filters: [{ name: 'target_type', selected_options: ['UPGRADE'] }] },
    })
    return objects.find(({ target }) => target.id === measure) ?? { comment: null }
  }
  const efficiency = async (measure: number) => (await pilot.api<{ object: { efficiency: number } }>('GET', `/measure/${measure}`)).object.efficiency

  test('the bell leads to the list, where a letter closes the open review and its message takes that back', async () => {
    const { page } = pilot
    const { t } = actor
    await page.getByRole('banner').locator('a[href="/reviews"]').click()
    await page.getByRole('heading', { name: t('reviews.pages.reviews'), exact: true }).waitFor()
    await settled(page)
    await page.getByRole('tab', { name: new RegExp(`^${t('reviews.page.choices.INCIDENT')}`) }).click()
    await settled(page)
    await actor.row(mark).first().click()
    const panel = actor.panel('reviews.entities.review')
    await panel.getByRole('table', { name: t('reviews.panel.effect') }).waitFor()
    await page.keyboard.press('Shift+E')
    await panel.getByLabel(t('reviews.panel.reason')).waitFor()
    await page.keyboard.press('Escape')
    await panel.getByLabel(t('reviews.panel.reason')).waitFor({ state: 'detached' })
    await panel.getByRole('heading').first().focus()
    await page.keyboard.press('e')
    await expect.poll(now).toBe('CLOSED')
    // The panel has a button of that name too.
    await page
      .getByRole('region', { name: t('kit.toast.region') })
      .getByRole('button', { name: t('reviews.toast.undo'), exact: true })
      .first()
      .click()
    await actor.expectToast(t('reviews.entities.review.now.OPEN'))
    expect(await now()).toBe('CLOSED')
  })

  test('the effect of a closing is read before it comes about; J and K walk, Ctrl+Enter closes from the comment, and another who was first is named', async () => {
    const { page } = pilot
    const { t } = actor
    const [first, second] = [await improved(`Sonde ${mark}`), await improved(`Relais ${mark}`)]
    // Among these two: the list has those of everybody who works at the same time.
    await pilot.open(`/reviews?source=UPGRADE&search=${mark}`)
    await actor.row(`Sonde ${mark}`).first().click()
    const panel = actor.panel('reviews.entities.review')
    const effect = panel.getByRole('table', { name: t('reviews.panel.effect') })
    const line = effect.getByRole('row').filter({ hasText: t('reviews.panel.kinds.EFFICIENCY') })
    await line.getByText(t('reviews.panel.read_move', { before: '75', after: '100' })).waitFor()
    await expect.poll(() => line.textContent()).toContain(`Sonde ${mark}`)
    await settled(page)
    expect(await violations(page)).toEqual([])
    await panel.getByRole('heading').first().focus()
    await page.keyboard.press('k')
    await expect.poll(() => line.textContent()).toContain(`Relais ${mark}`)
    await page.keyboard.press('j')
    await expect.poll(() => line.textContent()).toContain(`Sonde ${mark}`)
    await panel.getByRole('textbox', { name: `${t('reviews.panel.comment')} (${t('reviews.panel.optional')})` }).fill('Essayée sur la ligne 3')
    expect(await efficiency(first)).toBe(75)
    await page.keyboard.press('Control+Enter')
    await actor.expectToast(t('reviews.entities.review.now.CLOSED'))
    expect(await efficiency(first)).toBe(100)
    expect((await reviewOf(first)).comment).toBe('Essayée sur la ligne 3')
    expect(await efficiency(second)).toBe(75)
    // The next one is open; somebody else closes it first.
    await actor.row(`Relais ${mark}`).first().click()
    await expect.poll(() => line.textContent()).toContain(`Relais ${mark}`)
    const id = Number(new URL(page.url()).searchParams.get('id'))
    const other = await signIn('local_pilote@demo.example', { lang })
    await other.api('PUT', `/review/${id}`, { status: 'CLOSED', without_effect: true, comment: 'Pas essayée' })
    await panel.getByRole('heading').first().focus()
    await page.keyboard.press('e')
    await panel.getByRole('alert').filter({ hasText: /Tomáš/ }).waitFor()
    expect(await efficiency(second)).toBe(75)
    await actor.verb(t('reviews.panel.reopen'), panel)
    await panel.getByRole('table', { name: t('reviews.panel.effect') }).waitFor()
    await other.close()
  })

  test('before the review of a measure to implement is closed, it is said since when and who manages it', async () => {
    const { page } = pilot
    const { t } = actor
    const measure = await planned(`Pare-feu ${mark}`)
    await pilot.open('/reviews?source=BUILD')
    await actor.row(`Pare-feu ${mark}`).first().click()
    const panel = actor.panel('reviews.entities.review')
    await panel.getByRole('table', { name: t('reviews.panel.effect') }).waitFor()
    await panel.getByRole('heading').first().focus()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: t('measures.dialogs.implement') })
    await dialog.getByText(`Pare-feu ${mark}`).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await actor.press(t('kit.actions.cancel'), dialog)
    await dialog.waitFor({ state: 'detached' })
    expect((await pilot.api<{ object: Named }>('GET', `/measure/${measure}`)).object.status).toBe('NOT_IMPLEMENTED')
    await actor.verb(t('reviews.panel.close'), panel)
    await actor.press(t('reviews.panel.close'), dialog)
    await actor.expectToast(t('reviews.entities.review.now.CLOSED'))
    await dialog.waitFor({ state: 'detached' })
    expect((await pilot.api<{ object: Named }>('GET', `/measure/${measure}`)).object.status).toBe('IMPLEMENTED')
  })

  test('on a phone a review fills the screen, and is left without effect with a reason', async () => {
    const { page } = pilot
    const { t } = actor
    await page.setViewportSize(sizes[390])
    await pilot.open(`/reviews?source=UPGRADE`)
    await page.getByText(mark).or(page.getByRole('listitem')).first().waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    const { objects } = await pilot.api<{ objects: { id: number }[] }>('POST', '/review/page', {
      queryParams: {
        filters: [
          { name: 'target_type', selected_options: ['UPGRADE'] },
          { name: 'closed', selected_options: [false] },
        ],
      },
    })
    await pilot.open(`/reviews?source=UPGRADE&id_init=${objects[0]?.id}`)
    const panel = actor.panel('reviews.entities.review')
    await panel.getByRole('table', { name: t('reviews.panel.effect') }).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await actor.verb(t('reviews.panel.close_without'), panel)
    const reason = panel.getByLabel(t('reviews.panel.reason'))
    await reason.waitFor()
    await page.keyboard.press('Control+Enter')
    await panel.getByText(t('reviews.errors.reason_needed')).waitFor()
    await reason.fill('La mesure n’a pas été essayée')
    await page.keyboard.press('Control+Enter')
    await actor.expectToast(t('reviews.entities.review.now.CLOSED'))
    await page.setViewportSize(sizes[1440])
  })
})
