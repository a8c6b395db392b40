import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessApp, type Browser } from '#tools/test/access-app.ts'
import { client, oidcProvider } from '#tools/test/oidc-provider.ts'

let site: Awaited<ReturnType<typeof accessApp>>
let pilot: Browser
let root: Browser
let provider: Awaited<ReturnType<typeof oidcProvider>>

beforeAll(async () => {
  site = await accessApp({ allowedHosts: 'localhost' })
  pilot = site.browser()
  root = site.browser()
  await site.member(site.customers.A, 'pilot@alpha.example', ['global_pilote'])
  await pilot.signIn('pilot@alpha.example')
  await root.signIn('root@vigie.example')
  provider = await oidcProvider()
})
afterAll(async () => {
  provider.stop()
  await site.close()
})
beforeEach(async () => {
  provider.bends()
  provider.vouchesFor({ email: 'ada@alpha.example', email_verified: true, given_name: 'Ada', family_name: 'Alpha' })
  await site.owner.query('delete from rate_limit')
})

interface Config {
  readonly id: number
  readonly key: string
}

async function configure(body: object = {}, by = pilot): Promise<Config> {
  const made = await by.call('POST', '/auth_config', {
    name: 'Cloud',
    type: 'OIDC',
    enabled: true,
    sandbox: false,
    issuer_url: provider.issuer,
    client_id: client.client_id,
    ...body,
  })
  expect(made.body).toMatchObject({ ok: true })
  const { id } = made.body.object
  await by.call('PUT', `/auth_config/${id}/secret`, { client_secret: client.client_secret })
  const { object } = (await by.call('GET', `/auth_config/${id}`)).body as unknown as { object: Config }
  provider.expect(`http://localhost/api/auth/oidc/${object.key}/callback`)
  return object
}

async function begin(config: Config, redirect = '/home') {
  const answer = await site.http.inject({ method: 'GET', url: `/api/auth/sso/${config.key}/login?redirect=${encodeURIComponent(redirect)}` })
  return { location: String(answer.headers.location), cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '' }
}

/** What the provider sends the browser back with. */
async function vouched(location: string): Promise<URL> {
  const cookies = new Map<string, string>()
  for (let url = new URL(location); ;) {
    if (url.origin !== provider.issuer) return url
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie: [...cookies.values()].join('; ') } })
    for (const cookie of answer.headers.getSetCookie()) cookies.set(cookie.split('=')[0] ?? '', cookie.split(';')[0] ?? '')
    url = new URL(answer.headers.get('location') ?? 'http://nowhere.invalid', provider.issuer)
  }
}

async function back(url: URL, cookie: string) {
  const answer = await site.http.inject({ method: 'GET', url: `${url.pathname}${url.search}`, headers: { cookie } })
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  return {
    location: new URL(String(answer.headers.location), 'http://localhost'),
    session: cookies.find((each) => each.startsWith('vigie_session='))?.split(';')[0] ?? '',
  }
}
const failureOf = ({ location, session }: { location: URL; session: string }) => (session ? 'came in' : location.searchParams.get('error'))

async function come(config: Config, change: (url: URL) => void = () => {}) {
  const away = await begin(config)
  const url = await vouched(away.location)
  change(url)
  return back(url, away.cookie)
}
const check = async (session: string) =>
  (await site.http.inject({ method: 'GET', url: '/api/auth/check', headers: { cookie: session } })).json() as { user: Record<string, unknown> }

test('a member comes in, tied to the organisation, by a code that only the asker can use', async () => {
  const config = await configure()
  await site.member(site.customers.A, 'ada@alpha.example', ['contributor'])
  const away = await begin(config, '/my_objects')
  const asked = new URL(away.location).searchParams
  expect([asked.get('code_challenge_method'), asked.get('scope'), asked.get('response_type')]).toEqual(['S256', 'openid email profile', 'code'])
  expect(asked.get('state') && asked.get('nonce')).toBeTruthy()
  const came = await back(await vouched(away.location), away.cookie)
  expect([failureOf(came), came.location.searchParams.get('redirect')]).toEqual(['came in', '/my_objects'])
  expect((await check(came.session)).user).toMatchObject({ email: 'ada@alpha.example', method: 'OIDC', tied: true })
})

