import { afterEach, expect, test } from 'vitest'
import type { Asked, Config } from '#areas/connectors/server/adapters/adapter.ts'
import { allOf, fakeService, metrics, testReach, type Call, type FakeService, type Said } from '#tools/test/fake-service.ts'
import { graph } from './collect.ts'

const token = `${Buffer.from('{}').toString('base64url')}.${Buffer.from(JSON.stringify({ app_displayname: 'Vigie reads' })).toString('base64url')}.x`
const forbidden = (message = 'Insufficient privileges to complete the operation.'): Said => ({
  status: 403,
  json: { error: { code: 'Authorization_RequestDenied', message } },
})

let fake: FakeService
afterEach(() => fake.close())

/** As the service answers; what is given answers first. */
async function serve(first: (call: Call) => Said | undefined = () => undefined): Promise<Config> {
  fake = await fakeService((call) => {
    const own = first(call)
    if (own) return own
    const { pathname, searchParams } = call.url
    if (pathname === '/t-1/oauth2/v2.0/token') return { json: { token_type: 'Bearer', expires_in: 3599, access_token: token } }
    if (call.headers.authorization !== `Bearer ${token}`)
      return { status: 401, json: { error: { code: 'InvalidAuthenticationToken', message: 'Access token is empty.' } } }
    if (pathname === '/v1.0/security/secureScores')
      return {
        json: {
          value: [
            {
              id: 't-1_2026-11-30',
              azureTenantId: 't-1',
              createdDateTime: '2026-11-30T00:00:00Z',
              currentScore: 45,
              maxScore: 60,
              controlScores: [
                { controlName: 'AdminMFAV2', controlCategory: 'Identity', score: 5, description: '<p>Ask admins for more.</p>' },
                { controlName: 'SigninRisk', controlCategory: 'Identity', score: 10 },
                { controlName: 'dlp', controlCategory: 'Data', score: 0 },
              ],
            },
          ],
        },
      }
    if (pathname === '/v1.0/security/secureScoreControlProfiles')
      return searchParams.has('$skiptoken')
        ? {
            json: {
              value: [
                {
                  id: 'dlp',
                  title: 'Policies',
                  maxScore: 4,
                  controlCategory: 'Data',
                  controlStateUpdates: [
                    { state: 'Default', updatedDateTime: '2025' },
                    { state: 'Ignored', updatedDateTime: '2026' },
                  ],
                },
                { id: 'other', title: 'Not of this tenant', maxScore: 4, controlCategory: 'Apps' },
              ],
            },
          }
        : {
            json: {
              '@odata.nextLink': `${fake.url}/v1.0/security/secureScoreControlProfiles?$skiptoken=x`,
              value: [
                {
                  id: 'AdminMFAV2',
                  title: 'Ensure admins have MFA',
                  maxScore: 10,
                  controlCategory: 'Identity',
                  deprecated: false,
                  remediation: 'Do <b>this</b>.<br/>And &amp; that.',
                },
                { id: 'SigninRisk', title: 'Risk', maxScore: 10, controlCategory: 'Identity' },
              ],
            },
          }
    if (pathname === '/v1.0/reports/authenticationMethods/userRegistrationDetails')
      return {
        json: {
          value: [
            { id: '1', isAdmin: true, isMfaRegistered: false, userType: 'member' },
            { id: '2', isAdmin: false, isMfaRegistered: true, userType: 'member' },
            { id: '3', isAdmin: false, isMfaRegistered: false, userType: 'member' },
            { id: '4', isAdmin: false, isMfaRegistered: true, userType: 'member' },
            { id: '5', isAdmin: false, isMfaRegistered: false, userType: 'guest' },
          ],
        },
      }
    if (pathname === '/v1.0/users')
      return {
        json: {
          value: [
            { id: '1', createdDateTime: '2026-11-20T00:00:00Z', signInActivity: null },
            { id: '2', createdDateTime: '2025-01-01T00:00:00Z', signInActivity: { lastSignInDateTime: '2026-08-01T00:00:00Z' } },
            { id: '3', createdDateTime: '2025-01-01T00:00:00Z' },
            {
              id: '4',
              createdDateTime: '2025-01-01T00:00:00Z',
              signInActivity: { lastSignInDateTime: '2025-08-01T00:00:00Z', lastNonInteractiveSignInDateTime: '2026-11-29T00:00:00Z' },
            },
          ],
        },
      }
    return undefined
  })
  return { tenant: 't-1', client_id: 'c-1', client_secret: 'the-secret', base_url: `${fake.url}/v1.0`, login_url: fake.url }
}

const every = metrics('secure_score', 'people_without_mfa', 'people_with_mfa', 'admins_without_mfa', 'stale_guests')

test('the score, people without strong authentication and stale guests are counted', async () => {
  const config = await serve()
  const brought = await allOf(graph, config, { metrics: [...every, { key: 'stale_guests', parameters: { days: '180' } }] }, testReach())
  expect(brought.map((one) => one.is === 'value' && [one.metric, one.value])).toEqual([
    ['secure_score', 75],
    ['people_without_mfa', 2],
    ['admins_without_mfa', 1],
    ['people_with_mfa', 50],
    ['stale_guests', 2],
    ['stale_guests', 1],
  ])
  expect(fake.calls.filter(({ url }) => url.pathname.endsWith('/token'))).toHaveLength(1)
  expect(fake.calls.find(({ url }) => url.pathname.endsWith('/users'))?.url.searchParams.get('$filter')).toContain("userType eq 'Guest'")
})

