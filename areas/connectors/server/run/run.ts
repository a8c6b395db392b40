import { AppError } from '#kit/contract/errors.ts'
import type { JobContext } from '#kit/server/http/area.ts'
import type { Secrets } from '#kit/server/access/secrets.ts'
import type { GuardedFetch } from '#kit/server/http/guarded-fetch.ts'
import type { Translate } from '#kit/server/http/words.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { AdapterFault, type Asked, type Config } from '#areas/connectors/server/adapters/adapter.ts'
import { openConfig } from '#areas/connectors/server/config.ts'
import { isOffered } from '#areas/connectors/server/definitions.ts'
import { serviceOf, type Offered } from '#areas/connectors/server/offered.ts'
import { deliveredBy } from '#areas/connectors/server/worker/delivered.ts'
import { claimRun, LostRun, saidEvery, stillMine, type Claim } from './claim.ts'
import { clean } from './clean.ts'
import { endBadly, endWell } from './end.ts'
import { Findings, mostGaps } from './findings.ts'
import { KnownVulnerabilities } from './known.ts'
import { RunLog } from './log.ts'
import { faultOf, reachOf } from './reach.ts'
import { questionOf, writeBrought } from './values.ts'

export interface RunPorts {
  readonly fetch: GuardedFetch
  readonly secrets: Secrets
  readonly translate: Translate
  /** Says what nobody told of, such as a mistake of the program. */
  readonly complain?: (error: unknown, of: { readonly connector: string }) => void
}

type Running = Pick<JobContext, 'apart' | 'resources'>

/** A run may take so long. */
const longest = 3 * 3_600_000
/** Numbers of metrics that nothing asks for that are told of one by one. */
const mostTold = 20

/** Runs a connector that is due, if no other server does: claims it, reads and writes, says how it ended. */
export async function runConnector({ apart, resources }: Running, id: number, ports: RunPorts): Promise<void> {
  const ready = await apart(async (tx) => {
    const claim = await claimRun(tx, id)
    if (!claim) return null
    const service = (await isOffered(tx, claim.of.connector)) ? serviceOf(claim.of.connector) : undefined
    return { claim, service, config: (await openConfig(tx, ports.secrets, id)) ?? {} }
  })
  if (!ready) return
  const { claim, service, config } = ready
  const told = service ? clean(service.definition, config) : (text: string) => text
  const log = new RunLog(told, () => new Date())
  log.say({ level: 'info', key: 'started', values: { source: claim.source, attempt: claim.attempt } })
  const lost = new AbortController()
  const heart = setInterval(() => {
    apart((tx) => stillMine(tx, claim)).catch((error: unknown) => {
      // The database may be away for a moment; who lost the run writes nothing more of it in any case.
      if (error instanceof LostRun) lost.abort(error)
    })
  }, saidEvery * 1000)
  heart.unref()
  const counts: Record<string, number> = {}
  try {
    const signal = AbortSignal.any([lost.signal, AbortSignal.timeout(longest)])
    const end = await through({ apart, resources }, { claim, service, config, log, counts, signal }, ports)
    await apart(async (tx) => {
      await stillMine(tx, claim)
      await end(tx)
    })
  } catch (error) {
    if (error instanceof LostRun || lost.signal.aborted) return
    const fault =
      error instanceof AppError && error.details.code === 'QUOTA_REACHED'
        ? { reason: 'unexpected' as const, retryAfter: null, told: null, word: 'quota' }
        : error instanceof RunRefused
          ? { reason: 'unexpected' as const, retryAfter: null, told: null, word: error.word }
          : faultOf(error)
    if (fault.reason === 'unexpected' && !(error instanceof AdapterFault) && !('word' in fault)) ports.complain?.(error, { connector: claim.of.connector })
    await apart(async (tx) => {
      await stillMine(tx, claim)
      await endBadly(tx, resources, claim, log, {
        fault: { ...fault, told: fault.told === null ? null : told(fault.told), ...('word' in fault && { word: fault.word }) },
        counts,
      })
    }).catch((ending: unknown) => {
      if (!(ending instanceof LostRun)) throw ending
    })
  } finally {
    clearInterval(heart)
  }
}

/** Why a run does not even begin, in a word of the code. */
class RunRefused extends Error {
  readonly word: string
  constructor(word: string) {
    super(word)
    this.word = word
  }
}

