import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessApp } from '#tools/test/access-app.ts'
import { newSigningKey } from './certificate.ts'

let site: Awaited<ReturnType<typeof accessApp>>
let key: string
beforeAll(async () => {
  site = await accessApp()
  await site.member(site.customers.A, 'pilot@alpha.example', ['global_pilote'])
  const pilot = site.browser()
  await pilot.signIn('pilot@alpha.example')
  const { certificate } = await newSigningKey('idp', new Date())
  const made = await pilot.call('POST', '/auth_config', {
    name: 'Directory',
    type: 'SAML',
    enabled: true,
    sandbox: false,
    idp_entity_id: 'https://idp.alpha.example',
    sso_url: 'https://idp.alpha.example/sso',
    x509_certificate: certificate,
  })
  key = ((await pilot.call('GET', `/auth_config/${made.body.object.id}`)).body.object as unknown as { key: string }).key
})
afterAll(() => site.close())
beforeEach(() => site.owner.query('delete from rate_limit'))

/** Where a browser is sent that follows an address of ours. */
async function followed(url: string): Promise<unknown[]> {
  const { statusCode, headers } = await site.http.inject({ method: 'GET', url: `/api/auth/${url}` })
  const { pathname, searchParams } = new URL(headers.location ?? '/', 'http://localhost')
  return [statusCode, pathname, searchParams.get('error'), (searchParams.get('reference') ?? '').length]
}
const redirectFor = (why: string) => [303, '/sso', why, 36]

test('an address that names no configuration leads to a page that says so', async () => {
  for (const kind of ['sso', 'saml']) {
    for (const none of ['nonsense', '00000000-0000-0000-0000-000000000000', '-'.repeat(36)])
      expect(await followed(`${kind}/${none}/login`)).toEqual(redirectFor('unknown'))
  }
})

test('an answer without what makes one leads there too', async () => {
  for (const payload of ['', 'SAMLart=AAQAAM']) {
    const { statusCode, headers } = await site.http.inject({
      method: 'POST',
      url: `/api/auth/saml/${key}/acs`,
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([statusCode, headers.location]).toEqual([303, expect.stringMatching(/^\/sso\?error=answer&reference=/)])
  }
})

test('a way back that is too long keeps nobody from signing in', async () => {
  const { headers } = await site.http.inject({ method: 'GET', url: `/api/auth/sso/${key}/login?redirect=/${'x'.repeat(2001)}` })
  expect(headers.location).toContain('https://idp.alpha.example/sso?')
})

test('who comes too often is told so, and so is everybody when it is we who fail', async () => {
  for (let i = 0; i < 60; i += 1) await followed('sso/nonsense/login')
  expect(await followed(`sso/${key}/login`)).toEqual(redirectFor('throttled'))
  await site.owner.query('delete from rate_limit; alter function sso_place(uuid) rename to sso_place_gone')
  try {
    expect(await followed(`sso/${key}/login`)).toEqual(redirectFor('server'))
  } finally {
    await site.owner.query('alter function sso_place_gone(uuid) rename to sso_place')
  }
})

test('a cookie that names no configuration keeps nobody from signing out', async () => {
  const { statusCode } = await site.http.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie: `vigie_idp=${'-'.repeat(36)}`, 'x-vigie': '1' } })
  expect(statusCode).toBe(200)
})
