/** An identity provider: a connection is made, tells of people and groups as a dry run, is given roles, switched on, seen with what it did, and revoked. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { inSteps } from '#e2e/steps.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('people by SCIM in %s', (lang) => {
  inSteps()
  const mark = `${Date.now().toString(36)}${lang}`
  const name = `Annuaire ${mark}`
  const group = `SEC-${mark}`
  let pilot: Visitor
  let actor: Actor
  let token = ''
  let page = ''
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
  })
  afterEach(() => expect(pilot.complaints.splice(0)).toEqual([]))
  afterAll(() => pilot.close())

  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(new URL(`/scim/v2${path}`, pilot.page.url()), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as { id: string } }
  }

  test('a connection is made, and its token shown once', async () => {
    const { page: at } = pilot
    const { t } = actor
    await pilot.open('/admin/public_api/scim')
    await settled(at)
    expect(await violations(at)).toEqual([])
    await at.getByRole('button', { name: t('scim.entities.scim_connection.new') }).click()
    const dialog = at.getByRole('dialog', { name: t('scim.entities.scim_connection.new') })
    await dialog.getByRole('textbox', { name: t('scim.entities.scim_connection.fields.name') }).fill(name)
    await settled(at)
    expect(await violations(at)).toEqual([])
    await dialog.getByRole('button', { name: t('scim.connection.make') }).click()
    const shown = at.getByRole('dialog', { name: t('scim.connection.token_title', { name }) })
    await shown.waitFor()
    token = (await shown.locator('code').first().textContent()) ?? ''
    expect(token).toMatch(/^scim_\d+_[\w-]{43}$/)
    const done = shown.getByRole('button', { name: t('scim.connection.done') })
    expect(await done.isDisabled()).toBe(true)
    await settled(at)
    expect(await violations(at)).toEqual([])
    await shown.getByRole('checkbox').check()
    await done.click()
    await at.waitForURL(/\/admin\/public_api\/scim\/\d+/)
    page = new URL(at.url()).pathname
    expect(await at.locator('main').textContent()).not.toContain(token)
  })

  test('what comes is tried, and its group stands there without a role', async () => {
    const { page: at } = pilot
    const { t } = actor
    const user = await ask('POST', '/Users', { userName: `${mark}@demo.example`, name: { givenName: 'Mira', familyName: `Kovač ${mark}` } })
    expect(user.status).toBe(201)
    expect((await ask('POST', '/Groups', { displayName: group, members: [{ value: user.body.id }] })).status).toBe(201)
    await pilot.open(page)
    await at.getByText(t('scim.log.kinds.GROUP_CAME', { group })).waitFor()
    await settled(at)
    expect(await violations(at)).toEqual([])
  })

  test('the group is given a role, which is tried and saved', async () => {
    const { page: at } = pilot
    const { t } = actor
    await at.getByRole('button', { name: t('scim.mappings.edit', { name: group }) }).click()
    const dialog = at.getByRole('dialog', { name: t('scim.mappings.add') })
    await settled(at)
    expect(await violations(at)).toEqual([])
    await dialog.getByRole('button', { name: t('scim.mappings.keep') }).click()
    await at.getByText(t('scim.mappings.not_saved')).waitFor()
    await at.getByRole('button', { name: t('scim.trial.run'), exact: true }).click()
    await at.getByRole('button', { name: t('scim.trial.save_on') }).waitFor()
    await settled(at)
    expect(await violations(at)).toEqual([])
    await at.getByRole('button', { name: t('scim.trial.save_on') }).click()
    await at.getByText(t('scim.mappings.not_saved')).waitFor({ state: 'detached' })
    expect((await ask('GET', '/Users?count=1')).status).toBe(200)
    await pilot.open('/admin/users')
    await at.getByText(`${mark}@demo.example`).first().waitFor()
  })

  test('revoked, it is let in no more', async () => {
    const { page: at } = pilot
    const { t } = actor
    await pilot.open('/admin/public_api/scim')
    const row = at.getByRole('row').filter({ hasText: name })
    await row.getByRole('button').last().click()
    await at.getByRole('menuitem', { name: t('scim.connection.revoke') }).click()
    const question = at.getByRole('dialog').or(at.getByRole('alertdialog'))
    await question.getByRole('button', { name: t('scim.connection.revoke') }).click()
    await row.and(at.locator('[data-leaving]')).waitFor()
    expect((await ask('GET', '/Users')).status).toBe(401)
  })
})