interface Under {
  readonly claim: Claim
  readonly service: Offered | undefined
  readonly config: Config
  readonly log: RunLog
  /** Filled as it goes, so that a run that fails tells how far it came. */
  readonly counts: Record<string, number>
  readonly signal: AbortSignal
}

/** Reads all there is and writes what may be written on the way; answers what remains to be done with the end, in one transaction. */
async function through(
  running: Running,
  { claim, service, config, log, counts, signal }: Under,
  { fetch, translate }: RunPorts,
): Promise<(tx: Tx) => Promise<void>> {
  const { apart, resources } = running
  const { of } = claim
  if (!service) throw new RunRefused('not_offered')
  if (claim.refused) throw new RunRefused(claim.refused)
  // What a worker has brought is here already, and is written as if it were read just now.
  const collect = of.worker_id === null ? service.collect : await deliveredBy(apart, claim.job)
  if (of.worker_id === null ? service.definition.needsWorker : !collect) throw new RunRefused('worker')
  const reach = reachOf(fetch, { signal, say: log.say })
  if (service.sync && of.worker_id === null) {
    const connector = { id: of.id, name: of.name, mapping: of.mapping }
    const done = await service.sync({ connector, config, reach, apart, resources, since: of.since, mine: (tx) => stillMine(tx, claim) })
    Object.assign(counts, done.counts)
    if (done.warned) log.warned = true
    return (tx) => endWell(tx, resources, claim, log, { counts, since: done.since ?? null })
  }
  if (!collect) throw new RunRefused('not_offered')
  const brought = new Map<string, number>()
  const findings = new Findings({ apart, resources, claim, translate })
  const known = new KnownVulnerabilities({ apart, claim })
  const asked = askedOf(of)
  const wanted = new Set(asked.metrics.map(({ key, parameters }) => questionOf(key, parameters)))
  const unasked = new Set<string>()
  for await (const one of collect(config, asked, reach)) {
    signal.throwIfAborted()
    if (one.is === 'value') {
      const question = questionOf(one.metric, one.parameters)
      if (!Number.isFinite(one.value)) log.say({ level: 'warning', key: 'empty', values: { metric: one.metric } })
      else if (wanted.has(question)) brought.set(question, one.value)
      else if (!unasked.has(one.metric) && unasked.size < mostTold) {
        unasked.add(one.metric)
        log.say({ level: 'info', key: 'no_metric', values: { metric: one.metric } })
      }
    } else if (one.is === 'found') await findings.take(one.found)
    else if (one.is === 'whole') findings.whole(one.foundBy)
    else await known.take(one)
    Object.assign(counts, countsOf(findings, known))
  }
  await findings.end()
  await known.end()
  Object.assign(counts, countsOf(findings, known))
  if (findings.counts.findings > 0 || findings.counts.gone > 0) {
    const { findings: count, unchanged, fresh, gone, made, changed, closed, left, refused } = findings.counts
    log.say({ level: 'info', key: 'findings', values: { count, unchanged, fresh, gone } })
    log.say({ level: 'info', key: 'gaps', values: { made, changed, closed } })
    if (refused > 0) log.say({ level: 'warning', key: 'gaps_refused', values: { count: refused } })
    if (left > 0) log.say({ level: 'warning', key: 'gaps_left', values: { count: left, most: mostGaps } })
  }
  if (known.read > 0) log.say({ level: 'info', key: 'known', values: { count: known.read, kept: known.kept } })
  return async (tx) => {
    // What a review waits for comes before what metrics are held to (docs/decisions/0017).
    const values = { ...counts }
    const { values: written, different } = await writeBrought(tx, claim, brought, log.say)
    if (written > 0) log.say({ level: 'info', key: 'values', values: { count: written, changed: different } })
    await endWell(tx, resources, claim, log, { counts: { ...values, ...(of.feeds.length > 0 && { values: written, different }) }, since: null })
  }
}

function countsOf({ counts }: Findings, { read, kept }: KnownVulnerabilities): Record<string, number> {
  return { ...(counts.findings > 0 && { ...counts }), ...(read > 0 && { known: read, kept }) }
}

/** What a connector asks of its service. */
export function askedOf(of: Pick<Claim['of'], 'feeds' | 'register_id' | 'since'>): Asked {
  const metrics = new Map(of.feeds.map(({ key, parameters }) => [questionOf(key, parameters), { key, parameters }]))
  return { metrics: [...metrics.values()], findings: of.register_id !== null, since: of.since }
}
