import { z } from 'zod'
import { AdapterFault, type Adapter, type Asked, type Brought, type Config, type Reach } from '#areas/connectors/server/adapters/adapter.ts'
import { isAsked, timesAsked } from '#areas/connectors/server/adapters/asked.ts'
import { cvesOf, foundOf, scoreOf, scoreOfCvss, textOf } from '#areas/connectors/server/adapters/fields.ts'
import { Forbidden, Service } from '#areas/connectors/server/adapters/http.ts'
import { say } from '#areas/connectors/server/adapters/lines.ts'
import { Rows } from '#areas/connectors/server/adapters/rows.ts'
import { Counted } from '#areas/connectors/server/adapters/severity.ts'
import { rowsOf } from '#areas/connectors/server/adapters/stream.ts'
import { Secrets } from '#areas/connectors/server/adapters/told.ts'
import { definition } from './definition.ts'

const session = z.object({ username: z.string(), container_name: z.string().nullish(), container_uuid: z.string().nullish() })
const started = z.object({ export_uuid: z.string().regex(/^[\w-]{1,80}$/) })
const chunks = z.array(z.number().int()).nullish()
const status = z.object({ status: z.string(), chunks_available: chunks, chunks_failed: chunks, chunks_cancelled: chunks })
const vulnerability = z.object({
  asset: z.object({ uuid: z.string().min(1), hostname: z.string().nullish(), fqdn: z.string().nullish(), ipv4: z.string().nullish() }),
  plugin: z.object({
    id: z.number(),
    name: z.string(),
    synopsis: z.string().nullish(),
    description: z.string().nullish(),
    solution: z.string().nullish(),
    cve: z.array(z.string()).nullish(),
    cvss3_base_score: z.number().nullish(),
    cvss_base_score: z.number().nullish(),
  }),
  port: z.object({ port: z.number().nullish(), protocol: z.string().nullish() }).nullish(),
  severity: z.string(),
  severity_modification_type: z.string().nullish(),
  state: z.enum(['OPEN', 'REOPENED', 'FIXED']),
  first_found: z.string().nullish(),
})
type Vulnerability = z.output<typeof vulnerability>

const severities = ['low', 'medium', 'high', 'critical']
const pollMs = 10_000
/** Without a new part for an hour, an export is left. */
const mostPolls = 360
const mostExports = 2

const tenable = (config: Config, reach: Reach) => {
  const [access, secret] = [textOf(config, 'access_key'), textOf(config, 'secret_key')]
  return new Service({
    reach,
    base: textOf(config, 'base_url'),
    secrets: Secrets.of(definition.fields, config),
    headers: () => ({ 'x-apikeys': `accessKey=${access}; secretKey=${secret}`, 'content-type': 'application/json' }),
  })
}

/** Tenable Vulnerability Management, by its export: what is open, and what was fixed of late. */
export const tenableVm: Adapter = {
  definition,

  async test(config, reach) {
    const service = tenable(config, reach)
    const { value } = await service.json('session', session)
    try {
      await service.json('vulns/export/status', z.unknown())
      return { as: value.username, mayRead: definition.reads.map(({ what }) => what), missing: [] }
    } catch (error) {
      if (!(error instanceof Forbidden)) throw error
      return { as: value.username, mayRead: [], missing: ['Basic'] }
    }
  },

  async *collect(config, asked, reach) {
    const service = tenable(config, reach)
    const { value: own } = await service.json('session', session)
    const foundBy = `Tenable VM · ${own.container_name ?? own.container_uuid ?? own.username}`
    const includeUnlicensed = textOf(config, 'unlicensed') === 'yes'
    const rows = new Rows(vulnerability)

    const counted = new Counted(asked, reach.now(), { open: 'open_vulnerabilities', late: 'late_vulnerabilities' })
    if (asked.findings || counted.isAsked) {
      const open = exported(service, {
        filters: { state: ['OPEN', 'REOPENED'], severity: severities },
        includeUnlicensed,
        rows,
        reach,
        again: () => counted.reset(),
      })
      let step = await open.next()
      for (; !step.done; step = await open.next()) {
        if (step.value.severity_modification_type !== 'ACCEPTED') counted.add(step.value.severity, step.value.first_found)
        if (asked.findings) yield foundIn(step.value, foundBy)
      }
      if (step.value) {
        if (asked.findings) yield* rows.whole(foundBy, reach)
        else rows.tell(reach)
        yield* counted.values()
      } else say(reach, 'warning', 'not_reached', { place: foundBy })
    }
    if (isAsked(asked, 'fixed_vulnerabilities') || asked.findings) yield* fixed(service, { asked, foundBy, includeUnlicensed, reach })
  },
}

