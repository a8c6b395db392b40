import { X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessApp, password, type Browser } from '#tools/test/access-app.ts'
import { samlProvider, type Bent, type Told } from '#tools/test/saml-provider.ts'
import { newSigningKey } from './certificate.ts'

let site: Awaited<ReturnType<typeof accessApp>>
let idp: Awaited<ReturnType<typeof samlProvider>>
let stranger: Awaited<ReturnType<typeof samlProvider>>
let pilot: Browser
let root: Browser
let server: Server
let published = ''
let serverUrl = ''
beforeAll(async () => {
  site = await accessApp({ allowedHosts: 'localhost' })
  idp = await samlProvider('idp.alpha.example')
  stranger = await samlProvider('idp.stranger.example')
  pilot = site.browser()
  root = site.browser()
  await site.member(site.customers.A, 'pilot@alpha.example', ['global_pilote'])
  await pilot.signIn('pilot@alpha.example')
  await root.signIn('root@vigie.example')
  server = createServer((_, response) => response.end(published))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  serverUrl = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await site.close()
})
beforeEach(() => site.owner.query('delete from rate_limit'))

interface Config {
  readonly id: number
  readonly key: string
}

/** A configuration of Alpha, by default one that knows the provider's certificate. */
async function configure(body: object = {}, by = pilot): Promise<Config> {
  const whole = {
    name: 'Directory',
    type: 'SAML',
    enabled: true,
    sandbox: false,
    idp_entity_id: idp.entityId,
    sso_url: idp.signInUrl,
    x509_certificate: idp.certificate,
    ...body,
  }
  const made = await by.call('POST', '/auth_config', whole)
  expect(made.body).toMatchObject({ ok: true })
  const { object } = (await by.call('GET', `/auth_config/${made.body.object.id}`)).body as unknown as { object: Config }
  return object
}

/** A browser on its way: its cookies, and the request that it carries. */
async function begin(config: Config, redirect = '/home?x=1') {
  const answer = await site.http.inject({ method: 'GET', url: `/api/auth/sso/${config.key}/login?redirect=${encodeURIComponent(redirect)}` })
  expect(answer.statusCode).toBe(303)
  const location = String(answer.headers.location)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const metadata = (await site.http.inject({ method: 'GET', url: `/api/auth/saml/${config.key}/metadata` })).body
  return {
    location,
    cookie,
    metadata,
    entity: `http://localhost/api/auth/saml/${config.key}/metadata`,
    acs: `http://localhost/api/auth/saml/${config.key}/acs`,
  }
}

async function post(config: Config, answer: string, cookie = '') {
  const sent = await site.http.inject({
    method: 'POST',
    url: `/api/auth/saml/${config.key}/acs`,
    payload: new URLSearchParams({ SAMLResponse: answer, RelayState: 'https://evil.example/' }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://idp.alpha.example',
      'sec-fetch-site': 'cross-site',
      ...(cookie && { cookie }),
    },
  })
  const cookies = [sent.headers['set-cookie'] ?? []].flat()
  return {
    status: sent.statusCode,
    location: new URL(sent.headers.location ?? '/', 'http://localhost'),
    session: cookies.find((each) => each.startsWith('vigie_session='))?.split(';')[0] ?? '',
    cookies: cookies.map((each) => each.split(';')[0]).join('; '),
  }
}

/** The whole way there and back. */
async function come(config: Config, told: Told, bent: Bent = {}, by = idp, change: (answer: string) => string = (answer) => answer) {
  const away = await begin(config)
  const { id } = await idp.read(away.location, away.metadata)
  return post(config, change(await by.answer(id, away.metadata, away.acs, away.entity, told, bent)), away.cookie)
}

