import { afterEach, expect, test } from 'vitest'
import type { Config } from '#areas/connectors/server/adapters/adapter.ts'
import { allOf, fakeService, metrics, testReach, type Call, type FakeService, type Said } from '#tools/test/fake-service.ts'
import { tenableVm } from './collect.ts'

let fake: FakeService
afterEach(() => fake.close())

const vulnerability = (asset: string, plugin: number, more: Readonly<Record<string, unknown>> = {}) => ({
  asset: { uuid: asset, hostname: `${asset}.internal`, ipv4: '10.0.0.1', device_type: 'general-purpose' },
  output: 'secret output of the plugin',
  plugin: {
    id: plugin,
    name: `Plugin ${plugin}`,
    description: 'Described',
    solution: 'Update',
    cve: ['CVE-2026-1234', 'cve-2026-99999'],
    cvss3_base_score: 9.8,
  },
  port: { port: 443, protocol: 'TCP' },
  severity: 'critical',
  severity_modification_type: 'NONE',
  state: 'OPEN',
  first_found: '2026-09-01T00:00:00Z',
  ...more,
})

interface Export {
  readonly polls: readonly { readonly status: string; readonly ready: readonly number[]; readonly failed?: readonly number[] }[]
  readonly parts: Readonly<Record<number, unknown>>
}

/** Exports come one after the other, as they are given; each is asked how it stands as often as it has polls. */
async function serve(exports: readonly Export[], first: (call: Call) => Said | undefined = () => undefined): Promise<Config> {
  const begun: { filters: unknown }[] = []
  const polled = new Map<number, number>()
  fake = await fakeService((call) => {
    const own = first(call)
    if (own) return own
    if (call.headers['x-apikeys'] !== 'accessKey=access-1; secretKey=secret-1') return { status: 401, json: { error: 'Invalid Credentials' } }
    if (call.path === '/session') return { json: { username: 'reader@example.com', container_uuid: 'c-1', container_name: 'Example' } }
    if (call.path === '/vulns/export/status') return { json: { exports: [] } }
    if (call.path === '/vulns/export' && call.method === 'POST') {
      begun.push(JSON.parse(call.body) as { filters: unknown })
      return { json: { export_uuid: `e-${begun.length - 1}` } }
    }
    const [, which = '', what = '', part = ''] = /^\/vulns\/export\/e-(\d+)\/(\w+)\/?(\d*)$/.exec(call.path) ?? []
    const one = exports[Number(which)]
    if (!one) return undefined
    if (what === 'status') {
      const n = polled.get(Number(which)) ?? 0
      polled.set(Number(which), n + 1)
      const { status, ready, failed = [] } = one.polls[Math.min(n, one.polls.length - 1)]!
      return { json: { uuid: 'x', status, chunks_available: ready, chunks_failed: failed, chunks_cancelled: [], total_chunks: 3 } }
    }
    const rows = one.parts[Number(part)]
    return rows === undefined ? { status: 404, json: { error: 'Chunk not found' } } : { json: rows }
  })
  return { access_key: 'access-1', secret_key: 'secret-1', base_url: fake.url, unlicensed: 'no' }
}
const none: Export = { polls: [{ status: 'FINISHED', ready: [] }], parts: {} }
const keys = (brought: Awaited<ReturnType<typeof allOf>>) =>
  brought.flatMap((one) => (one.is === 'found' ? [`${one.found.key} ${one.found.state}`] : one.is === 'whole' ? ['whole'] : []))

