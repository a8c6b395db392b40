/** An organisation with a SAML provider of its own, its pilot who configures it, and browsers on their way there and back. */
import { expect } from 'vitest'
import { accessApp } from './access-app.ts'
import { samlProvider, type Bent, type SamlClaims } from './saml-provider.ts'

export interface SamlConfig {
  readonly id: number
  readonly key: string
}

/** On a server of its own; `failureOf` answers why somebody was sent back, or that they came in. */
export async function samlSite() {
  const site = await accessApp({ allowedHosts: 'localhost' })
  const idp = await samlProvider('idp.alpha.example')
  const pilot = site.browser()
  await site.member(site.customers.A, 'pilot@alpha.example', ['global_pilote'])
  await pilot.signIn('pilot@alpha.example')

  /** A configuration of Alpha, by default one that knows the provider's certificate. */
  async function configure(body: object = {}): Promise<SamlConfig> {
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
    const made = await pilot.call('POST', '/auth_config', whole)
    expect(made.body).toMatchObject({ ok: true })
    return (await pilot.call('GET', `/auth_config/${made.body.object.id}`)).body.object as SamlConfig
  }

  /** A browser on its way: its cookies, and the request that it carries. */
  async function begin(config: SamlConfig, redirect = '/home?x=1') {
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

  async function post(config: SamlConfig, answer: string, cookie = '') {
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
  async function come(config: SamlConfig, claims: SamlClaims, bent: Bent = {}, by = idp, change: (answer: string) => string = (answer) => answer) {
    const away = await begin(config)
    const { id } = await idp.read(away.location, away.metadata)
    return post(config, change(await by.answer(id, away.metadata, away.acs, away.entity, claims, bent)), away.cookie)
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

  return { site, idp, pilot, configure, begin, post, come, get, failureOf, memberOf }
}
