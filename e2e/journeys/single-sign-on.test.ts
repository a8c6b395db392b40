/** Single sign-on from its set-up to the first page, by a real identity provider of each kind; and what people read when it fails. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { client, oidcProvider } from '#tools/test/oidc-provider.ts'
import { samlProvider } from '#tools/test/saml-provider.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, visit, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

const pageOf = (form: string) => `<!doctype html><html lang="en"><title>The identity provider</title><h1>The identity provider</h1>${form}</html>`

/** A page whose only button sends the answer, as the identity provider of a company would. */
async function samlSite() {
  const state = { email: '', metadata: '', acs: '', entity: '', answers: [] as string[] }
  const server: Server = createServer((request, response) => {
    const answerPage = async () => {
      const { id } = await idp.read(`${at}${request.url ?? ''}`, await (await fetch(state.metadata)).text())
      const answer = await idp.answer(id, await (await fetch(state.metadata)).text(), state.acs, state.entity, {
        email: state.email,
        firstname: 'Sam',
        lastname: 'Saml',
      })
      state.answers.push(answer)
      return pageOf(`<form method="post" action="${state.acs}"><input type="hidden" name="SAMLResponse" value="${answer}"><button>Continue</button></form>`)
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    answerPage().then(
      (page) => response.end(page),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const at = `http://localhost:${(server.address() as AddressInfo).port}`
  const idp = await samlProvider('idp.journeys.example', { signInUrl: `${at}/sso` })
  return { state, idp, stop: () => server.close() }
}

interface Config {
  readonly id: number
  readonly key: string
}

describe.each(spoken)('single sign-on in %s', (lang) => {
  const mark = `sso${Date.now().toString(36)}${lang}`
  const domain = `${mark}.example`
  let pilot: Visitor
  let root: Visitor
  let actor: Actor
  let oidc: Awaited<ReturnType<typeof oidcProvider>>
  let saml: Awaited<ReturnType<typeof samlSite>>
  let config: Config
  // The server gives providers the name that links carry; cookies do not cross from one name of a machine to another.
  const here = (visitor: Visitor, path: string) => visitor.address(path).replace('127.0.0.1', 'localhost')
  const visitors: Visitor[] = []
  const someone = async () => {
    const visitor = await visit({ lang })
    visitors.push(visitor)
    return visitor
  }
  const enterAddress = async (visitor: Visitor, email: string) => {
    await visitor.page.locator('input[type=email]').fill(email)
    await visitor.page.keyboard.press('Enter')
  }
  const toProvider = async (visitor: Visitor, email: string) => {
    await enterAddress(visitor, email)
    await visitor.page.getByRole('heading', { name: 'The identity provider' }).waitFor()
  }
  const goOn = (visitor: Visitor) => visitor.page.locator('a, button').first().click()

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    root = await signIn('root@vigie.example', { lang })
    actor = actorOn(pilot.page, lang)
    oidc = await oidcProvider({ page: (address) => pageOf(`<a href="${address}">Continue</a>`) })
    saml = await samlSite()
  })
  afterEach(async () => {
    expect(visitors.flatMap(({ complaints }) => complaints)).toEqual([])
    await Promise.all(visitors.splice(0).map((visitor) => visitor.close()))
  })
  afterAll(async () => {
    for (const { id } of (await pilot.api<{ objects: Config[] }>('GET', `/auth_config?search=${mark}`)).objects) await pilot.api('DELETE', `/auth_config/${id}`)
    await pilot.close()
    await root.close()
    oidc.stop()
    saml.stop()
  })

  test('is set up on one page: the provider, its secret, what it must be told, and whether it answers (ADM-05)', async () => {
    const { page } = pilot
    const { t, expectToast, press } = actor
    const panel = actor.panel('access.entities.auth_config')
    const creating = page.getByRole('region', { name: t('access.entities.auth_config.new'), exact: true })
    const field = (name: string) => creating.getByLabel(t(`access.entities.auth_config.fields.${name}`)).first()
    await pilot.open('/admin/auth_config')
    await press(t('access.entities.auth_config.new'))
    await field('name').fill(`Cloud ${mark}`)
    await actor.choose(field('type'), t('access.entities.auth_config.choices.type.OIDC'))
    expect(await field('metadata_url').count()).toBe(0)
    await field('issuer_url').fill(oidc.issuer)
    await field('client_id').fill(client.client_id)
    await press(t('kit.actions.create'), creating)
    await expectToast(t('kit.messages.created'))
    const { objects } = await pilot.api<{ objects: Config[] }>('GET', `/auth_config?search=${mark}`)
    config = (await pilot.api<{ object: Config }>('GET', `/auth_config/${objects[0]?.id}`)).object
    oidc.expect(here(pilot, `/api/auth/oidc/${config.key}/callback`))

    await pilot.open(`/admin/auth_config?search=${mark}&id=${config.id}`)
    await panel.getByRole('tab', { name: t('access.auth_config.service') }).click()
    await panel.getByText(here(pilot, `/api/auth/oidc/${config.key}/callback`)).waitFor()
    await panel.getByLabel(t('access.auth_config.secret_new')).fill(client.client_secret)
    await press(t('access.auth_config.secret_keep'), panel)
    await panel.getByText(t('access.auth_config.secret_set')).waitFor()
    await press(t('access.auth_config.test'), panel)
    await panel.getByText(t('access.auth_config.test_entity', { entity: oidc.issuer })).waitFor()
    expect(await violations(page)).toEqual([])
    await pilot.api('PUT', `/auth_config/${config.id}`, { enabled: true, sandbox: false, jit: true, domains: [{ domain }] })

    // Whose a domain is, the provider's staff say.
    const { user } = await pilot.api<{ user: { customer: { id: number } } }>('GET', '/auth/check')
    await root.api('PUT', '/user/customer', { customer_id: user.customer.id })
    await root.open(`/admin/auth_config?search=${mark}&id=${config.id}`)
    const theirs = actorOn(root.page, lang).panel('access.entities.auth_config')
    await theirs.getByRole('tab', { name: t('access.auth_config.service') }).click()
    await press(t('access.auth_config.confirm_of', { domain }), theirs)
    await theirs.getByText(t('access.auth_config.confirmed'), { exact: true }).waitFor()
    expect(pilot.complaints.splice(0)).toEqual([])
  })

  test('whoever comes for the first time waits until somebody lets them in, and then lands where they wanted to', async () => {
    const { t } = actor
    const email = `ada@${domain}`
    oidc.vouchesFor({ email, email_verified: true, given_name: 'Ada', family_name: mark })
    const ada = await someone()
    await ada.page.goto(here(ada, '/my_objects'))
    await ada.page.waitForURL(/\/login/)
    await toProvider(ada, email)
    await goOn(ada)
    await ada.page.getByRole('alert').getByText(t('app.sso.failures.approval')).waitFor()
    expect(await ada.page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')
    expect(await violations(ada.page)).toEqual([])

    await pilot.open(`/admin/users?search=${mark}`)
    await actor.row(`Ada ${mark}`).getByText(t('people.status.awaits')).waitFor()
    await actor.press(t('kit.table.row_actions', { name: `Ada ${mark}` }))
    await pilot.page.getByRole('menuitem', { name: t('people.actions.approve') }).click()
    await actor.expectToast(t('people.messages.approved'))

    await ada.page.getByRole('link', { name: t('app.sso.back') }).click()
    await ada.page.goto(here(ada, '/my_objects'))
    await ada.page.waitForURL(/\/login/)
    // The provider knows this browser by now, and asks nothing.
    await enterAddress(ada, email)
    await ada.page.waitForURL(/\/my_objects$/)
    await settled(ada.page)
    await ada.page.getByRole('banner').waitFor()
  })

  test('what goes wrong on the way is said, with a reference to look for', async () => {
    const { t } = actor
    oidc.vouchesFor({ email: `eve@${domain}`, email_verified: false })
    const eve = await someone()
    await eve.page.goto(here(eve, '/login'))
    await toProvider(eve, `eve@${domain}`)
    await goOn(eve)
    await eve.page.getByRole('alert').getByText(t('app.sso.failures.unverified')).waitFor()
    await eve.page.getByText(t('app.sso.reference')).waitFor()
    const reference = new URL(eve.page.url()).searchParams.get('reference') ?? ''
    expect(reference.length).toBeGreaterThan(5)
    await eve.page.locator('code', { hasText: reference }).waitFor()
    // Nobody came in.
    await eve.page.goto(here(eve, '/home'))
    await eve.page.waitForURL(/\/login/)
  })

  test('a SAML provider signs people in from its own page, once with each answer', async () => {
    const { t } = actor
    const email = `sam@${domain}`
    const { id } = (
      await pilot.api<{ object: { id: number } }>('POST', '/auth_config', {
        name: `Directory ${mark}`,
        type: 'SAML',
        enabled: true,
        sandbox: false,
        idp_entity_id: saml.idp.entityId,
        sso_url: saml.idp.signInUrl,
        x509_certificate: saml.idp.certificate,
        jit: true,
        approval: false,
      })
    ).object
    const { object: service } = await pilot.api<{ object: { start_url: string; metadata_url: string; acs_url: string; entity_id: string } }>(
      'GET',
      `/auth_config/${id}/service`,
    )
    Object.assign(saml.state, { email, metadata: service.metadata_url, acs: service.acs_url, entity: service.entity_id })
    const sam = await someone()
    await sam.page.goto(service.start_url)
    await sam.page.getByRole('heading', { name: 'The identity provider' }).waitFor()
    await goOn(sam)
    // Accounts are made for the organisation's own domains alone.
    await sam.page.getByRole('alert').getByText(t('app.sso.failures.domain')).waitFor()

    await pilot.api('PUT', `/auth_config/${config.id}`, { domains: [] })
    await pilot.api('PUT', `/auth_config/${id}`, { domains: [{ domain }] })
    await root.api('PUT', `/auth_config/${id}/domain`, { domain, confirmed: true })
    await sam.page.getByRole('link', { name: t('app.sso.back') }).click()
    await toProvider(sam, email)
    await goOn(sam)
    await sam.page.getByRole('banner').waitFor()
    expect(new URL(sam.page.url()).pathname).not.toMatch(/^\/(sso|login)/)

    const thief = await someone()
    await thief.page.setContent(
      pageOf(
        `<form method="post" action="${service.acs_url}"><input type="hidden" name="SAMLResponse" value="${saml.state.answers.at(-1)}"><button>Continue</button></form>`,
      ),
    )
    await goOn(thief)
    await thief.page.getByRole('alert').waitFor()
    expect(new URL(thief.page.url()).searchParams.get('error')).toBe('request')
  })
})
