import { afterEach, expect, test } from 'vitest'
import { allOf, fakeService, testReach, type FakeService } from '#tools/test/fake-service.ts'
import { kev } from './collect.ts'

let fake: FakeService
afterEach(() => fake.close())
async function serve(json: unknown) {
  fake = await fakeService(({ path }) => (path === '/feeds/known_exploited_vulnerabilities.json' ? { json } : undefined))
  return { base_url: `${fake.url}/feeds/known_exploited_vulnerabilities.json` }
}
const catalogue = {
  title: 'CISA Catalog of Known Exploited Vulnerabilities',
  catalogVersion: '2026.11.30',
  count: 2,
  vulnerabilities: [
    { cveID: 'CVE-2021-27104', vendorProject: 'Accellion', dateAdded: '2021-11-03', dueDate: '2021-11-17', knownRansomwareCampaignUse: 'Known' },
    { cveID: 'CVE-2026-12345', vendorProject: 'Acme', dateAdded: '2026-11-30' },
  ],
}

test('what is known to be exploited is told with its day', async () => {
  const config = await serve(catalogue)
  expect(await allOf(kev, config, {}, testReach())).toEqual([
    { is: 'known', cve: 'CVE-2021-27104', exploitedSince: '2021-11-03' },
    { is: 'known', cve: 'CVE-2026-12345', exploitedSince: '2026-11-30' },
  ])
  expect(await kev.test(config, testReach())).toMatchObject({ as: 'CISA' })
})

test('an entry that is not understood is left out and counted', async () => {
  const reach = testReach()
  expect(
    await allOf(kev, await serve({ vulnerabilities: [...catalogue.vulnerabilities, { cveID: 'CVE-2026-1', dateAdded: 'soon' }] }), {}, reach),
  ).toHaveLength(2)
  expect(reach.lines).toMatchObject([{ values: { count: 1 } }])
})

test('another file is refused, by the test as well', async () => {
  const config = await serve({ entries: [] })
  await expect(allOf(kev, config, {}, testReach())).rejects.toMatchObject({ reason: 'unexpected' })
  await expect(kev.test(config, testReach())).rejects.toMatchObject({ reason: 'unexpected' })
  await fake.close()
  await expect(kev.test(await serve({ vulnerabilities: [{ other: 1 }] }), testReach())).rejects.toMatchObject({ reason: 'unexpected' })
})