test('controls are findings and metrics of their own, over all pages', async () => {
  const config = await serve()
  const asked: Asked['metrics'] = [
    { key: 'secure_score_category', parameters: { category: 'Identity' } },
    { key: 'secure_score_control', parameters: { control: 'AdminMFAV2' } },
    { key: 'secure_score_control', parameters: { control: 'unknown' } },
  ]
  const reach = testReach()
  const brought = await allOf(graph, config, { metrics: asked, findings: true }, reach)
  expect(brought.flatMap((one) => (one.is === 'found' ? [[one.found.code, one.found.state]] : []))).toEqual([
    ['AdminMFAV2', 'FOUND'],
    ['SigninRisk', 'PASSED'],
    ['dlp', 'SUPPRESSED'],
  ])
  expect(brought.find((one) => one.is === 'found')).toMatchObject({
    found: { name: 'Ensure admins have MFA', description: 'Ask admins for more.\n\nDo this.\nAnd & that.', foundBy: 'Microsoft Secure Score · t-1' },
  })
  expect(brought.at(3)).toEqual({ is: 'whole', foundBy: 'Microsoft Secure Score · t-1' })
  expect(brought.slice(4).map((one) => one.is === 'value' && one.value)).toEqual([75, 50])
  expect(reach.lines).toEqual([{ level: 'warning', key: 'nothing_there', values: { metric: 'secure_score_control' } }])
})

test('without the right to the audit log its metrics stay empty and are named, and the score comes', async () => {
  const config = await serve(({ url }) => (/userRegistrationDetails|users$/.test(url.pathname) ? forbidden() : undefined))
  const reach = testReach()
  expect(await allOf(graph, config, { metrics: every }, reach)).toEqual([{ is: 'value', metric: 'secure_score', parameters: {}, value: 75 }])
  expect(reach.lines.map(({ values }) => [values?.['metric'], values?.['right']])).toEqual(
    ['people_without_mfa', 'people_with_mfa', 'admins_without_mfa', 'stale_guests'].map((metric) => [metric, 'AuditLog.Read.All']),
  )
  expect(await graph.test(config, testReach())).toMatchObject({ as: 'Vigie reads', missing: ['AuditLog.Read.All', 'User.Read.All, AuditLog.Read.All'] })
})

test('a licence that does not include it is said otherwise', async () => {
  const config = await serve(({ url }) =>
    url.pathname.endsWith('/users') ? forbidden("Neither tenant is B2C or tenant doesn't have premium license") : undefined,
  )
  const reach = testReach()
  await allOf(graph, config, { metrics: metrics('stale_guests') }, reach)
  expect(reach.lines).toMatchObject([{ key: 'not_licensed' }])
})

test('a wrong secret is refused in the words of the service, without the secret', async () => {
  const config = await serve(({ url }) =>
    url.pathname.endsWith('/token')
      ? { status: 401, json: { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret the-secret provided.' } }
      : undefined,
  )
  await expect(graph.test(config, testReach())).rejects.toMatchObject({ reason: 'refused', told: '401 AADSTS7000215: Invalid client secret … provided.' })
})

test('a tenant without a score says so', async () => {
  const config = await serve(({ url }) => (url.pathname.endsWith('/secureScores') ? { json: { value: [] } } : undefined))
  const reach = testReach()
  expect(await allOf(graph, config, { metrics: metrics('secure_score') }, reach)).toEqual([])
  expect(reach.lines).toMatchObject([{ key: 'nothing_there' }])
})

test('the same page for ever, and one on another server, stop the run', async () => {
  for (const next of ['/v1.0/security/secureScoreControlProfiles?n=1', 'http://127.0.0.1:1/x']) {
    const config = await serve(({ url }) =>
      url.pathname.endsWith('/secureScoreControlProfiles')
        ? { json: { '@odata.nextLink': next.startsWith('/') ? `${fake.url}${next}` : next, value: [{ id: 'AdminMFAV2', maxScore: 10 }] } }
        : undefined,
    )
    await expect(allOf(graph, config, { findings: true }, testReach())).rejects.toMatchObject({ reason: 'unexpected' })
    expect(fake.calls.length).toBeLessThan(6)
    if (next.startsWith('/')) await fake.close()
  }
})

test('a control that is not understood is left out, and nothing is taken for gone', async () => {
  const config = await serve(({ url }) =>
    url.pathname.endsWith('/secureScoreControlProfiles') ? { json: { value: [{ id: 'AdminMFAV2', maxScore: 10 }, { id: 7 }] } } : undefined,
  )
  const reach = testReach()
  const brought = await allOf(graph, config, { findings: true }, reach)
  expect(brought.map(({ is }) => is)).toEqual(['found'])
  expect(reach.lines).toMatchObject([{ key: 'not_readable', values: { count: 1 } }])
})
