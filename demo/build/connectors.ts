import { showConnector, type ShownRun } from '#areas/connectors/server/index.ts'
import type { Happening } from './happening.ts'
import type { Site } from './site.ts'

const shownOn = -1
const [hour, day] = [3_600_000, 86_400_000] as const

/** Three connectors as they were left: one that runs well, one whose key is refused, one that waits for its worker. Nothing is fetched from a demonstration. */
export function connectorsOf(site: Site): Happening[] {
  if (site.content.perimeters.every(({ key }) => key !== 'aquilor')) return []
  return [
    {
      day: shownOn,
      what: 'discuss',
      by: site.pilot,
      run: async ({ tx, resources }) => {
        const at = (daysAgo: number, hours: number) => new Date(Math.floor(tx.now.getTime() / day) * day - daysAgo * day + hours * hour)
        const on = (daysAgo: number) => new Date(Date.parse(tx.today) - daysAgo * day).toISOString().slice(0, 10)
        const course = (from: number, to: number, digits: number, last = 1) =>
          Array.from({ length: 9 - last + 1 }, (_, n) => 9 - n).map((ago, n, { length }) => {
            const factor = 10 ** digits
            return { day: on(ago), value: Math.round((from + ((to - from) * n) / (length - 1)) * factor) / factor }
          })
        const good = (ago: number, took: number, counts: ShownRun['counts'] = {}): ShownRun => ({
          at: at(ago, 4),
          took,
          source: 'SCHEDULE',
          counts,
          lines: [
            ...(counts['values'] === undefined
              ? []
              : [{ level: 'info' as const, key: 'values', values: { count: counts['values'], changed: counts['different'] ?? 0 } }]),
            { level: 'info', key: 'done', values: { seconds: took } },
          ],
        })
        const days = [9, 8, 7, 6, 5, 4, 3, 2, 1]
        const group = site.id('perimeter', 'group')
        await showConnector(tx, resources, {
          connector: 'MSGRAPH',
          name: 'Microsoft 365',
          settings: { base_url: 'https://graph.microsoft.com/v1.0', tenant: 'aquilor.onmicrosoft.com', client_id: '5d0c1e77-93a4-4f1e-b8a2-41c60f9d2e18' },
          periodicity: 'DAILY',
          run_at: '05:00',
          feeds: [
            { key: 'people_with_mfa', perimeter: group, values: course(86.4, 92, 1) },
            { key: 'admins_without_mfa', perimeter: group, values: course(7, 3, 0) },
            { key: 'secure_score', perimeter: group, values: course(57.9, 61.8, 1) },
          ],
          runs: days.map((ago) => good(ago, 3 + (ago % 3), { values: 3, different: ago % 4 === 0 ? 0 : 2 })),
        })
        const refused = (ago: number, hours: number, source: ShownRun['source'], attempt: number): ShownRun => ({
          at: at(ago, hours),
          took: 3,
          source,
          attempt,
          failed: { error: 'refused', told: '401 Invalid API key' },
          lines: [
            { level: 'error', key: 'failed', values: { reason: 'refused', told: '401 Invalid API key' } },
            { level: 'info', key: 'nothing_written' },
          ],
        })
        await showConnector(tx, resources, {
          connector: 'TENABLE',
          name: 'Tenable VM',
          settings: { base_url: 'https://cloud.tenable.com' },
          periodicity: 'DAILY',
          run_at: '04:30',
          feeds: [{ key: 'open_vulnerabilities', perimeter: site.id('perimeter', 'host'), values: course(204, 147, 0, 3) }],
          runs: [
            ...days.filter((ago) => ago > 2).map((ago) => good(ago, 128 + ago, { values: 1, different: 1 })),
            refused(2, 4, 'SCHEDULE', 1),
            refused(2, 5, 'SCHEDULE', 2),
            refused(1, 15, 'MANUAL', 1),
          ],
        })
        await showConnector(tx, resources, {
          connector: 'LDAP',
          name: 'Active Directory',
          settings: { base_url: 'ldaps://dc1.aquilor.example' },
          periodicity: 'DAILY',
          run_at: '08:30',
          worker: site.translate({ en: 'Headquarters', fr: 'Siège' }),
          feeds: [{ key: 'dormant_accounts', perimeter: site.id('perimeter', 'head-office'), values: course(61, 38, 0, 2) }],
          runs: [...days.filter((ago) => ago > 1).map((ago) => good(ago, 12, { values: 1, different: 1 })), { at: at(1, 8), took: null, source: 'SCHEDULE' }],
        })
      },
    },
  ]
}