async function* fixed(
  service: Service,
  { asked, foundBy, includeUnlicensed, reach }: { asked: Asked; foundBy: string; includeUnlicensed: boolean; reach: Reach },
): AsyncGenerator<Brought> {
  const since = Math.floor(reach.now().getTime() / 1000) - 30 * 86_400
  const rows = new Rows(vulnerability)
  let count = 0
  const again = () => {
    count = 0
  }
  const list = exported(service, { filters: { state: ['FIXED'], severity: severities, last_fixed: since }, includeUnlicensed, rows, reach, again })
  let step = await list.next()
  for (; !step.done; step = await list.next()) {
    count += 1
    if (asked.findings) yield foundIn(step.value, foundBy)
  }
  rows.tell(reach)
  if (step.value)
    for (const parameters of timesAsked(asked, 'fixed_vulnerabilities')) yield { is: 'value', metric: 'fixed_vulnerabilities', parameters, value: count }
}

interface Exporting {
  readonly filters: Readonly<Record<string, unknown>>
  readonly includeUnlicensed: boolean
  readonly rows: Rows<typeof vulnerability>
  readonly reach: Reach
  /** All comes once more: what was counted is counted anew. */
  readonly again: () => void
}

/** All rows of an export, part by part as they become ready, in whatever order; a part that has expired has the export begin anew, once. Returns whether all parts were there. */
async function* exported(service: Service, { filters, includeUnlicensed, rows, reach, again }: Exporting): AsyncGenerator<Vulnerability, boolean> {
  for (let exports = 1; ; exports += 1) {
    const { value: start } = await service.json('vulns/export', started, {
      method: 'POST',
      body: JSON.stringify({ num_assets: 1000, include_unlicensed: includeUnlicensed, filters }),
    })
    const done = new Set<number>()
    let isExpired = false
    let polls = 0
    for (;;) {
      const { value: now } = await service.json(`vulns/export/${start.export_uuid}/status`, status)
      if (now.status === 'ERROR' || now.status === 'CANCELLED') throw new AdapterFault('unexpected', { told: `the export ended as ${now.status}` })
      const ready = (now.chunks_available ?? []).filter((chunk) => !done.has(chunk))
      for (const chunk of ready) {
        const answer = await service.open(`vulns/export/${start.export_uuid}/chunks/${chunk}`, { also: [404, 410] })
        if (answer.status !== 200) {
          isExpired = true
          break
        }
        done.add(chunk)
        for await (const value of rowsOf(answer.body, [])) {
          const row = rows.take(value)
          if (row) yield row
        }
      }
      if (isExpired) break
      if (now.status === 'FINISHED' && (now.chunks_available ?? []).every((chunk) => done.has(chunk)))
        return (now.chunks_failed ?? []).length === 0 && (now.chunks_cancelled ?? []).length === 0
      if (ready.length > 0) polls = 0
      else {
        if (polls === 0) say(reach, 'info', 'prepares')
        polls += 1
        if (polls > mostPolls) throw new AdapterFault('busy', { told: 'the export does not end' })
        await reach.wait(pollMs)
        reach.signal.throwIfAborted()
      }
    }
    if (exports >= mostExports) throw new AdapterFault('unexpected', { told: 'parts of the export expire before they are read' })
    say(reach, 'warning', 'part_expired')
    again()
  }
}

const keyOf = ({ asset, plugin, port }: Vulnerability) => `${asset.uuid}|${plugin.id}|${port?.port ?? 0}/${port?.protocol ?? ''}`

function foundIn(row: Vulnerability, foundBy: string): Brought {
  const { asset, plugin, port, severity, state, severity_modification_type: modified } = row
  const host = asset.fqdn ?? asset.hostname ?? asset.ipv4 ?? asset.uuid
  return {
    is: 'found',
    found: foundOf({
      key: keyOf(row),
      name: `${plugin.name} – ${host}${port?.port ? `:${port.port}` : ''}`,
      description: [plugin.synopsis, plugin.description, plugin.solution].filter(Boolean).join('\n\n'),
      score: scoreOf(severity) ?? scoreOfCvss(plugin.cvss3_base_score ?? plugin.cvss_base_score),
      state: state === 'FIXED' ? 'GONE' : modified === 'ACCEPTED' ? 'SUPPRESSED' : 'FOUND',
      foundBy,
      code: String(plugin.id),
      cves: cvesOf(plugin.cve ?? []),
      place: { account: host },
    }),
  }
}
