import { afterEach, expect, test } from 'vitest'
import type { Config } from '#areas/connectors/server/adapters/adapter.ts'
import { allOf, fakeService, metrics, testReach, type Call, type FakeService, type Said } from '#tools/test/fake-service.ts'
import { github } from './collect.ts'

let fake: FakeService
afterEach(() => fake.close())

const codeAlert = (number: number, state: string, level: string | null = 'high') => ({
  number,
  state,
  rule: {
    id: 'js/sql-injection',
    severity: 'error',
    security_severity_level: level,
    description: 'Database query from user input',
    tags: ['security', 'external/cwe/cwe-089', 'external/cve/cve-2026-7'],
  },
  tool: { name: 'CodeQL' },
  most_recent_instance: { ref: 'refs/heads/main', message: { text: 'This depends on a value.' }, location: { path: 'src/db.ts', start_line: 12 } },
  repository: { full_name: 'acme/shop' },
})
const dependencyAlert = (number: number, state: string, severity = 'critical') => ({
  number,
  state,
  dependency: { package: { ecosystem: 'npm', name: 'left-pad' }, manifest_path: 'package-lock.json' },
  security_advisory: { ghsa_id: 'GHSA-aaaa-bbbb-cccc', cve_id: 'CVE-2026-0001', summary: 'It pads right', description: 'Long.', cvss: { score: 9.1 } },
  security_vulnerability: { severity, first_patched_version: { identifier: '1.3.1' } },
  repository: { full_name: 'acme/shop' },
})
const repo = (name: string, more = {}) => ({ full_name: `acme/${name}`, default_branch: 'main', archived: false, size: 10, ...more })

async function serve(first: (call: Call, n: number) => Said | undefined = () => undefined): Promise<Config> {
  let n = 0
  fake = await fakeService((call) => {
    const own = first(call, (n += 1))
    if (own) return own
    if (call.headers.authorization !== 'Bearer ghp_1') return { status: 401, json: { message: 'Bad credentials' } }
    const page = call.url.searchParams.get('after')
    switch (call.url.pathname) {
      case '/user':
        return { json: { login: 'reader' } }
      case '/orgs/acme':
        return { json: { login: 'acme' } }
      case '/orgs/acme/code-scanning/alerts':
        return page === null
          ? {
              json: [codeAlert(1, 'open'), codeAlert(2, 'dismissed')],
              headers: { link: `<${fake.url}/orgs/acme/code-scanning/alerts?per_page=100&after=c1>; rel="next"` },
            }
          : { json: [codeAlert(3, 'fixed'), codeAlert(4, 'open', null)] }
      case '/orgs/acme/dependabot/alerts':
        return { json: [dependencyAlert(1, 'open'), dependencyAlert(2, 'auto_dismissed'), dependencyAlert(3, 'open', 'low')] }
      case '/orgs/acme/repos':
        return { json: [repo('shop'), repo('old', { archived: true }), repo('new'), repo('open'), repo('empty', { size: 0 }), repo('bare')] }
      case '/repos/acme/shop/branches/main':
        return { json: { name: 'main', protected: true } }
      case '/repos/acme/new/branches/main':
      case '/repos/acme/open/branches/main':
        return { json: { name: 'main', protected: false } }
      case '/repos/acme/new/rules/branches/main':
        return { json: [{ type: 'deletion' }, { type: 'pull_request' }] }
      case '/repos/acme/open/rules/branches/main':
        return { json: [] }
      default:
        return undefined
    }
  })
  return { organisation: 'acme', token: 'ghp_1', base_url: fake.url }
}

