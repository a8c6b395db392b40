import { sql } from 'kysely'
import { byGlobalPilots } from '#kit/server/access/row-rule.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { closeFailing, openFailing } from '#areas/reviews/server/index.ts'
import { keptJobs } from '#areas/connectors/contract/calls.ts'
import type { AdapterFault } from '#areas/connectors/server/adapters/adapter.ts'
import { nextRun, nextTry } from '#areas/connectors/server/schedule.ts'
import type { Claim } from './claim.ts'
import type { RunLog } from './log.ts'

type Counts = Readonly<Record<string, number>>

/** Writes the end of a run that went through, in the transaction of what it wrote last: a series of failures is over. */
export async function endWell(
  tx: Tx,
  resources: Resources,
  { of, job, began }: Claim,
  log: RunLog,
  { counts, since }: { readonly counts: Counts; readonly since: string | null },
): Promise<void> {
  log.say({ level: 'info', key: 'done', values: { seconds: Math.round((tx.now.getTime() - began.getTime()) / 1000) } })
  const status = log.warned ? 'WARNING' : 'SUCCESS'
  await tx.run(sql`update connector_state set next_at = ${nextRun(of, tx.now, tx.who.timeZone)}, good_at = ${tx.now}, good_job_id = ${job}, since = ${since?.slice(0, 4000) ?? null},
    failing_since = null, failures = 0 where customer_id = ${tx.customerId} and connector_id = ${of.id}`)
  await endJob(tx, job, { status, counts, log, error: null, told: null })
  await forgetOld(tx, of.id)
  if (of.failing_since !== null) await closeFailing(tx, resources, of.id)
}

/** Writes the end of a run that failed: what it wrote stays, nothing closes. The first of a series asks somebody to look, and tells whoever connected it. */
export async function endBadly(
  tx: Tx,
  resources: Resources,
  { of, job }: Claim,
  log: RunLog,
  { fault, counts }: { readonly fault: Pick<AdapterFault, 'reason' | 'retryAfter' | 'told'> & { readonly word?: string }; readonly counts: Counts },
): Promise<void> {
  const { reason, retryAfter: asked, told, word = reason } = fault
  const failures = of.failures + 1
  const tryIn = nextTry(failures, asked)
  const scheduled = nextRun(of, tx.now, tx.who.timeZone)
  const again = tryIn === null ? scheduled : new Date(tx.now.getTime() + tryIn * 1000)
  // Earlier than the schedule, unless the service asked for more time than that.
  const next = asked === null && again > scheduled ? scheduled : again
  log.say({ level: 'error', key: 'failed', values: { reason: word, told: told ?? 'none' } })
  log.say({ level: 'info', key: 'nothing_written' })
  if (!of.paused && of.worker_id === null) log.say({ level: 'info', key: 'next_try', values: { at: next.toISOString() } })
  await tx.run(
    sql`update connector_state set next_at = ${next}, failures = ${failures}, failing_since = coalesce(failing_since, ${tx.now}) where customer_id = ${tx.customerId} and connector_id = ${of.id}`,
  )
  await endJob(tx, job, { status: 'FAILED', counts, log, error: word, told })
  await forgetOld(tx, of.id)
  await openFailing(tx, resources, { id: of.id, name: of.name, source: of.connector === 'MSDEFENDER' ? 'MSDEFENDER' : 'CONNECTOR' })
  if (of.failing_since === null)
    tx.tell({
      kind: 'stopped',
      entity: 'customer_connector',
      id: of.id,
      members: [of.maker_id],
      whom: byGlobalPilots,
      cause: `stopped:customer_connector:${of.id}:${tx.now.toISOString()}`,
    })
}

interface Ending {
  readonly status: 'SUCCESS' | 'WARNING' | 'FAILED'
  readonly counts: Counts
  readonly log: RunLog
  readonly error: string | null
  readonly told: string | null
}

const endJob = (tx: Tx, job: number, { status, counts, log, error, told }: Ending) =>
  tx.run(sql`update connector_job set status = ${status}, ended_at = ${tx.now}, holder = null, held_until = null, counts = ${JSON.stringify(counts)}::jsonb, lines = ${log.kept()}::jsonb,
    error = ${error}, told = ${told?.slice(0, 1000) ?? null} where customer_id = ${tx.customerId} and id = ${job}`)

/** Of a connector the last runs are kept. */
const forgetOld = (tx: Tx, connector: number) =>
  tx.run(sql`delete from connector_job j where j.customer_id = ${tx.customerId} and j.connector_id = ${connector} and j.ended_at is not null and j.id < (
    select o.id from connector_job o where o.customer_id = j.customer_id and o.connector_id = j.connector_id order by o.id desc offset ${keptJobs - 1} limit 1)`)
