import { afterEach, expect, test } from 'vitest'
import type { Config } from '#areas/connectors/server/adapters/adapter.ts'
import { allOf, fakeService, metrics, testReach, type Call, type FakeService, type Said } from '#tools/test/fake-service.ts'
import { defender } from './collect.ts'

let fake: FakeService
afterEach(() => fake.close())

const row = (device: string, cve: string | null, more = {}) => ({
  id: `${device}_microsoft_edge_1.0_${cve ?? ''}`,
  deviceId: device,
  deviceName: `${device}.internal`,
  rbacGroupName: 'all',
  osPlatform: 'Windows11',
  softwareVendor: 'microsoft',
  softwareName: 'edge',
  softwareVersion: '1.0',
  cveId: cve,
  vulnerabilitySeverityLevel: 'High',
  cvssScore: 7.5,
  recommendedSecurityUpdate: 'November 2026 Security Updates',
  recommendationReference: 'va-_-microsoft-_-edge',
  firstSeenTimestamp: '2026-11-03 10:54:34',
  diskPaths: ['C:\\Program Files\\edge.exe'],
  ...more,
})

async function serve(first: (call: Call) => Said | undefined = () => undefined): Promise<Config> {
  fake = await fakeService((call) => {
    const own = first(call)
    if (own) return own
    switch (call.url.pathname) {
      case '/t-1/oauth2/v2.0/token':
        return { json: { expires_in: 30, access_token: `token-${fake.calls.length}` } }
      case '/api/machines/SoftwareVulnerabilitiesByMachine':
        return call.url.searchParams.has('$skiptoken')
          ? { json: { value: [row('b', 'CVE-2026-1111', { vulnerabilitySeverityLevel: 'Critical' })] } }
          : {
              json: {
                '@odata.nextLink': `${fake.url}/api/machines/SoftwareVulnerabilitiesByMachine?$skiptoken=2`,
                value: [row('a', 'CVE-2026-1111'), row('a', null)],
              },
            }
      case '/api/exposureScore':
        return { json: { time: '2026-11-30T00:00:00Z', score: 33.5 } }
      case '/api/machines':
        return {
          json: {
            value: [
              { id: '1', healthStatus: 'Active', onboardingStatus: 'Onboarded' },
              { id: '2', healthStatus: 'NoSensorData', onboardingStatus: 'Onboarded' },
              { id: '3', healthStatus: 'Unknown', onboardingStatus: 'CanBeOnboarded' },
            ],
          },
        }
      default:
        return undefined
    }
  })
  return { tenant: 't-1', client_id: 'c-1', client_secret: 'the-secret', base_url: fake.url, login_url: fake.url }
}

test('vulnerabilities come by device with their CVE, over all pages', async () => {
  const brought = await allOf(defender, await serve(), { findings: true }, testReach())
  expect(brought.map((one) => (one.is === 'found' ? one.found.key : one.is))).toEqual([
    'Microsoft Defender · t-1|a|microsoft|edge|1.0|CVE-2026-1111',
    'Microsoft Defender · t-1|b|microsoft|edge|1.0|CVE-2026-1111',
    'whole',
  ])
  expect(brought[0]).toMatchObject({
    found: {
      name: 'CVE-2026-1111 – microsoft edge 1.0 – a.internal',
      score: 75,
      cves: ['CVE-2026-1111'],
      code: 'va-_-microsoft-_-edge',
      place: { account: 'a.internal', package: 'microsoft edge 1.0' },
    },
  })
})

test('a token that ends soon is renewed within a run', async () => {
  await allOf(defender, await serve(), { findings: true }, testReach())
  expect(fake.calls.filter(({ path }) => path.endsWith('/token')).length).toBeGreaterThan(1)
})

test('vulnerabilities, exposure and health are counted', async () => {
  const asked = [
    { key: 'device_vulnerabilities', parameters: { severity: 'critical' } },
    { key: 'device_vulnerabilities', parameters: { severity: 'any' } },
    ...metrics('exposure_score', 'silent_devices', 'healthy_devices'),
  ]
  const brought = await allOf(defender, await serve(), { metrics: asked }, testReach())
  expect(brought.map((one) => one.is === 'value' && one.value)).toEqual([1, 2, 33.5, 1, 50])
})

test('each right that is missing leaves its own metric empty', async () => {
  const config = await serve(({ path }) =>
    /Software|exposure/.test(path)
      ? { status: 403, json: { error: { code: 'Forbidden', message: 'The application does not have any of the required permissions' } } }
      : undefined,
  )
  const reach = testReach()
  const asked = metrics('device_vulnerabilities', 'exposure_score', 'silent_devices')
  expect(await allOf(defender, config, { findings: true, metrics: asked }, reach)).toEqual([
    { is: 'value', metric: 'silent_devices', parameters: {}, value: 1 },
  ])
  expect(reach.lines.map(({ values }) => values?.['right'])).toEqual(['Vulnerability.Read.All', 'Score.Read.All'])
  expect(await defender.test(config, testReach())).toMatchObject({ as: 'c-1', missing: ['Vulnerability.Read.All', 'Score.Read.All'] })
})

test('its limit of calls is waited for', async () => {
  let n = 0
  const config = await serve(({ path }) =>
    path.includes('exposureScore') && (n += 1) === 1
      ? { status: 429, headers: { 'retry-after': '17' }, json: { error: { message: 'Rate limit' } } }
      : undefined,
  )
  const reach = testReach()
  expect(await allOf(defender, config, { metrics: metrics('exposure_score') }, reach)).toHaveLength(1)
  expect(reach.waits).toEqual([17_000])
})