test('alerts come over all pages with their states, codes and places', async () => {
  const brought = await allOf(github, await serve(), { findings: true }, testReach())
  expect(
    brought.flatMap((one) => (one.is === 'found' ? [`${one.found.key} ${one.found.state} ${one.found.score}`] : one.is === 'whole' ? [one.foundBy] : [])),
  ).toEqual([
    'GitHub code scanning · acme|acme/shop#1 FOUND 75',
    'GitHub code scanning · acme|acme/shop#2 SUPPRESSED 75',
    'GitHub code scanning · acme|acme/shop#3 GONE 75',
    'GitHub code scanning · acme|acme/shop#4 FOUND 75',
    'GitHub code scanning · acme',
    'GitHub Dependabot · acme|acme/shop#1 FOUND 100',
    'GitHub Dependabot · acme|acme/shop#2 SUPPRESSED 100',
    'GitHub Dependabot · acme|acme/shop#3 FOUND 25',
    'GitHub Dependabot · acme',
  ])
  expect(brought[0]).toMatchObject({
    found: { name: 'Database query from user input – acme/shop/src/db.ts:12', code: 'js/sql-injection', place: { account: 'acme/shop', file: 'src/db.ts' } },
  })
  expect(brought[5]).toMatchObject({
    found: { name: 'It pads right – left-pad · acme/shop', code: 'GHSA-aaaa-bbbb-cccc', cves: ['CVE-2026-0001'], place: { package: 'left-pad' } },
  })
})

test('alerts and protected branches are counted', async () => {
  const asked = [
    { key: 'code_alerts', parameters: { severity: 'high' } },
    { key: 'dependency_alerts', parameters: { severity: 'critical' } },
    { key: 'dependency_alerts', parameters: { severity: 'any' } },
    ...metrics('protected_branches'),
  ]
  const brought = await allOf(github, await serve(), { metrics: asked }, testReach())
  expect(brought.map((one) => one.is === 'value' && Math.round(one.value))).toEqual([2, 1, 2, 67])
})

test.each([
  [
    {
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.parse('2026-11-30T12:01:00Z') / 1000) },
      json: { message: 'API rate limit exceeded' },
    },
    60,
  ],
  [{ status: 403, headers: { 'retry-after': '30' }, json: { message: 'You have exceeded a secondary rate limit.' } }, 30],
  [{ status: 403, json: { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' } }, 60],
  [{ status: 429, headers: { 'retry-after': '5' }, json: { message: 'Too many' } }, 5],
])('limits are waited for (%#)', async (said, seconds) => {
  const reach = testReach()
  const brought = await allOf(github, await serve((_, n) => (n === 1 ? said : undefined)), { findings: true }, reach)
  expect(brought).toHaveLength(9)
  expect(reach.waits).toEqual([seconds * 1000])
})

test('a limit that is far away is for another run', async () => {
  const far = {
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.parse('2026-11-30T12:50:00Z') / 1000) },
    json: { message: 'API rate limit exceeded' },
  }
  await expect(allOf(github, await serve(() => far), { findings: true }, testReach())).rejects.toMatchObject({ reason: 'busy', retryAfter: 3000 })
})

test('what may not be read, or is not in use, is left out and named', async () => {
  const config = await serve(({ path }) =>
    path.includes('code-scanning')
      ? { status: 403, json: { message: 'Resource not accessible by personal access token' } }
      : path.includes('dependabot')
        ? { status: 404, json: { message: 'Not Found' } }
        : undefined,
  )
  const reach = testReach()
  expect(await allOf(github, config, { findings: true, metrics: metrics('code_alerts') }, reach)).toEqual([])
  expect(reach.lines.map(({ key, values }) => [key, values])).toEqual([
    ['missing_right', { metric: 'code_alerts', right: 'Code scanning alerts' }],
    ['not_enabled', { place: 'GitHub Dependabot · acme' }],
  ])
  expect(await github.test(config, testReach())).toMatchObject({ as: 'reader', missing: ['Code scanning alerts', 'Dependabot alerts'] })
})

test('a wrong token is refused', async () => {
  await expect(github.test({ ...(await serve()), token: 'other' }, testReach())).rejects.toMatchObject({ reason: 'refused', told: '401 Bad credentials' })
})

test('a next page that is the same one ends the run', async () => {
  const config = await serve(({ path }) =>
    path.includes('code-scanning')
      ? { json: [codeAlert(1, 'open')], headers: { link: `<${fake.url}/orgs/acme/code-scanning/alerts?after=${fake.calls.length}>; rel="next"` } }
      : undefined,
  )
  await expect(allOf(github, config, { findings: true }, testReach())).rejects.toMatchObject({ reason: 'unexpected', told: 'the same page came twice' })
})
