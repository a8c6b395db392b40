import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { authorize, type Grant } from '#kit/server/access/authorize.ts'
import { mustRead } from '#kit/server/data/lists/get-row.ts'
import { createRow, updateRow } from '#kit/server/data/store/store.ts'
import { refusals, type Refuse } from '#kit/server/data/store/refusals.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Secrets } from '#kit/server/access/secrets.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { GuardedFetch } from '#kit/server/http/guarded-fetch.ts'
import { usedGapRegisters } from '#areas/gaps/server/index.ts'
import { everyMetric, placesOfMetric } from '#areas/metrics/server/index.ts'
import { guardQuota } from '#areas/tenancy/server/index.ts'
import type { GivenConnector } from '#areas/connectors/contract/calls.ts'
import type { ConnectorRhythm, Feed } from '#areas/connectors/contract/customer-connector.ts'
import { judgeConfig, keepSecrets, keptSecrets, type SplitConfig } from './config.ts'
import { connectorQuota, customerConnectors } from './customer-connector.ts'
import { mustAllow, mustOffer } from './definitions.ts'
import type { Offered } from './offered.ts'
import { nextRun } from './schedule.ts'

export interface Connecting {
  readonly resources: Resources
  readonly secrets: Secrets
  readonly fetch: GuardedFetch
}

/** What is wrong with what was given, every field named. */
async function judge(
  tx: Tx,
  { fetch, secrets }: Connecting,
  { definition }: Offered,
  given: GivenConnector,
  id: number | null,
): Promise<SplitConfig & { readonly kept: Record<string, string> }> {
  const { refuse, done } = refusals()
  const kept = id === null ? {} : await keptSecrets(tx, secrets, definition, id, given)
  const split = judgeConfig(definition, given.config, new Set(Object.keys(kept)), fetch, refuse)
  if (given.feeds.length > 0 && !definition.produces.includes('metrics')) refuse('feeds', 'kit.errors.invalid_value')
  if (given.register !== null && !definition.produces.includes('issues')) refuse('register', 'kit.errors.invalid_value')
  if (definition.needsWorker && given.worker === null) refuse('worker', 'connectors.errors.worker_needed')
  // A worker reads values and findings; what goes both ways is the server's.
  if (given.worker !== null && definition.kind === 'TICKETING') refuse('worker', 'connectors.errors.worker_reads')
  await judgePlaces(tx, given, refuse)
  // What is its own is described by its metrics; a service that knows none takes any name.
  const keys = new Set(definition.metrics.map(({ key }) => key))
  const seen = new Set<string>()
  for (const [n, feed] of given.feeds.entries()) {
    if (keys.size > 0 && !keys.has(feed.key)) refuse(`feeds.${n}.key`, 'kit.errors.invalid_value')
    if (keys.size === 0 && feed.metric === undefined && feed.name === undefined) refuse(`feeds.${n}.name`, 'kit.errors.mandatory')
    const same = JSON.stringify([feed.key, feed.parameters, feed.perimeter])
    if (seen.has(same)) refuse(`feeds.${n}.key`, 'connectors.errors.twice')
    seen.add(same)
  }
  done()
  return { ...split, kept }
}

async function judgePlaces(tx: Tx, given: GivenConnector, refuse: Refuse): Promise<void> {
  const perimeters = [...new Set(given.feeds.map(({ perimeter }) => perimeter))]
  const metrics = [...new Set(given.feeds.flatMap(({ metric }) => metric ?? []))]
  const found = await tx.first(sql<{ perimeters: number[]; metrics: number[]; register: boolean; worker: boolean }>`select
    array(select p.id from perimeter p where p.customer_id = ${tx.customerId} and p.id = any(${perimeters}::bigint[])) as perimeters,
    array(select m.id from ${everyMetric(tx.customerId)} m where m.id = any(${metrics}::bigint[]) and not m.archived and m.formula is null and m.internal_metric is null) as metrics,
    exists (select 1 from ${usedGapRegisters(tx.customerId)} r where r.id = ${given.register}) as register,
    exists (select 1 from worker w where w.customer_id = ${tx.customerId} and w.id = ${given.worker} and w.revoked_at is null) as worker`)
  for (const [n, { perimeter, metric }] of given.feeds.entries()) {
    if (!found?.perimeters.includes(perimeter)) refuse(`feeds.${n}.perimeter`, 'kit.errors.missing_reference')
    if (metric !== undefined && !found?.metrics.includes(metric)) refuse(`feeds.${n}.metric`, 'kit.errors.missing_reference')
  }
  if (given.register !== null && !found?.register) refuse('register', 'kit.errors.missing_reference')
  if (given.worker !== null && !found?.worker) refuse('worker', 'kit.errors.missing_reference')
}