test('parts are read as they become ready, in whatever order; what is fixed is gone', async () => {
  const config = await serve([
    {
      polls: [
        { status: 'QUEUED', ready: [] },
        { status: 'PROCESSING', ready: [3] },
        { status: 'PROCESSING', ready: [3, 1] },
        { status: 'FINISHED', ready: [1, 2, 3] },
      ],
      parts: {
        1: [vulnerability('a', 1)],
        2: [vulnerability('b', 1, { severity_modification_type: 'ACCEPTED' })],
        3: [vulnerability('c', 1, { state: 'REOPENED', port: null })],
      },
    },
    { polls: [{ status: 'FINISHED', ready: [1] }], parts: { 1: [vulnerability('d', 1, { state: 'FIXED' })] } },
  ])
  const reach = testReach()
  const asked = [
    { key: 'open_vulnerabilities', parameters: { severity: 'any' } },
    { key: 'late_vulnerabilities', parameters: { severity: 'critical', days: '30' } },
    { key: 'late_vulnerabilities', parameters: { severity: 'critical', days: '300' } },
    ...metrics('fixed_vulnerabilities'),
  ]
  const brought = await allOf(tenableVm, config, { findings: true, metrics: asked }, reach)
  expect(keys(brought)).toEqual(['c|1|0/ FOUND', 'a|1|443/TCP FOUND', 'b|1|443/TCP SUPPRESSED', 'whole', 'd|1|443/TCP GONE'])
  expect(brought.flatMap((one) => (one.is === 'value' ? [one.value] : []))).toEqual([2, 2, 0, 1])
  expect(brought.find((one) => one.is === 'found' && one.found.key.startsWith('a'))).toEqual({
    is: 'found',
    found: {
      key: 'a|1|443/TCP',
      name: 'Plugin 1 – a.internal:443',
      description: 'Described\n\nUpdate',
      score: 100,
      state: 'FOUND',
      foundBy: 'Tenable VM · Example',
      code: '1',
      cves: ['CVE-2026-1234', 'CVE-2026-99999'],
      place: { account: 'a.internal' },
    },
  })
  expect(JSON.stringify(brought)).not.toContain('secret output')
  expect(reach.waits).toEqual([10_000])
  const posts = fake.calls
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body) as { filters: { state: string[] }; include_unlicensed: boolean })
  expect(posts.map(({ filters }) => filters.state)).toEqual([['OPEN', 'REOPENED'], ['FIXED']])
  expect(posts[0]?.include_unlicensed).toBe(false)
})

test('a part that has expired has the export begin anew, and nothing is counted twice', async () => {
  const config = await serve([
    { polls: [{ status: 'FINISHED', ready: [1, 2] }], parts: { 1: [vulnerability('a', 1)] } },
    { polls: [{ status: 'FINISHED', ready: [1, 2] }], parts: { 1: [vulnerability('a', 1)], 2: [vulnerability('b', 1)] } },
    none,
  ])
  const reach = testReach()
  const brought = await allOf(tenableVm, config, { findings: true, metrics: metrics('open_vulnerabilities') }, reach)
  expect(keys(brought)).toEqual(['a|1|443/TCP FOUND', 'a|1|443/TCP FOUND', 'b|1|443/TCP FOUND', 'whole'])
  expect(brought.find((one) => one.is === 'value')).toMatchObject({ value: 2 })
  expect(reach.lines.map(({ key }) => key)).toContain('part_expired')
})

test('parts that expire again and again end the run', async () => {
  const gone: Export = { polls: [{ status: 'FINISHED', ready: [1] }], parts: {} }
  const config = await serve([gone, gone, gone])
  await expect(allOf(tenableVm, config, { findings: true }, testReach())).rejects.toMatchObject({ reason: 'unexpected' })
})

test('where a part failed nothing is taken for gone, and no figure is told', async () => {
  const config = await serve([{ polls: [{ status: 'FINISHED', ready: [1], failed: [2] }], parts: { 1: [vulnerability('a', 1)] } }, none])
  const reach = testReach()
  const brought = await allOf(tenableVm, config, { findings: true, metrics: metrics('open_vulnerabilities') }, reach)
  expect(keys(brought)).toEqual(['a|1|443/TCP FOUND'])
  expect(brought.some((one) => one.is === 'value')).toBe(false)
  expect(reach.lines).toMatchObject([{ key: 'not_reached' }])
})

test('an export that fails, or never ends, ends the run', async () => {
  await expect(allOf(tenableVm, await serve([{ polls: [{ status: 'ERROR', ready: [] }], parts: {} }]), { findings: true }, testReach())).rejects.toMatchObject({
    reason: 'unexpected',
  })
  await fake.close()
  await expect(
    allOf(tenableVm, await serve([{ polls: [{ status: 'PROCESSING', ready: [] }], parts: {} }]), { findings: true }, testReach()),
  ).rejects.toMatchObject({ reason: 'busy' })
})

test('the test says as whom, and what may not be exported', async () => {
  expect(await tenableVm.test(await serve([]), testReach())).toMatchObject({ as: 'reader@example.com', missing: [] })
  await fake.close()
  const config = await serve([], ({ path }) => (path === '/vulns/export/status' ? { status: 403, json: { error: 'Access denied' } } : undefined))
  expect(await tenableVm.test(config, testReach())).toMatchObject({ mayRead: [], missing: ['Basic'] })
  await expect(tenableVm.test({ ...config, secret_key: 'wrong' }, testReach())).rejects.toMatchObject({ reason: 'refused', told: '401 Invalid Credentials' })
})