describe('an answer is refused', () => {
  test('with another state, without one, a second time, or from another browser', async () => {
    const config = await configure()
    expect(failureOf(await come(config, (url) => url.searchParams.set('state', `_${'0'.repeat(48)}`)))).toBe('request')
    expect(failureOf(await come(config, (url) => url.searchParams.delete('state')))).toBe('answer')
    expect(failureOf(await come(config, (url) => url.searchParams.set('state', 'x'.repeat(300))))).toBe('answer')
    const away = await begin(config)
    const url = await vouched(away.location)
    expect(failureOf(await back(url, ''))).toBe('browser')
    const other = await begin(config)
    expect(failureOf(await back(await vouched(other.location), (await begin(config)).cookie))).toBe('browser')
    const again = await begin(config)
    const answered = await vouched(again.location)
    expect(failureOf(await back(answered, again.cookie))).toBe('came in')
    expect(failureOf(await back(answered, again.cookie))).toBe('request')
  })

  test('that comes from another issuer, or is an error', async () => {
    const config = await configure()
    expect(failureOf(await come(config, (url) => url.searchParams.set('iss', 'https://other.example')))).toBe('answer')
    expect(failureOf(await come(config, (url) => url.searchParams.delete('iss')))).toBe('answer')
    expect(
      failureOf(
        await come(config, (url) => {
          url.searchParams.delete('code')
          url.searchParams.set('error', 'access_denied')
        }),
      ),
    ).toBe('refused')
  })

  test('with a code of another request: its verifier and nonce are others', async () => {
    const config = await configure()
    const stolen = (await vouched((await begin(config)).location)).searchParams.get('code') ?? ''
    expect(failureOf(await come(config, (url) => url.searchParams.set('code', stolen)))).toBe('answer')
    const away = await begin(config)
    const asked = new URL(away.location)
    asked.searchParams.set('nonce', 'another')
    expect(failureOf(await back(await vouched(asked.href), away.cookie))).toBe('answer')
  })

  test('at the address of another configuration', async () => {
    const other = await configure({ name: 'Other' })
    const config = await configure()
    expect(failureOf(await come(config, (url) => (url.pathname = `/api/auth/oidc/${other.key}/callback`)))).toBe('request')
  })

  test('whose token is signed by nobody known, or changed', async () => {
    const config = await configure()
    provider.bends((path, body) => {
      if (!path.startsWith('/token')) return body
      const answer = JSON.parse(body) as { id_token: string }
      const [head, claims = '', signature] = answer.id_token.split('.')
      const changed = { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), email: 'pilot@alpha.example' }
      return JSON.stringify({ ...answer, id_token: [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.') })
    })
    expect(failureOf(await come(config))).toBe('answer')
  })

  test('for an address that the provider has not verified, or does not tell', async () => {
    const config = await configure()
    provider.vouchesFor({ email: 'ada@alpha.example', email_verified: false })
    expect(failureOf(await come(config))).toBe('unverified')
    provider.vouchesFor({})
    expect(failureOf(await come(config))).toBe('email')
  })
})

test('a provider on a private address, or none, is not asked', async () => {
  for (const url of ['https://127.0.0.1:9', 'http://10.0.0.1', 'https://169.254.169.254']) {
    const config = await configure({ issuer_url: url })
    expect((await begin(config)).location).toMatch(/^\/sso\?error=provider&reference=/)
    expect((await pilot.call('POST', `/auth_config/${config.id}/test`)).body).toMatchObject({ ok: false, code: 'PROVIDER_SILENT' })
  }
})

test('the client secret is kept sealed and told to nobody', async () => {
  const config = await configure()
  const row = (await pilot.call('GET', `/auth_config/${config.id}`)).body
  expect(row.object).toMatchObject({ client_secret_set: true })
  expect(
    JSON.stringify([row, (await pilot.call('POST', '/auth_config/page', {})).body, (await pilot.call('GET', `/auth_config/${config.id}/history`)).body]),
  ).not.toContain('a-secret-of')
  const { rows } = await site.owner.query<{ client_secret: string }>('select client_secret from auth_config_state where config_id = $1', [config.id])
  expect(rows[0]?.client_secret).not.toContain('a-secret')
})

describe('the first step', () => {
  const step = async (email: string) => (await site.browser().call('POST', '/auth/login/email', { email })).body as { saml?: { redirect: string } }

  test('sends people of a confirmed domain away, whether they have an account or not', async () => {
    const config = await configure({ domains: [{ domain: 'alpha.example' }] })
    expect((await step('ada@alpha.example')).saml).toBeUndefined()
    expect((await pilot.call('PUT', `/auth_config/${config.id}/domain`, { domain: 'alpha.example', confirmed: true })).status).toBe(403)
    await root.call('PUT', '/user/customer', { customer_id: site.customers.A })
    expect((await root.call('PUT', `/auth_config/${config.id}/domain`, { domain: 'alpha.example', confirmed: true })).body).toMatchObject({ ok: true })
    const [known, unknown] = [await step('ada@alpha.example'), await step('Nobody@Alpha.example')]
    expect(known).toEqual(unknown)
    expect(known.saml?.redirect).toBe(`/api/auth/sso/${config.key}/login`)
    expect((await step('ada@sub.alpha.example')).saml).toBeUndefined()
    const second = await configure({ name: 'Second', domains: [{ domain: 'Alpha.example' }] })
    expect((await root.call('PUT', `/auth_config/${second.id}/domain`, { domain: 'alpha.example', confirmed: true })).status).toBe(409)

    // Taken off and put on again, it must be confirmed anew; and it does not count in sandbox mode, nor once switched off.
    await pilot.call('PUT', `/auth_config/${config.id}`, { sandbox: true })
    expect((await step('ada@alpha.example')).saml).toBeUndefined()
    await pilot.call('PUT', `/auth_config/${config.id}`, { sandbox: false, domains: [] })
    await pilot.call('PUT', `/auth_config/${config.id}`, { domains: [{ domain: 'alpha.example' }] })
    expect((await step('ada@alpha.example')).saml).toBeUndefined()
    await root.call('PUT', '/user/customer', { customer_id: null })
  })

  test('sends the people of a sandbox away, unless others know them too', async () => {
    const alone = await site.member(site.customers.A, 'alone@alpha.example', ['contributor'])
    const shared = await site.member(site.customers.A, 'shared@alpha.example', ['contributor'])
    await site.member(site.customers.B, 'shared@alpha.example', ['contributor'])
    const config = await configure({ sandbox: true, sandbox_users: [alone, shared] })
    expect((await step('alone@alpha.example')).saml?.redirect).toContain(config.key)
    expect((await step('shared@alpha.example')).saml).toBeUndefined()
    expect(failureOf(await come(config))).toBe('sandbox')
    provider.vouchesFor({ email: 'alone@alpha.example', email_verified: true })
    expect(failureOf(await come(config))).toBe('came in')
    expect((await pilot.call('POST', '/auth_config', { name: 'Twice', sandbox_users: [alone, alone] })).body).toMatchObject({
      errors: { sandbox_users: ['This user is already in this authentication method'] },
    })
  })
})

test('the provider’s own configuration vouches for accounts everywhere, in confirmed domains alone', async () => {
  const config = await configure({ domains: [{ domain: 'alpha.example' }] }, root)
  expect(failureOf(await come(config))).toBe('domain')
  await root.call('PUT', `/auth_config/${config.id}/domain`, { domain: 'alpha.example', confirmed: true })
  const came = await come(config)
  expect(failureOf(came)).toBe('came in')
  expect((await check(came.session)).user).toMatchObject({ email: 'ada@alpha.example', tied: false, customer: { id: site.customers.A } })
  provider.vouchesFor({ email: 'nobody@alpha.example' })
  expect(failureOf(await come(config))).toBe('account')
})

test('what is not whole cannot be switched on, and an organisation that uses it cannot be removed', async () => {
  const made = await pilot.call('POST', '/auth_config', { name: 'Draft' })
  expect(made.body).toMatchObject({ ok: true })
  const { id } = made.body.object
  const refused = 'Fill either the metadata URL or the individual fields'
  expect((await pilot.call('PUT', `/auth_config/${id}`, { enabled: true })).body).toMatchObject({ errors: { metadata_url: [refused] } })
  expect((await pilot.call('PUT', `/auth_config/${id}`, { metadata_url: 'https://idp.example/m', sso_url: 'https://idp.example/s' })).body).toMatchObject({
    errors: { metadata_url: [refused] },
  })
  expect((await pilot.call('PUT', `/auth_config/${id}`, { x509_certificate: 'no certificate' })).body).toMatchObject({
    errors: { x509_certificate: ['This is not an X.509 certificate'] },
  })
  await root.call('PUT', '/user/customer', { customer_id: null })
  const deletion = { asked: true, identifier: 'alpha', version: 1 }
  expect((await root.call('PUT', `/customer/${site.customers.A}/deletion`, deletion)).body).toMatchObject({
    ok: false,
    message: 'Authentication is configured for this customer, it cannot be removed',
  })
  expect((await root.call('PUT', `/customer/${site.customers.B}/suspension`, { suspended: true, reason: 'Unpaid', version: 1 })).body).toMatchObject({
    ok: true,
  })
})