const metricRhythm = { HOURLY: 'DAILY', DAILY: 'DAILY', WEEKLY: 'WEEKLY', MONTHLY: 'MONTHLY' } as const satisfies Record<ConnectorRhythm, string>

/** The metrics that are filled: those that are there are measured in the perimeter from now on, others are made, one for all places of the same question. */
async function feedsOf(tx: Tx, { resources }: Connecting, { definition }: Offered, given: GivenConnector, source: string): Promise<Feed[]> {
  const metrics = resourceOf(resources, 'metric')
  const made = new Map<string, number>()
  const wanted = new Map<number, Set<number>>()
  const feeds: Feed[] = []
  for (const { key, parameters, perimeter, metric, name } of given.feeds) {
    const question = JSON.stringify([key, parameters, name])
    let id = metric ?? made.get(question)
    if (id === undefined) {
      const known = definition.metrics.find((one) => one.key === key)
      const suffix = Object.values(parameters).filter(Boolean).join(', ')
      const called = (text: string) => (name ?? (suffix ? `${text} (${suffix})` : text)).slice(0, 128)
      const percent = known?.unit === 'PERCENT'
      const row = await createRow(tx, authorize(tx.who, 'metric.write'), metrics, resources, {
        name_en: called(known?.name.en ?? key),
        name_fr: called(known?.name.fr ?? key),
        ...(known && { description: known.description[tx.who.lang] }),
        perimeters: [perimeter],
        periodicity: metricRhythm[given.periodicity],
        time_aggregation: 'LATEST',
        perimeter_aggregation: percent ? 'AVERAGE' : 'SUM',
        decimals: 2,
        ...(percent && { unit: '%', minimum: 0, maximum: 100 }),
        source,
      })
      id = row.id
      made.set(question, id)
    } else (wanted.get(id) ?? wanted.set(id, new Set()).get(id))?.add(perimeter)
    feeds.push({ key, parameters, metric: id, perimeter })
  }
  for (const [id, places] of wanted) {
    const row = await tx.first(
      sql<{ places: number[] }>`select array${placesOfMetric(rowRef('m'))} as places from ${everyMetric(tx.customerId)} m where m.id = ${id}`,
    )
    const before = row?.places ?? []
    const more = [...places].filter((place) => !before.includes(place))
    if (more.length > 0) await updateRow(tx, authorize(tx.who, 'metric.write'), metrics, resources, id, { perimeters: [...before, ...more] })
  }
  return feeds
}

const valuesOf = (given: GivenConnector, settings: SplitConfig['settings'], feeds: readonly Feed[]) => ({
  name: given.name,
  settings,
  feeds,
  perimeters: [...new Set(feeds.map(({ perimeter }) => perimeter))],
  register: given.register,
  least_score: given.least_score,
  periodicity: given.periodicity,
  run_at: given.run_at,
  worker: given.worker,
})

/** Connects a service within the licence. Whoever connects it is told when it fails. */
export async function connectService(
  tx: Tx,
  grant: Grant,
  by: Connecting,
  { connector, run, ...given }: GivenConnector & { connector: string; run: boolean },
): Promise<number> {
  const service = await mustOffer(tx, connector)
  if (tx.who.memberId === null) throw new AppError('FORBIDDEN', 'kit.errors.no_add_right')
  const { settings, secrets } = await judge(tx, by, service, given, null)
  await guardQuota(tx, connectorQuota, 1)
  const feeds = await feedsOf(tx, by, service, given, given.name)
  const { id } = await createRow(tx, authorize(grant.who, 'session'), customerConnectors, by.resources, {
    ...valuesOf(given, settings, feeds),
    connector,
    maker: tx.who.memberId,
  })
  await keepSecrets(tx, by.secrets, id, secrets)
  await tx.run(
    sql`insert into connector_state (customer_id, connector_id, next_at) values (${tx.customerId}, ${id}, ${nextRun(given, tx.now, tx.who.timeZone)})`,
  )
  if (run) await askForRun(tx, id)
  return id
}

