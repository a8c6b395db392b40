import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { allOf, fakeService, testReach, type FakeService, type Said } from '#tools/test/fake-service.ts'
import { epss } from './collect.ts'

let fake: FakeService
afterEach(() => fake.close())
const head = '#model_version:v2025.03.14,score_date:2026-11-30T12:55:00Z\ncve,epss,percentile\n'
async function serve(said: Said) {
  fake = await fakeService(({ path }) =>
    path === '/epss_scores-current.csv.gz'
      ? { status: 302, headers: { location: '/epss_scores-2026-11-30.csv.gz' }, body: '' }
      : path === '/epss_scores-2026-11-30.csv.gz'
        ? said
        : undefined,
  )
  return { base_url: `${fake.url}/epss_scores-current.csv.gz` }
}
const packed = (text: string): Said => ({ body: gzipSync(text), headers: { 'content-type': 'application/gzip' } })

test('each score comes with its day', async () => {
  const config = await serve(packed(`${head}CVE-1999-0001,0.01298,0.79\nCVE-2026-12345,1,1\nCVE-2026-9999,2,1\n`))
  const reach = testReach()
  expect(await allOf(epss, config, {}, reach)).toEqual([
    { is: 'known', cve: 'CVE-1999-0001', probability: { value: 0.01298, day: '2026-11-30' } },
    { is: 'known', cve: 'CVE-2026-12345', probability: { value: 1, day: '2026-11-30' } },
  ])
  expect(reach.lines).toMatchObject([{ values: { count: 1 } }])
  expect(await epss.test(config, testReach())).toMatchObject({ as: 'FIRST' })
})

test('a file that a proxy has unpacked is read as well', async () => {
  expect(await allOf(epss, await serve({ body: `${head}CVE-1999-0001,0.5,0.79` }), {}, testReach())).toHaveLength(1)
})

test('300,000 scores are read as they come', async () => {
  const lines = Array.from({ length: 300_000 }, (_, n) => `CVE-2026-${10_000 + n},0.00${n % 1000},0.5`).join('\n')
  expect(await allOf(epss, await serve(packed(head + lines)), {}, testReach())).toHaveLength(300_000)
})

test.each([
  ['no day', packed('cve,epss,percentile\nCVE-1999-0001,0.5,0.79'), 'the file does not say its day'],
  ['another heading', packed(`${head.replace('cve,', 'id,')}CVE-1999-0001,0.5,0.79`), 'the file has another heading'],
  ['nothing', packed(''), 'the file is empty'],
  ['half', { body: gzipSync(head + 'CVE-1999-0001,0.5,0.79\n'.repeat(1000)).subarray(0, 60) }, 'the file is damaged'],
  ['a web page', { body: '<html>', headers: { 'content-type': 'text/html' } }, 'the file does not say its day'],
  ['a bomb', packed(head + '0'.repeat(30_000_000)), 'the file has no lines'],
] as const)('%s in place of the file is a fault', async (_, said, told) => {
  await expect(allOf(epss, await serve(said), {}, testReach())).rejects.toMatchObject({ name: 'Error', told })
})

test('a file that unpacks without end is left', async () => {
  const bomb = gzipSync(Buffer.concat([Buffer.from(head), Buffer.alloc(80 * 1024 ** 2, 'CVE-1999-0001,0.5,0.79\n')]))
  const before = process.memoryUsage().rss
  let count = 0
  await expect(
    (async () => {
      for await (const _ of epss.collect(await serve({ body: bomb }), { metrics: [], findings: false, since: null }, testReach())) count += 1
    })(),
  ).rejects.toMatchObject({ reason: 'too_large' })
  expect(count).toBeGreaterThan(1_000_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 ** 2)
})
