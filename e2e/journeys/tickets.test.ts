/** A plan goes along with a project of Jira: joined, an action there and back, a conflict that somebody decides, on a telephone too. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { inSteps } from '#e2e/steps.ts'
import { spoken } from '#e2e/words.ts'
import { FakeJira, serveFake } from '#tools/test/fake-jira.ts'

interface Made {
  readonly object: { readonly id: number; readonly version: number }
}

describe.each(spoken)('tickets in %s', (lang) => {
  inSteps()
  const name = `Plant network ${Date.now().toString(36)}${lang}`
  const jira = new FakeJira()
  let pilot: Visitor
  let actor: Actor
  let served: Awaited<ReturnType<typeof serveFake>>
  let connector = 0
  let plan = 0
  let action: Made['object']
  beforeAll(async () => {
    served = await serveFake(jira)
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    const config = { url: served.url.replace('127.0.0.1', 'localhost'), mail: 'svc@example.com', token: 'token' }
    connector = (await pilot.api<Made>('POST', '/customer_connector', { connector: 'JIRA_CLOUD', name, config, periodicity: 'HOURLY', run_at: '00:00' })).object
      .id
    plan = (await pilot.api<Made>('POST', '/program', { name_en: name, name_fr: name })).object.id
  })
  afterEach(() => expect(pilot.complaints.splice(0)).toEqual([]))
  afterAll(async () => {
    await pilot.api('DELETE', `/customer_connector/${connector}`)
    await pilot.close()
    await served.close()
  })
  const issue = () => jira.only
  /** Asks until it holds: servers look every few seconds. */
  const until = async (holds: () => unknown) => {
    await expect.poll(holds, { timeout: 20_000, interval: 250 }).toBeTruthy()
  }

  test('a plan is joined with a project that Jira itself names', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`/admin/customer_connectors/${connector}/tickets`)
    await page.getByText(t('ticketing.none')).first().waitFor()
    expect(await violations(page)).toEqual([])
    await page
      .getByRole('button', { name: t('ticketing.join') })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: t('ticketing.dialog.title') })
    await actor.choose(dialog.getByRole('combobox', { name: t('ticketing.kinds.remediation') }), name)
    await actor.choose(dialog.getByRole('combobox', { name: t('ticketing.dialog.project') }), 'OTSEC')
    await settled(page)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: t('ticketing.dialog.join'), exact: true }).click()
    await page.getByRole('heading', { name: t('ticketing.place') }).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
  })

  test('a new action is a ticket there, and what Jira does is done here', async () => {
    const { page } = pilot
    const { t } = actor
    const made = { name_en: 'Close port 445', name_fr: 'Fermer le port 445', program: plan, status: 'ONGOING', target_date: '2030-01-31' }
    action = (await pilot.api<Made>('POST', '/remediation', made)).object
    await until(() => jira.issues.size === 1 && issue().status === '2')
    jira.by('K. Wójcik', issue().key, { status: '3' })
    await pilot.open(`/admin/customer_connectors/${connector}/tickets`)
    await page.getByRole('button', { name: t('ticketing.look_now') }).click()
    await until(async () => (await pilot.api<{ object: { status: string } }>('GET', `/remediation/${action.id}`)).object.status === 'STANDBY')
    await pilot.open(`/actions/filtered?id=${action.id}`)
    await page.getByRole('tab', { name: new RegExp(`^${t('actions.panel.links')}`) }).click()
    await page.getByRole('link', { name: issue().key }).first().waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
  })

  test('what both have changed waits for somebody', async () => {
    const { page } = pilot
    const { t } = actor
    jira.instead = () => ({ status: 500, body: {} })
    jira.requests.length = 0
    const { object } = await pilot.api<Made>('GET', `/remediation/${action.id}`)
    await pilot.api('PUT', `/remediation/${action.id}`, { status: 'ONGOING', version: object.version })
    // It is tried at once, and again after a minute.
    await until(() => jira.requests.at(-1)?.path.includes('/issue/'))
    jira.by('K. Wójcik', issue().key, { status: '4' })
    jira.instead = () => undefined
    await pilot.open(`/admin/customer_connectors/${connector}/tickets`)
    await page.getByRole('button', { name: t('ticketing.look_now') }).click()
    await until(
      async () => (await pilot.api<{ objects: { conflicts: number }[] }>('GET', `/customer_connector/${connector}/tickets`)).objects[0]?.conflicts === 1,
    )
    await pilot.open(`/admin/customer_connectors/${connector}/tickets`)
    const choice = page.getByRole('radiogroup', { name: t('ticketing.fields.state') })
    await choice.waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await choice.getByRole('radio').last().check()
    await page.getByRole('button', { name: t('ticketing.keep') }).click()
    await actor.expectToast(t('ticketing.messages.decided'))
    await until(async () => (await pilot.api<{ object: { status: string } }>('GET', `/remediation/${action.id}`)).object.status === 'FINISHED')
  })

  test('a telephone shows the list, then a plan as a page, in the dark too', async () => {
    const { t } = actor
    const phone = await signIn('global_pilote@demo.example', { lang, width: 390, theme: 'dark' })
    await phone.open(`/admin/customer_connectors/${connector}/tickets`)
    await phone.page.getByRole('link', { name }).first().click()
    await phone.page.getByRole('heading', { name: t('ticketing.states') }).waitFor()
    await settled(phone.page)
    expect(await violations(phone.page)).toEqual([])
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(phone.complaints.splice(0)).toEqual([])
    await phone.close()
  })
})