/** Changes what was connected; secrets that are not given stay. Whoever asks for another time has it from the next run on. */
export async function changeService(
  tx: Tx,
  grant: Grant,
  by: Connecting,
  id: number,
  { version, ...given }: GivenConnector & { version: number },
): Promise<void> {
  await mustRead(tx, grant, customerConnectors, id)
  const row = await tx.first(sql<{ connector: string }>`select connector from customer_connector where customer_id = ${tx.customerId} and id = ${id}`)
  const service = await mustOffer(tx, row?.connector ?? '')
  const { settings, secrets, kept } = await judge(tx, by, service, given, id)
  const feeds = await feedsOf(tx, by, service, given, given.name)
  await updateRow(tx, authorize(grant.who, 'session'), customerConnectors, by.resources, id, valuesOf(given, settings, feeds), { version })
  await keepSecrets(tx, by.secrets, id, { ...kept, ...secrets })
  if (Object.keys(secrets).length > 0) {
    tx.audit({ entity: 'customer_connector', object_id: id, action: 'replace_secret' })
  }
  await tx.run(
    sql`update connector_state set next_at = ${nextRun(given, tx.now, tx.who.timeZone)} where customer_id = ${tx.customerId} and connector_id = ${id}`,
  )
  await moveRun(tx, id, given.worker)
}

/** A run that nobody has begun waits for whoever runs the connector from now on; what a worker brought already is written as it is. */
const moveRun = (tx: Tx, id: number, worker: number | null) =>
  tx.run(sql`update connector_job j set status = ${worker === null ? 'IN_PROGRESS' : 'PENDING'}, asked_at = ${tx.now}
    where j.customer_id = ${tx.customerId} and j.connector_id = ${id} and j.ended_at is null and j.holder is null and j.status = ${worker === null ? 'PENDING' : 'IN_PROGRESS'}
      and not exists (select 1 from worker_run r where r.customer_id = j.customer_id and r.job_id = j.id)`)

export async function setPaused(tx: Tx, grant: Grant, { resources }: Pick<Connecting, 'resources'>, id: number, paused: boolean): Promise<void> {
  await mustAllow(tx)
  const after = await updateRow(tx, authorize(grant.who, 'session'), customerConnectors, resources, id, { paused }, { action: paused ? 'pause' : 'resume' })
  if (!paused)
    await tx.run(sql`update connector_state set next_at = ${nextRun({ periodicity: after.periodicity as ConnectorRhythm, run_at: String(after.run_at) }, tx.now, tx.who.timeZone)}
      where customer_id = ${tx.customerId} and connector_id = ${id}`)
}

/** How a run is asked for; of one that goes on after others, as which attempt, and how often in a row it was cut off. */
export interface RunAsked {
  readonly source?: 'MANUAL' | 'SCHEDULE'
  readonly attempt?: number
  readonly cuts?: number
}

/** One run at a time: who asks while one waits or goes on is told of that one. */
export async function askForRun(tx: Tx, id: number, { source = 'MANUAL', attempt = 1, cuts = 0 }: RunAsked = {}): Promise<number> {
  const made = await tx.first(sql<{ id: number }>`insert into connector_job (customer_id, connector_id, source, status, attempt, cuts, asked_at, asked_by)
    select k.customer_id, k.id, ${source}, case when k.worker_id is null then 'IN_PROGRESS' else 'PENDING' end, ${attempt}, ${cuts}, ${tx.now}, ${tx.who.memberId}
      from customer_connector k where k.customer_id = ${tx.customerId} and k.id = ${id}
    on conflict (customer_id, connector_id) where ended_at is null do nothing returning id`)
  if (made) return made.id
  const going = await tx.first(
    sql<{ id: number }>`select id from connector_job where customer_id = ${tx.customerId} and connector_id = ${id} and ended_at is null`,
  )
  return going?.id ?? 0
}
