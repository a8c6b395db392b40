import { afterEach, expect, test } from 'vitest'
import type { Config } from '#areas/connectors/server/adapters/adapter.ts'
import { allOf, fakeService, metrics, testReach, type Call, type FakeService, type Said } from '#tools/test/fake-service.ts'
import { gitlab } from './collect.ts'

let fake: FakeService
afterEach(() => fake.close())

const node = (uuid: string, state: string, more = {}) => ({
  uuid,
  title: 'Improper input',
  description: 'Long.',
  severity: 'HIGH',
  state,
  identifiers: [
    { externalType: 'cve', externalId: 'CVE-2026-1111' },
    { externalType: 'semgrep_id', externalId: 'bandit.B101' },
  ],
  project: { fullPath: 'acme/shop' },
  location: { file: 'src/a.py', startLine: '7' },
  ...more,
})
const page = (nodes: readonly object[], endCursor: string | null) => ({
  json: { data: { group: { vulnerabilities: { nodes, pageInfo: { hasNextPage: endCursor !== null, endCursor } } } } },
})

async function serve(first: (call: Call) => Said | undefined = () => undefined): Promise<Config> {
  fake = await fakeService((call) => {
    const own = first(call)
    if (own) return own
    if (call.headers['private-token'] !== 'glpat-1') return { status: 401, json: { message: '401 Unauthorized' } }
    switch (call.url.pathname) {
      case '/api/v4/user':
        return { json: { username: 'group_bot' } }
      case '/api/v4/groups/acme%2Fteam':
        return { json: { id: 1 } }
      case '/api/graphql': {
        const { variables } = JSON.parse(call.body) as { variables: { after: string | null } }
        return variables.after === null
          ? page([node('a', 'DETECTED'), node('b', 'DISMISSED')], 'c1')
          : page(
              [
                node('c', 'RESOLVED'),
                node('d', 'CONFIRMED', {
                  severity: 'CRITICAL',
                  location: { file: 'yarn.lock', dependency: { package: { name: 'left-pad' }, version: '1.0' } },
                }),
              ],
              null,
            )
      }
      case '/api/v4/groups/acme%2Fteam/projects':
        return call.url.searchParams.get('page') === '2'
          ? {
              json: [
                { id: 4, default_branch: 'trunk' },
                { id: 5, default_branch: null, empty_repo: true },
              ],
            }
          : {
              json: [
                { id: 1, default_branch: 'main' },
                { id: 2, default_branch: 'release/1' },
                { id: 3, default_branch: 'main' },
              ],
              headers: { link: `<${fake.url}/api/v4/groups/acme%2Fteam/projects?page=2>; rel="next"` },
            }
      case '/api/v4/projects/1/protected_branches':
        return { json: [{ name: 'main' }] }
      case '/api/v4/projects/2/protected_branches':
        return { json: [{ name: 'release/*' }] }
      case '/api/v4/projects/3/protected_branches':
        return { json: [{ name: 'mai' }, { name: '*-stable' }] }
      case '/api/v4/projects/4/protected_branches':
        return { json: [] }
      default:
        return undefined
    }
  })
  return { group: 'acme/team', token: 'glpat-1', base_url: fake.url }
}

test('vulnerabilities come over all pages with their states, codes and places', async () => {
  const brought = await allOf(
    gitlab,
    await serve(),
    { findings: true, metrics: [{ key: 'code_vulnerabilities', parameters: { severity: 'any' } }] },
    testReach(),
  )
  expect(brought.map((one) => (one.is === 'found' ? `${one.found.key} ${one.found.state}` : one.is === 'value' ? one.value : one.is))).toEqual([
    'GitLab · acme/team|a FOUND',
    'GitLab · acme/team|b SUPPRESSED',
    'GitLab · acme/team|c GONE',
    'GitLab · acme/team|d FOUND',
    'whole',
    2,
  ])
  expect(brought[0]).toMatchObject({
    found: {
      name: 'Improper input – acme/shop/src/a.py:7',
      score: 75,
      code: 'bandit.B101',
      cves: ['CVE-2026-1111'],
      place: { account: 'acme/shop', file: 'src/a.py' },
    },
  })
  expect(brought[3]).toMatchObject({ found: { score: 100, place: { package: 'left-pad 1.0' } } })
})

test('default branches are protected by their name or by a pattern', async () => {
  const brought = await allOf(gitlab, await serve(), { metrics: metrics('protected_branches') }, testReach())
  expect(brought).toEqual([{ is: 'value', metric: 'protected_branches', parameters: {}, value: 50 }])
})

test('a group whose licence has no vulnerabilities says so, and its branches are counted', async () => {
  const config = await serve(({ path }) => (path === '/api/graphql' ? { json: { data: { group: { vulnerabilities: null } } } } : undefined))
  const reach = testReach()
  expect(await allOf(gitlab, config, { findings: true, metrics: metrics('protected_branches') }, reach)).toHaveLength(1)
  expect(reach.lines).toMatchObject([{ key: 'not_licensed' }])
  expect(await gitlab.test(config, testReach())).toMatchObject({ as: 'group_bot', missing: ['GitLab Ultimate'] })
})

test('what GraphQL says with a good status is a failure all the same', async () => {
  const config = await serve(({ path }) => (path === '/api/graphql' ? { json: { errors: [{ message: 'Query timeout for glpat-1' }] } } : undefined))
  await expect(allOf(gitlab, config, { findings: true }, testReach())).rejects.toMatchObject({ reason: 'unexpected', told: 'Query timeout for …' })
  await fake.close()
  const none = await serve(({ path }) => (path === '/api/graphql' ? { json: { data: { group: null } } } : undefined))
  await expect(allOf(gitlab, none, { findings: true }, testReach())).rejects.toMatchObject({ reason: 'gone' })
})

test('a wrong token is refused, limits are waited for, a page that comes for ever ends the run', async () => {
  await expect(gitlab.test({ ...(await serve()), token: 'other' }, testReach())).rejects.toMatchObject({ reason: 'refused' })
  await fake.close()
  let n = 0
  const busy = await serve(() => ((n += 1) === 1 ? { status: 429, headers: { 'retry-after': '12' }, json: { message: 'Retry later' } } : undefined))
  const reach = testReach()
  expect(await allOf(gitlab, busy, { findings: true }, reach)).toHaveLength(5)
  expect(reach.waits).toEqual([12_000])
  await fake.close()
  const same = await serve(({ path }) => (path === '/api/graphql' ? page([node('a', 'DETECTED')], `c${fake.calls.length}`) : undefined))
  await expect(allOf(gitlab, same, { findings: true }, testReach())).rejects.toMatchObject({ told: 'the same page came twice' })
})
