import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeService, testReach, type Call, type FakeService, type Said } from '#tools/test/fake-service.ts'
import type { Brought, Config } from '#areas/connectors/server/adapters/adapter.ts'
import { httpJson } from './collect.ts'
import { readPath } from './paths.ts'

let service: FakeService
let answer: (call: Call) => Said | undefined
beforeAll(async () => {
  service = await fakeService((call) => answer(call))
})
afterAll(() => service.close())

const config = (more: Config = {}): Config => ({ base_url: `${service.url}/items?size=2`, sign_in: 'none', paging: 'none', ...more })
async function collect(given: Config, ...metrics: { key: string; parameters: Record<string, string> }[]): Promise<Brought[]> {
  const brought: Brought[] = []
  for await (const one of httpJson.collect(given, { metrics, findings: true, since: null }, testReach())) brought.push(one)
  return brought
}
const asks = (key: string, take: string) => ({ key, parameters: { take } })

test('values are taken by JSONPath over every page, whatever leads to the next', async () => {
  const pages = [[1, 2], [3, 4], [5]]
  const shown = (at: number, next?: object) => ({ json: { items: (pages[at] ?? []).map((n) => ({ n })), ...next } })
  const wanted = [asks('$.items[*].n', 'sum'), asks('$.items[?@.n > 2]', 'count'), asks('$.items[*].n', 'maximum')]
  const values = async (more: Config) =>
    (await collect(config({ rows: '$.items[*]', ...more }), ...wanted)).flatMap((one) => (one.is === 'value' ? one.value : []))
  answer = ({ url }) => shown(Number(url.searchParams.get('page') ?? 1) - 1)
  expect(await values({ paging: 'page' })).toEqual([15, 3, 5])
  answer = ({ url }) => shown(Math.ceil(Number(url.searchParams.get('from') ?? 0) / 2))
  expect(await values({ paging: 'offset', paging_parameter: 'from' })).toEqual([15, 3, 5])
  answer = ({ url }) => {
    const at = Number(url.searchParams.get('mark') ?? 0)
    return shown(at, { next: at < 2 ? String(at + 1) : null })
  }
  expect(await values({ paging: 'cursor', paging_parameter: 'mark', paging_path: '$.next' })).toEqual([15, 3, 5])
  answer = ({ url }) => {
    const at = Number(url.searchParams.get('p') ?? 0)
    return at < 2 ? { ...shown(at), headers: { link: `<${service.url}/items?p=${at + 1}>; rel="next"` } } : shown(at)
  }
  expect(await values({ paging: 'link' })).toEqual([15, 3, 5])
})

test('a page that comes twice ends the run, and what lets in is sent to no other server', async () => {
  answer = () => ({ json: { items: [{ n: 1 }] } })
  await expect(collect(config({ rows: '$.items[*]', paging: 'page' }))).rejects.toMatchObject({ reason: 'unexpected' })
  answer = () => ({ json: { items: [{ n: 1 }], next: 'https://elsewhere.example/items' } })
  await expect(collect(config({ rows: '$.items[*]', paging: 'cursor', paging_path: '$.next' }))).rejects.toMatchObject({ reason: 'unexpected' })
})

test('rows are findings where it is said how', async () => {
  answer = () => ({ json: [{ id: 7, title: 'Old', level: 'critical', cve: 'CVE-2026-1234' }, { title: 'without a key' }] })
  const given = config({ rows: '$[*]', finding_key: '$.id', finding_name: '$.title', finding_score: '$.level', finding_code: '$.cve' })
  const brought = await collect(given)
  expect(brought.filter(({ is }) => is === 'found')).toMatchObject([{ found: { key: '7', name: 'Old', score: 100, cves: ['CVE-2026-1234'] } }])
  expect(brought.at(-1)).toMatchObject({ is: 'whole' })
})

test('expressions that could cost more than reading a few times are refused', () => {
  for (const path of ['$.a', '$.items[*].n', '$..n', '$.items[?@.n > 2].n', "$.items[?@.state == 'open..$']", '$.items[0:3]'])
    expect(readPath(path), path).toBeDefined()
  for (const path of [
    'items',
    '$..*..*',
    '$[?count($..*) > 1]',
    '$.a[?count($.a.*) > 1]',
    "$[?search(@.x, '(a+)+$')]",
    "$[?match(@.x, '.*')]",
    '$.[',
    `$.${'a'.repeat(600)}`,
  ])
    expect(readPath(path), path).toBeUndefined()
})
