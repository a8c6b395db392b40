/** The pages of what comes from outside, in English as well: keys, webhooks, connections of identity providers, what assistants propose. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Proposal, ProposalEffect, ProposalLine } from '#areas/assistants/contract/proposals.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'

let pilot: Visitor
let actor: Actor
beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'en' })
  actor = actorOn(pilot.page, 'en')
})
afterEach(() => {
  expect(pilot.complaints.splice(0)).toEqual([])
})
afterAll(() => pilot.close())

test('a key for an assistant is made with the scope of scores, its secret shown once, and it is in the list', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/admin/public_api')
  await page.getByRole('button', { name: t('programs.entities.api_key.new') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('programs.entities.api_key.fields.name')).fill('Score reader')
  await dialog.getByRole('combobox', { name: t('programs.keys.read') }).click()
  await page.getByRole('option', { name: t('scores.scopes.scores') }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: t('programs.keys.make') }).click()
  await page.getByRole('dialog', { name: t('programs.keys.secret_title', { name: 'Score reader' }) }).waitFor()
  expect(await page.getByRole('dialog').getByText(/^vg_live_/).count()).toBe(1)
  // A key that lists nothing is tried by what everybody may read.
  await page.getByRole('dialog').getByText(/openapi\.json/).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('checkbox', { name: t('programs.keys.stored') }).check()
  await page.getByRole('button', { name: t('programs.keys.done') }).click()
  await page.getByText('Score reader').first().waitFor()
  await page.getByText(t('programs.keys.may_read', { types: t('scores.scopes.scores') })).first().waitFor()
})

test('webhooks and connections of identity providers are read', async () => {
  const { page } = pilot
  const { t } = actor
  for (const [path, heading] of [
    ['/admin/public_api/webhooks', t('programs.pages.webhooks')],
    ['/admin/public_api/scim', t('scim.pages.scim')],
  ] as const) {
    await pilot.open(path)
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
    await settled(page)
    expect([path, await violations(page)]).toEqual([path, []])
  }
})

test('a proposal says what it does to scores before anybody accepts it', async () => {
  const { page } = pilot
  const { t } = actor
  const { objects } = await pilot.api<{ objects: ProposalLine[] }>('GET', '/proposal')
  const [line] = objects
  if (!line) throw new Error('Nothing waits')
  const { object } = await pilot.api<{ object: Proposal }>('GET', `/proposal/${line.id}`)
  const { object: effect } = await pilot.api<{ object: ProposalEffect | null }>('GET', `/proposal/${line.id}/effect`)
  await pilot.open(`/reviews/proposals?id=${line.id}`)
  await page.getByRole('heading', { name: object.title }).waitFor()
  if (effect) await page.getByText(t('assistants.proposals.effect', { count: effect.changes })).waitFor()
  await page.getByText(t('assistants.proposals.keys')).waitFor()
  expect(await violations(page)).toEqual([])
})
