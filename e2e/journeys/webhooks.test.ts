/** A webhook: made, its secret shown once, a test event and a change heard by a receiver that verifies them, opened with headers and body, replayed, paused. */
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { inSteps } from '#e2e/steps.ts'
import { spoken } from '#e2e/words.ts'
import { receiver, type Receiver } from '#tools/test/receiver.ts'

describe.each(spoken)('webhooks in %s', (lang) => {
  inSteps()
  const name = `Planner ${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let actor: Actor
  let hears: Receiver
  let secret = ''
  beforeAll(async () => {
    hears = await receiver()
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
  })
  afterEach(() => expect(pilot.complaints.splice(0)).toEqual([]))
  afterAll(async () => {
    await pilot.close()
    await hears.close()
  })

  test('it is made, and its secret shown once', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/admin/public_api/webhooks')
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: t('programs.entities.webhook.new') }).click()
    const dialog = page.getByRole('dialog', { name: t('programs.entities.webhook.new') })
    await dialog.getByRole('textbox', { name: t('programs.entities.webhook.fields.name') }).fill(name)
    const url = dialog.getByRole('textbox', { name: t('programs.entities.webhook.fields.url') })
    await url.fill('https://10.0.0.1/hook')
    await dialog.getByRole('combobox', { name: t('programs.entities.webhook.fields.events') }).click()
    await page.getByRole('option', { name: t('programs.webhooks.all_of', { type: t('actions.entities.remediation.many') }), exact: true }).click()
    await page.keyboard.press('Tab')
    await settled(page)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: t('programs.webhooks.make') }).click()
    await dialog.getByText(t('programs.errors.address')).waitFor()
    await url.fill(`http://localhost:${hears.port}/hook`)
    await dialog.getByRole('button', { name: t('programs.webhooks.make') }).click()
    const shown = page.getByRole('dialog', { name: t('programs.webhooks.secret_title', { name }) })
    await shown.waitFor()
    secret = (await shown.locator('code').first().textContent()) ?? ''
    expect(secret).toMatch(/^whsec_/)
    await settled(page)
    expect(await violations(page)).toEqual([])
    await shown.getByRole('checkbox').check()
    await shown.getByRole('button', { name: t('programs.keys.done') }).click()
    await shown.waitFor({ state: 'detached' })
  })

  test('a test event is heard, verified, and opened as it was sent', async () => {
    const { page } = pilot
    const { t } = actor
    await page.getByRole('link', { name }).or(page.getByRole('button', { name })).first().click()
    await page.getByText(t('programs.webhooks.no_deliveries')).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: t('programs.webhooks.send_test') }).click()
    const messages = page.getByRole('table', { name: t('programs.webhooks.deliveries') }).getByRole('row')
    await messages.getByText(t('programs.webhooks.states.DELIVERED'), { exact: true }).waitFor({ timeout: 20_000 })
    const [heard] = hears.received
    expect(new Webhook(secret).verify(String(heard?.body), heard?.headers as Record<string, string>)).toMatchObject({ type: 'webhook.test' })
    await page.getByRole('button', { name: t('programs.webhooks.test_event'), exact: true }).click()
    await page.getByText(String(heard?.headers['webhook-id'])).first().waitFor()
    expect(await page.locator('pre').first().textContent()).toBe(heard?.body)
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: t('programs.webhooks.replay') }).click()
    await page.getByText(t('programs.webhooks.replayed'), { exact: true }).first().waitFor({ timeout: 20_000 })
    expect(hears.received).toHaveLength(2)
    expect(hears.received[1]?.headers['webhook-id']).toBe(heard?.headers['webhook-id'])
    await page.getByRole('button', { name: t('programs.webhooks.back') }).click()
    await page.getByRole('button', { name: t('programs.webhooks.test_event'), exact: true }).waitFor()
  })

  test('paused, it is told of nothing', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/admin/public_api/webhooks')
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: t('programs.webhooks.pause') }).click()
    const question = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await question.getByRole('button', { name: t('programs.webhooks.pause') }).click()
    await row.getByText(t('programs.entities.webhook.choices.state.PAUSED')).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
  })
})
