/** What comes of an action, from its end to the inbox of reviews and back. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signIn, settled, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'

interface Named {
  readonly id: number
  readonly status: string
}

const mark = `R${Date.now().toString(36)}`
let pilot: Visitor
let actor: Actor
let incident: Named

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  actor = actorOn(pilot.page, 'fr')
  const made = async (path: string, body: object) => (await pilot.api<{ object: Named }>('POST', path, body)).object
  const { objects } = await pilot.api<{ objects: Named[] }>('GET', '/perimeter?limit=1')
  const perimeter = objects[0]?.id
  const program = (await made('/program', { name_en: `Plan ${mark}`, name_fr: `Plan ${mark}`, proof_required_action: 'NO' })).id
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
  await actor.press(t('actions.do.finish'), actor.panel('actions.entities.remediation'))
  const reviews = page.getByRole('dialog', { name: t('reviews.modal.title') })
  await reviews.getByText(t('registers.entities.incident.choices.status.CLOSED'), { exact: true }).waitFor()
  expect(await now()).toBe('OPENED')
  await actor.press(t('reviews.modal.later'), reviews)
  await reviews.waitFor({ state: 'detached' })
})

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
  await expect.poll(now, { timeout: 10_000 }).toBe('CLOSED')
  await page
    .getByRole('button', { name: t('reviews.toast.undo'), exact: true })
    .first()
    .click()
  await actor.told(t('reviews.entities.review.now.OPEN'))
  expect(await now()).toBe('CLOSED')
})
