import { X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { password } from '#tools/test/access-app.ts'
import { samlSite } from '#tools/test/saml-site.ts'
import { newSigningKey } from './certificate.ts'

const { site, idp, pilot, configure, begin, come, get, failureOf, memberOf } = await samlSite()
let server: Server
let published = ''
let serverUrl = ''
beforeAll(async () => {
  server = createServer((_, response) => response.end(published))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  serverUrl = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await site.close()
})
beforeEach(() => site.owner.query('delete from rate_limit'))

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
    const attributes = { email: 'new@alpha.example', firstname: 'Nora', lastname: 'New' }
    expect(failureOf(await come(config, attributes))).toBe('approval')
    expect(failureOf(await come(config, attributes))).toBe('approval')
    const made = await memberOf('new@alpha.example')
    expect(made).toMatchObject({ firstname: 'Nora', roles: ['contributor'], disabled: true, awaits_approval: true, roles_from_sso: true })
    expect((await pilot.call('PUT', `/member/${made?.id}/approve`, {})).body).toMatchObject({ ok: true })
    expect(failureOf(await come(config, attributes))).toBe('came in')
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

test('global pilots are told once that a certificate is about to end', async () => {
  const config = await configure({ name: 'Ending' })
  await site.owner.query('update auth_config_state set certificate_expires_on = null where customer_id = $1', [site.customers.A])
  const readNotifications = async () => {
    await site.schedule('access.certificate', site.customers.A)
    const { objects } = (await pilot.call('GET', '/notification')).body as unknown as {
      objects: { kind: string; entity: string; day: string; object: { id: number } }[]
    }
    return objects.filter(({ object, entity }) => entity === 'auth_config' && object.id === config.id).map(({ kind, day }) => [kind, day])
  }
  const end = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  expect(await readNotifications()).toEqual([])
  await site.owner.query('update auth_config_state set certificate_expires_on = $3 where customer_id = $1 and config_id = $2', [
    site.customers.A,
    config.id,
    end,
  ])
  expect(await readNotifications()).toEqual([['expiring', end]])
  expect(await readNotifications()).toEqual([['expiring', end]])
})

test('a key pair of its own signs requests, with a certificate that others can read', async () => {
  const { certificate } = await newSigningKey('Vigie', new Date('2026-01-31T00:00:00Z'))
  const read = new X509Certificate(certificate)
  expect([read.subject, read.verify(read.publicKey), new Date(read.validTo).getUTCFullYear()]).toEqual(['CN=Vigie', true, 2046])
})