const get = async (url: string, cookie: string) => {
  const answer = await site.http.inject({ method: 'GET', url: `/api${url}`, headers: { cookie } })
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> & { user: Record<string, unknown> } }
}
const failureOf = ({ location, session }: { location: URL; session: string }) => (session ? 'came in' : location.searchParams.get('error'))
const memberOf = async (email: string) =>
  (
    await site.owner.query<{ id: number; roles: string[]; disabled: boolean; awaits_approval: boolean; roles_from_sso: boolean; firstname: string }>(
      'select id, roles, disabled, awaits_approval, roles_from_sso, firstname from member where lower(email) = lower($1)',
      [email],
    )
  ).rows[0]

describe('an organisation’s own provider', () => {
  test('lets a member in, who lands where they wanted to go and nowhere that the answer names', async () => {
    const config = await configure()
    await site.member(site.customers.A, 'ada@alpha.example', ['contributor'])
    const came = await come(config, { email: 'Ada@Alpha.example' })
    expect([came.status, came.location.pathname, came.location.searchParams.get('redirect')]).toEqual([303, '/sso', '/home?x=1'])
    const { body } = await get('/auth/check', came.session)
    expect(body.user).toMatchObject({ email: 'ada@alpha.example', method: 'SAML', saml: true, tied: true, admin_type: null })
  })

  test('is good for this organisation alone: no other, no powers of staff, nothing of the account', async () => {
    const config = await configure()
    await site.member(site.customers.A, 'both@alpha.example', ['global_pilote'])
    await site.member(site.customers.B, 'both@alpha.example', ['global_pilote'])
    await site.owner.query(`update account set admin_type = 'ROOT' where email = 'both@alpha.example'`)
    const { session } = await come(config, { email: 'both@alpha.example' })
    const call = (method: 'POST' | 'PUT', url: string, payload: object) =>
      site.http.inject({ method, url: `/api${url}`, payload, headers: { cookie: session, 'x-vigie': '1' } })
    expect((await get('/auth/check', session)).body.user).toMatchObject({ tied: true, admin_type: null, customers: [{ id: site.customers.A }] })
    expect((await call('PUT', '/user/customer', { customer_id: site.customers.B })).statusCode).toBe(403)
    expect((await call('PUT', '/user/customer', { customer_id: null })).statusCode).toBe(403)
    expect((await get('/user/customers', session)).body.objects).toEqual([])
    expect((await call('PUT', '/user/password', { password, new_password: 'Another-Horse-10', new_password_confirm: 'Another-Horse-10' })).statusCode).toBe(403)
    expect((await call('PUT', '/user/generate_secret', { mfa_activated: true })).statusCode).toBe(403)
    expect((await call('POST', '/user/passkey/options', {})).statusCode).toBe(403)
    expect((await get('/user/sessions', session)).status).toBe(403)
  })

  test('does not lift the lock that guards the password', async () => {
    const config = await configure()
    await site.member(site.customers.A, 'guessed@alpha.example', ['contributor'])
    const guesser = site.browser()
    for (const _ of [1, 2, 3]) await guesser.signIn('guessed@alpha.example', 'Wrong-Horse-1')
    expect(failureOf(await come(config, { email: 'guessed@alpha.example' }))).toBe('came in')
    expect((await guesser.signIn('guessed@alpha.example')).body).toMatchObject({ code: 'ACCOUNT_LOCKED' })
  })

  test('is refused for whom the organisation does not know, or no longer lets in', async () => {
    const config = await configure()
    const id = await site.member(site.customers.A, 'gone@alpha.example', ['contributor'])
    await pilot.call('PUT', `/member/${id}`, { disabled: true })
    expect(failureOf(await come(config, { email: 'gone@alpha.example' }))).toBe('access')
    expect(failureOf(await come(config, { email: 'nobody@alpha.example' }))).toBe('account')
    expect(failureOf(await come(config, { email: 'no address' }))).toBe('email')
    await site.owner.query(`update account set disabled = true where email = 'both@alpha.example'`)
    expect(failureOf(await come(config, { email: 'both@alpha.example' }))).toBe('access')
  })

  test('says what failed with a reference, and keeps an audit of it', async () => {
    const config = await configure()
    const came = await come(config, { email: 'nobody@alpha.example' })
    expect(came.location.searchParams.get('reference')).toMatch(/^[0-9a-f-]{36}$/)
    const { rows } = await site.owner.query(
      `select action, details from audit_log where entity = 'auth_config' and object_id = $1 and action = 'sign_in_failed'`,
      [config.id],
    )
    expect(rows).toHaveLength(1)
  })

  test('publishes its metadata, and reads the provider’s own from the address given', async () => {
    published = idp.metadata()
    const config = await configure({ idp_entity_id: null, sso_url: null, x509_certificate: null, metadata_url: `${serverUrl}/metadata` })
    const tried = await pilot.call('POST', `/auth_config/${config.id}/test`)
    expect(tried.body).toMatchObject({ ok: true, object: { entity_id: idp.entityId, sign_in_url: idp.signInUrl } })
    await site.member(site.customers.A, 'eve@alpha.example', ['contributor'])
    expect(failureOf(await come(config, { email: 'eve@alpha.example' }))).toBe('came in')
    const { object } = (await pilot.call('GET', `/auth_config/${config.id}`)).body as unknown as { object: { certificate_expires_on: string } }
    expect(object.certificate_expires_on).toBe(new Date(new X509Certificate(idp.certificate).validTo).toISOString().slice(0, 10))
    for (const broken of ['<html/>', '<!DOCTYPE x [<!ENTITY a "b">]><x/>', 'no xml']) {
      published = broken
      expect((await pilot.call('POST', `/auth_config/${config.id}/test`)).body).toMatchObject({ ok: false, code: 'PROVIDER_SILENT' })
    }
  })

  test('sends people back to their provider when they leave', async () => {
    const config = await configure({ logout_url: 'https://idp.alpha.example/logout' })
    await site.member(site.customers.A, 'leaver@alpha.example', ['contributor'])
    const came = await come(config, { email: 'leaver@alpha.example' })
    const left = await site.http.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie: came.cookies, 'x-vigie': '1' } })
    expect(left.json()).toEqual({ ok: true, redirect: 'https://idp.alpha.example/logout' })
    expect((await get('/auth/check', came.session)).status).toBe(401)
  })

  test('sends nobody there who came in by their password afterwards', async () => {
    const config = await configure({ logout_url: 'https://idp.alpha.example/logout' })
    await site.member(site.customers.A, 'returner@alpha.example', ['contributor'])
    const { cookies } = await come(config, { email: 'returner@alpha.example' })
    const idp = cookies.split('; ').find((each) => each.startsWith('vigie_idp=')) ?? ''
    const signed = await site.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { cookie: idp, 'x-vigie': '1' },
      payload: { email: 'returner@alpha.example', password },
    })
    expect(signed.statusCode).toBe(200)
    expect([signed.headers['set-cookie']].flat()).toContainEqual(expect.stringMatching(/^vigie_idp=; Path=\/api\/auth; .*Max-Age=0/))
  })
})

