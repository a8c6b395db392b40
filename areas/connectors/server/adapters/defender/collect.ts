import { z } from 'zod'
import type { Adapter, Asked, Brought, Reach } from '#areas/connectors/server/adapters/adapter.ts'
import { ifAllowed, isAsked, timesAsked } from '#areas/connectors/server/adapters/asked.ts'
import { cvesOf, foundOf, scoreOf, scoreOfCvss, textOf } from '#areas/connectors/server/adapters/fields.ts'
import { Forbidden, type Service } from '#areas/connectors/server/adapters/http.ts'
import { say } from '#areas/connectors/server/adapters/lines.ts'
import { microsoft, odata } from '#areas/connectors/server/adapters/microsoft.ts'
import { Rows } from '#areas/connectors/server/adapters/rows.ts'
import { Counted } from '#areas/connectors/server/adapters/severity.ts'
import { definition } from './definition.ts'

const scope = 'https://api.securitycenter.microsoft.com/.default'
const vulnerability = z.object({
  id: z.string().min(1),
  deviceName: z.string().nullish(),
  deviceId: z.string(),
  softwareVendor: z.string().nullish(),
  softwareName: z.string().nullish(),
  softwareVersion: z.string().nullish(),
  cveId: z.string().nullish(),
  vulnerabilitySeverityLevel: z.string().nullish(),
  cvssScore: z.number().nullish(),
  recommendedSecurityUpdate: z.string().nullish(),
  recommendationReference: z.string().nullish(),
  firstSeenTimestamp: z.string().nullish(),
})
const machine = z.object({ id: z.string(), healthStatus: z.string().nullish(), onboardingStatus: z.string().nullish() })
const list = z.object({ value: z.array(z.unknown()) })
const exposure = z.object({ score: z.number() })

const ofMachines = ['healthy_devices', 'silent_devices']
const metricsOf = (asked: Asked, ...keys: readonly string[]) => definition.metrics.filter(({ key }) => keys.includes(key) && isAsked(asked, key))

/** Microsoft Defender for Endpoint, with its vulnerability management. */
export const defender: Adapter = {
  definition,

  async test(config, reach) {
    const { service, as } = microsoft(config, reach, { scope, fields: definition.fields })
    const name = await as()
    const probes = [
      service.json('api/machines/SoftwareVulnerabilitiesByMachine', list, { query: { pageSize: 1 } }),
      service.json('api/exposureScore', exposure),
      service.json('api/machines', list, { query: { $top: 1 } }),
    ]
    const may = await Promise.all(probes.map(mayRead))
    return {
      as: name,
      mayRead: definition.reads.filter((_, n) => may[n]).map(({ what }) => what),
      missing: ['Vulnerability.Read.All', 'Score.Read.All', 'Machine.Read.All'].filter((_, n) => !may[n]),
    }
  },

  async *collect(config, asked, reach) {
    const { service } = microsoft(config, reach, { scope, fields: definition.fields })
    yield* vulnerabilities(service, asked, reach, textOf(config, 'tenant'))
    if (isAsked(asked, 'exposure_score')) yield* score(service, asked, reach)
    if (isAsked(asked, ...ofMachines)) yield* health(service, asked, reach)
  },
}

const mayRead = (probe: Promise<unknown>): Promise<boolean> =>
  probe.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Forbidden) return false
      throw error
    },
  )

async function* vulnerabilities(service: Service, asked: Asked, reach: Reach, tenant: string): AsyncGenerator<Brought> {
  const counted = new Counted(asked, reach.now(), { open: 'device_vulnerabilities' })
  if (!asked.findings && !counted.isAsked) return
  const foundBy = `Microsoft Defender · ${tenant}`
  const rows = new Rows(vulnerability)
  try {
    // 50,000 is what a page has unless asked otherwise; a larger one is no faster and takes longer to come again.
    for await (const row of odata(service, 'api/machines/SoftwareVulnerabilitiesByMachine', { query: { pageSize: 50_000 }, rows, keyOf: ({ id }) => id })) {
      // Software without a known vulnerability comes as a row of its own.
      if (!row.cveId) continue
      counted.add(row.vulnerabilitySeverityLevel, row.firstSeenTimestamp)
      if (!asked.findings) continue
      const software = [row.softwareVendor, row.softwareName, row.softwareVersion].filter(Boolean).join(' ')
      const device = row.deviceName ?? row.deviceId
      yield {
        is: 'found',
        found: foundOf({
          key: `${foundBy}|${row.deviceId}|${row.softwareVendor ?? ''}|${row.softwareName ?? ''}|${row.softwareVersion ?? ''}|${row.cveId}`,
          name: [row.cveId, software, device].filter(Boolean).join(' – '),
          description: row.recommendedSecurityUpdate ?? null,
          score: scoreOf(row.vulnerabilitySeverityLevel) ?? scoreOfCvss(row.cvssScore),
          state: 'FOUND',
          foundBy,
          code: row.recommendationReference ?? row.cveId,
          cves: cvesOf([row.cveId]),
          place: { account: device, package: software || null },
        }),
      }
    }
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error
    say(reach, 'warning', 'missing_right', { metric: 'device_vulnerabilities', right: 'Vulnerability.Read.All' })
    return
  }
  if (asked.findings) yield* rows.whole(foundBy, reach)
  else rows.tell(reach)
  yield* counted.values()
}

async function* score(service: Service, asked: Asked, reach: Reach): AsyncGenerator<Brought> {
  let value: number | undefined
  await ifAllowed(
    async () => {
      value = (await service.json('api/exposureScore', exposure)).value.score
    },
    metricsOf(asked, 'exposure_score'),
    reach,
  )
  if (value !== undefined) for (const parameters of timesAsked(asked, 'exposure_score')) yield { is: 'value', metric: 'exposure_score', parameters, value }
}

async function* health(service: Service, asked: Asked, reach: Reach): AsyncGenerator<Brought> {
  const rows = new Rows(machine)
  const counts = { all: 0, active: 0 }
  const isRead = await ifAllowed(
    async () => {
      for await (const one of odata(service, 'api/machines', { query: { $top: 10_000 }, rows, keyOf: ({ id }) => id })) {
        // Devices that were only seen on the network have no protection that could be silent.
        if (one.onboardingStatus && one.onboardingStatus !== 'Onboarded') continue
        counts.all += 1
        if (one.healthStatus === 'Active') counts.active += 1
      }
    },
    metricsOf(asked, ...ofMachines),
    reach,
  )
  if (!isRead) return
  rows.tell(reach)
  for (const parameters of timesAsked(asked, 'silent_devices')) yield { is: 'value', metric: 'silent_devices', parameters, value: counts.all - counts.active }
  for (const parameters of timesAsked(asked, 'healthy_devices'))
    if (counts.all > 0) yield { is: 'value', metric: 'healthy_devices', parameters, value: (counts.active / counts.all) * 100 }
    else say(reach, 'warning', 'nothing_there', { metric: 'healthy_devices' })
}