describe('an answer is refused', () => {
  let config: Config
  beforeAll(async () => {
    config = await configure()
    await site.member(site.customers.A, 'victim@alpha.example', ['global_pilote'])
  })
  const victim = { email: 'victim@alpha.example' }
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const edited = (edit: (xml: string) => string) => (answer: string) => Buffer.from(edit(Buffer.from(answer, 'base64').toString())).toString('base64')

  test.each<[string, Bent]>([
    ['for another audience', { Audience: 'https://other.example' }],
    ['for another recipient', { SubjectRecipient: 'https://other.example/acs' }],
    ['for another destination', { Destination: 'https://other.example/acs' }],
    ['that is over', { ConditionsNotOnOrAfter: minutesAgo(2) }],
    ['whose confirmation is over', { SubjectConfirmationDataNotOnOrAfter: minutesAgo(2) }],
    ['that has not begun', { ConditionsNotBefore: new Date(Date.now() + 3 * 60_000).toISOString() }],
    ['of another issuer', { Issuer: 'https://other.example' }],
    ['without an audience', { unsigned: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') }],
    ['that never ends', { unsigned: (xml) => xml.replaceAll(/ NotOnOrAfter="[^"]*"/g, '') }],
    ['without a recipient', { unsigned: (xml) => xml.replace(/ Recipient="[^"]*"/, '') }],
    ['whose confirmation answers no request', { unsigned: (xml) => xml.replace(/(<saml:SubjectConfirmationData[^>]*) InResponseTo="[^"]*"/, '$1') }],
    ['without a destination', { unsigned: (xml) => xml.replace(/ Destination="[^"]*"/, '') }],
    ['with a comment in the name', { unsigned: (xml) => xml.replace('>victim@alpha.example<', '>victim@alpha.example<!---->.evil.example<') }],
  ])('%s', async (_, bent) => expect(failureOf(await come(config, victim, bent))).toBe('answer'))

  test('that says it failed', async () => {
    expect(failureOf(await come(config, victim, { unsigned: (xml) => xml.replace('status:Success', 'status:Responder') }))).toBe('refused')
  })

  test('that answers nothing, or what nobody asked', async () => {
    expect(failureOf(await come(config, victim, { unsigned: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, '') }))).toBe('answer')
    expect(failureOf(await come(config, victim, { InResponseTo: `_${'a'.repeat(48)}` }))).toBe('request')
  })

  test('that was changed, is not signed, or is signed by somebody else', async () => {
    expect(
      failureOf(
        await come(
          config,
          { email: 'nobody@alpha.example' },
          {},
          idp,
          edited((xml) => xml.replace('nobody@alpha.example', 'victim@alpha.example')),
        ),
      ),
    ).toBe('answer')
    expect(
      failureOf(
        await come(
          config,
          victim,
          {},
          idp,
          edited((xml) => xml.replaceAll(/<(?:\w+:)?Signature[ >].*?<\/(?:\w+:)?Signature>/gs, '')),
        ),
      ),
    ).toBe('answer')
    expect(failureOf(await come(config, victim, { Issuer: idp.entityId }, stranger))).toBe('answer')
    expect(
      failureOf(
        await come(
          config,
          victim,
          {},
          idp,
          edited((xml) => xml.replaceAll('rsa-sha256', 'rsa-sha1').replaceAll('xmldsig-more#rsa-sha1', 'xmldsig#rsa-sha1')),
        ),
      ),
    ).toBe('answer')
    for (const nothing of ['', 'AAAA', Buffer.from('<a/>').toString('base64'), Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>').toString('base64')]) {
      const sent = await post(config, nothing)
      expect([sent.session, sent.status === 400 || failureOf(sent) === 'answer']).toEqual(['', true])
    }
  })

  test('that was signed with what is broken', async () => {
    const old = await samlProvider('idp.old.example', { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })
    const own = await configure({ idp_entity_id: old.entityId, sso_url: old.signInUrl, x509_certificate: old.certificate })
    expect(failureOf(await come(own, victim, {}, old))).toBe('answer')
  })

  /* A signed assertion for somebody harmless, and a forged one for the victim, in every place where a careless reader would look. */
  const assertionIn = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
  const forgedFrom = (assertion: string, id = '_forged') =>
    assertion
      .replaceAll(/<(?:\w+:)?Signature[ >].*?<\/(?:\w+:)?Signature>/gs, '')
      .replace(/ID="[^"]*"/, `ID="${id}"`)
      .replaceAll('harmless@alpha.example', 'victim@alpha.example')
  const signatureIn = (xml: string) => /<(?:\w+:)?Signature[ >].*?<\/(?:\w+:)?Signature>/s.exec(xml)?.[0] ?? ''
  const idIn = (xml: string) => /ID="([^"]*)"/.exec(xml)?.[1] ?? ''
  test.each<[string, (xml: string) => string]>([
    ['a forged assertion before the signed one', (xml) => xml.replace(assertionIn(xml), forgedFrom(assertionIn(xml)) + assertionIn(xml))],
    ['a forged assertion after it', (xml) => xml.replace(assertionIn(xml), assertionIn(xml) + forgedFrom(assertionIn(xml)))],
    [
      'the signed one inside the forged one',
      (xml) => xml.replace(assertionIn(xml), forgedFrom(assertionIn(xml)).replace('</saml:Assertion>', `${assertionIn(xml)}</saml:Assertion>`)),
    ],
    [
      'the signed one inside the forged one’s signature',
      (xml) =>
        xml.replace(
          assertionIn(xml),
          forgedFrom(assertionIn(xml)).replace(
            '<saml:Subject>',
            signatureIn(xml).replace(
              /<\/((?:\w+:)?)Signature>$/,
              `<$1Object>${assertionIn(xml).replace(signatureIn(xml), '')}</$1Object></$1Signature><saml:Subject>`,
            ),
          ),
        ),
    ],
    [
      'the signed one in extensions',
      (xml) =>
        xml
          .replace(assertionIn(xml), forgedFrom(assertionIn(xml)))
          .replace('<samlp:Status>', `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions><samlp:Status>`),
    ],
    ['two of the same name', (xml) => xml.replace(assertionIn(xml), forgedFrom(assertionIn(xml), idIn(assertionIn(xml))) + assertionIn(xml))],
    [
      'the signature moved to the forged one',
      (xml) =>
        xml.replace(assertionIn(xml), forgedFrom(assertionIn(xml), idIn(assertionIn(xml))).replace('<saml:Subject>', `${signatureIn(xml)}<saml:Subject>`)),
    ],
    [
      'a response around the response',
      (xml) =>
        `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_x" Destination="${/Destination="([^"]*)"/.exec(xml)?.[1]}" InResponseTo="${/InResponseTo="([^"]*)"/.exec(xml)?.[1]}"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${forgedFrom(assertionIn(xml))}${xml}</samlp:Response>`,
    ],
    [
      'an assertion of another namespace beside',
      (xml) =>
        xml.replace(
          assertionIn(xml),
          `${forgedFrom(assertionIn(xml)).replaceAll('saml:', 'own:').replace('<own:Assertion ', '<own:Assertion xmlns:own="urn:own" ')}${assertionIn(xml)}`,
        ),
    ],
  ])('wrapped: %s', async (_, wrap) => {
    const came = await come(
      config,
      { email: 'harmless@alpha.example' },
      {},
      idp,
      edited((xml) => {
        const wrapped = wrap(xml)
        expect(wrapped).not.toBe(xml)
        expect(wrapped).toContain('victim@alpha.example')
        return wrapped
      }),
    )
    expect(failureOf(came)).toBe('answer')
  })

  test('a second time, by another browser, or too late', async () => {
    const away = await begin(config)
    const { id } = await idp.read(away.location, away.metadata)
    const answer = await idp.answer(id, away.metadata, away.acs, away.entity, victim)
    expect(failureOf(await post(config, answer, away.cookie))).toBe('came in')
    expect(failureOf(await post(config, answer, away.cookie))).toBe('request')

    const second = await begin(config)
    const asked = await idp.read(second.location, second.metadata)
    const meant = await idp.answer(asked.id, second.metadata, second.acs, second.entity, victim)
    expect(failureOf(await post(config, meant, (await begin(config)).cookie))).toBe('browser')
    // It has been used up.
    expect(failureOf(await post(config, meant, second.cookie))).toBe('request')

    const third = await begin(config)
    await site.owner.query(`update sso_request set expires_at = now() - interval '1 minute'`)
    const late = await idp.read(third.location, third.metadata)
    expect(failureOf(await post(config, await idp.answer(late.id, third.metadata, third.acs, third.entity, victim), third.cookie))).toBe('request')
  })

  test('one assertion lets in once, even in answer to another request', async () => {
    const AssertionID = `_${'b'.repeat(40)}`
    expect(failureOf(await come(config, victim, { AssertionID }))).toBe('came in')
    expect(failureOf(await come(config, victim, { AssertionID }))).toBe('answer')
  })

  test('that another configuration asked for, even of the same provider', async () => {
    const other = await configure({ name: 'Other' })
    const away = await begin(config)
    const { id } = await idp.read(away.location, away.metadata)
    expect(failureOf(await post(other, await idp.answer(id, away.metadata, away.acs, away.entity, victim), away.cookie))).toBe('answer')
    const service = await begin(other)
    expect(failureOf(await post(other, await idp.answer(id, service.metadata, service.acs, service.entity, victim), away.cookie))).toBe('request')
  })

  test('over https the browser must bring the proof that it asked', async () => {
    const secure = await accessApp({ publicUrl: 'https://vigie.example' })
    try {
      const own = secure.browser()
      await secure.member(secure.customers.A, 'p@alpha.example', ['global_pilote'])
      await own.signIn('p@alpha.example')
      const { object } = (
        await own.call('POST', '/auth_config', {
          name: 'D',
          enabled: true,
          sandbox: false,
          idp_entity_id: idp.entityId,
          sso_url: idp.signInUrl,
          x509_certificate: idp.certificate,
        })
      ).body as unknown as { object: Config }
      const { object: made } = (await own.call('GET', `/auth_config/${object.id}`)).body as unknown as { object: Config }
      const begun = await secure.http.inject({ method: 'GET', url: `/api/auth/saml/${made.key}/login` })
      expect(String(begun.headers['set-cookie'])).toContain('HttpOnly; SameSite=None; Secure')
      const metadata = (await secure.http.inject({ method: 'GET', url: `/api/auth/saml/${made.key}/metadata` })).body
      const { id } = await idp.read(String(begun.headers.location), metadata)
      const base = `https://vigie.example/api/auth/saml/${made.key}`
      const payload = new URLSearchParams({
        SAMLResponse: await idp.answer(id, metadata, `${base}/acs`, `${base}/metadata`, { email: 'p@alpha.example' }),
      }).toString()
      const sent = await secure.http.inject({
        method: 'POST',
        url: `/api/auth/saml/${made.key}/acs`,
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(sent.headers.location).toMatch(/error=browser/)
    } finally {
      await secure.close()
    }
  })
})

describe('requests', () => {
  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/login',
    '/sso?idp=1',
    '/api/auth/check',
    '/./login',
  ])('never lead to %s', async (redirect) => {
    const config = await configure({ name: 'Redirects' })
    const { id } = await (async () => {
      const away = await begin(config, redirect)
      const read = await idp.read(away.location, away.metadata)
      expect(read.relayState).toBe('/')
      return read
    })()
    expect(id).toMatch(/^_[0-9a-f]{48}$/)
  })

  test('are not made for configurations that are unknown or not in use', async () => {
    const off = await configure({ enabled: false })
    for (const key of [off.key, '00000000-0000-4000-8000-000000000000', '7']) {
      const answer = await site.http.inject({ method: 'GET', url: `/api/auth/sso/${key}/login` })
      expect(answer.headers.location).toMatch(/^\/sso\?error=unknown&reference=/)
    }
  })
})

describe('accounts made on arrival', () => {
  const domains = [{ domain: 'alpha.example' }]

  test('wait for approval, and come in once somebody has let them in; no invitation is sent', async () => {
    const config = await configure({ jit: true, domains })
    const told = { email: 'new@alpha.example', firstname: 'Nora', lastname: 'New' }
    expect(failureOf(await come(config, told))).toBe('approval')
    expect(failureOf(await come(config, told))).toBe('approval')
    const made = await memberOf('new@alpha.example')
    expect(made).toMatchObject({ firstname: 'Nora', roles: ['contributor'], disabled: true, awaits_approval: true, roles_from_sso: true })
    expect((await pilot.call('PUT', `/member/${made?.id}/approve`, {})).body).toMatchObject({ ok: true })
    expect(failureOf(await come(config, told))).toBe('came in')
    await site.jobs()
    expect((await site.owner.query(`select 1 from account_token t join account a on a.id = t.account_id where a.email = 'new@alpha.example'`)).rows).toEqual([])
  })

  test('come in at once where the organisation wants it, in the first role', async () => {
    const config = await configure({ jit: true, approval: false, default_role: 'global_auditor', domains })
    const came = await come(config, { email: 'quick@alpha.example' })
    expect(failureOf(came)).toBe('came in')
    expect(await memberOf('quick@alpha.example')).toMatchObject({ roles: ['global_auditor'], firstname: 'quick' })
  })

  test('are made for the organisation’s domains alone', async () => {
    const config = await configure({ jit: true, approval: false, domains })
    expect(failureOf(await come(config, { email: 'somebody@elsewhere.example' }))).toBe('domain')
    const open = await configure({ jit: true, approval: false })
    expect(failureOf(await come(open, { email: 'somebody@elsewhere.example' }))).toBe('domain')
    expect(await memberOf('somebody@elsewhere.example')).toBeUndefined()
    expect((await pilot.call('POST', '/auth_config', { name: 'Pilots', default_role: 'global_pilote' })).status).toBe(400)
  })

  test('follow their groups until somebody chooses their roles by hand', async () => {
    const mappings = [
      { group_name: 'Auditors', role: 'global_auditor' },
      { group_name: 'Security', role: 'global_pilote' },
    ]
    const config = await configure({ jit: true, approval: false, domains, mappings, group_claim: 'groups' })
    const rolesWith = async (groups: string[]) => {
      expect(failureOf(await come(config, { email: 'grouped@alpha.example', groups }))).toBe('came in')
      return (await memberOf('grouped@alpha.example'))?.roles
    }
    expect(await rolesWith(['auditors'])).toEqual(['global_auditor'])
    expect(await rolesWith(['Security', 'Auditors'])).toEqual(['global_pilote', 'global_auditor'])
    expect(await rolesWith([])).toEqual(['contributor'])
    const id = (await memberOf('grouped@alpha.example'))?.id
    await pilot.call('PUT', `/member/${id}`, { roles: ['local_auditor'] })
    expect(await rolesWith(['Security'])).toEqual(['local_auditor'])
    // Nor are those of somebody whom a person has added.
    await site.member(site.customers.A, 'byhand@alpha.example', ['contributor'])
    await come(config, { email: 'byhand@alpha.example', groups: ['Security'] })
    expect((await memberOf('byhand@alpha.example'))?.roles).toEqual(['contributor'])
  })
})

test('global pilots are told once that a certificate is about to end, each in their language', async () => {
  const config = await configure({ name: 'Ending' })
  await site.member(site.customers.A, 'pilote@alpha.example', ['global_pilote'], { lang: 'fr' })
  await site.owner.query('update auth_config_state set certificate_expires_on = null where customer_id = $1', [site.customers.A])
  const told = async () => {
    await site.schedule('access.certificate', site.customers.A)
    return (
      await site.owner.query<{ to_address: string; subject: string }>(
        `delete from outbox_mail where customer_id = $1 and subject like '%Ending%' and to_address like 'pilot%' returning to_address, subject`,
        [site.customers.A],
      )
    ).rows.toSorted((a, b) => (a.to_address < b.to_address ? -1 : 1))
  }
  const end = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  expect(await told()).toEqual([])
  await site.owner.query('update auth_config_state set certificate_expires_on = $3 where customer_id = $1 and config_id = $2', [
    site.customers.A,
    config.id,
    end,
  ])
  const [year, month, day] = end.split('-')
  expect(await told()).toEqual([
    { to_address: 'pilot@alpha.example', subject: `The certificate of Ending ends on ${month}/${day}/${year}` },
    { to_address: 'pilote@alpha.example', subject: `Le certificat de Ending expire le ${day}/${month}/${year}` },
  ])
  expect(await told()).toEqual([])
})

test('a key pair of its own signs requests, with a certificate that others can read', async () => {
  const { certificate } = await newSigningKey('Vigie', new Date('2026-01-31T00:00:00Z'))
  const read = new X509Certificate(certificate)
  expect([read.subject, read.verify(read.publicKey), new Date(read.validTo).getUTCFullYear()]).toEqual(['CN=Vigie', true, 2046])
})
