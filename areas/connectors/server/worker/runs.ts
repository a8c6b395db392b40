import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Secrets } from '#kit/server/access/secrets.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { mostOfRun, workerVersion, type WorkerRun } from '#areas/connectors/contract/workers.ts'
import { adapters } from '#areas/connectors/server/adapters/index.ts'
import { openConfig } from '#areas/connectors/server/config.ts'
import { isOffered } from '#areas/connectors/server/definitions.ts'
import { connectedOf, heldFor, LostRun, mostCut, stillMine } from '#areas/connectors/server/run/claim.ts'
import { askedOf } from '#areas/connectors/server/run/run.ts'
import { WorkerRefused } from './let-in.ts'

const runnable = () => adapters.map(({ definition }) => definition.identifier)

interface Taken {
  readonly id: number
  readonly connector_id: number
  readonly cuts: number
}

/** The run that waits longest for a worker, as its own from now on, with what it needs; null where none waits. What cannot run is ended without it. */
export async function takeRun(tx: Tx, worker: number, secrets: Secrets): Promise<WorkerRun | null> {
  const { customerId } = tx
  const holder = randomUUID()
  const taken =
    await tx.first(sql<Taken>`update connector_job set status = 'IN_PROGRESS', holder = ${holder}::uuid, held_until = ${new Date(tx.now.getTime() + heldFor * 1000)},
      started_at = ${tx.now}
    where customer_id = ${customerId} and status = 'PENDING' and ended_at is null and id = (
      select j.id from connector_job j join customer_connector k on k.customer_id = j.customer_id and k.id = j.connector_id
        where j.customer_id = ${customerId} and j.status = 'PENDING' and j.ended_at is null and k.worker_id = ${worker} and k.connector = any(${runnable()}::text[])
        order by j.asked_at, j.id limit 1)
    returning id, connector_id, cuts`)
  if (!taken) return null
  await tx.run(sql`delete from worker_run r using connector_job j where r.customer_id = ${customerId} and j.customer_id = r.customer_id and j.id = r.job_id
    and j.connector_id = ${taken.connector_id} and j.ended_at is not null`)
  await tx.run(
    sql`insert into worker_run (customer_id, job_id, worker_id, holder, taken_at) values (${customerId}, ${taken.id}, ${worker}, ${holder}::uuid, ${tx.now})`,
  )
  const of = await connectedOf(tx, taken.connector_id)
  const config = of ? await openConfig(tx, secrets, of.id) : null
  if (!of || !config) return null
  if (taken.cuts >= mostCut || !(await isOffered(tx, of.connector))) {
    // The server says why: it looks at both before it looks at what came.
    await deliver(tx, worker, taken.id, { pieces: 0, fault: { reason: 'unexpected', retry_after: null, told: null } })
    return null
  }
  const { metrics, findings, since } = askedOf(of)
  const wanted = metrics.map(({ key, parameters }) => ({ key, parameters: { ...parameters } }))
  return { id: taken.id, connector: of.connector, config, asked: { metrics: wanted, findings, since } }
}

interface Going {
  readonly holder: string
  readonly next_seq: number
  readonly bytes: number
  readonly delivered: boolean
}

/** A run that is this worker's, held on; throws for one that is nobody's or somebody else's by now. */
async function ownRun(tx: Tx, worker: number, job: number): Promise<Going> {
  const run = await tx.first(sql<Going>`select r.holder::text as holder, r.next_seq, r.bytes, r.delivered_at is not null as delivered
    from worker_run r join connector_job j on j.customer_id = r.customer_id and j.id = r.job_id
      join customer_connector k on k.customer_id = j.customer_id and k.id = j.connector_id and k.worker_id = r.worker_id
    where r.customer_id = ${tx.customerId} and r.job_id = ${job} and r.worker_id = ${worker}`)
  if (!run) throw new WorkerRefused(404, 'There is no such run for this worker')
  if (!run.delivered)
    await stillMine(tx, { job, holder: run.holder }).catch((error: unknown) => {
      if (error instanceof LostRun) throw new WorkerRefused(410, 'This run has ended')
      throw error
    })
  return run
}

export const holdOn = async (tx: Tx, worker: number, job: number): Promise<void> => {
  const run = await ownRun(tx, worker, job)
  if (run.delivered) throw new WorkerRefused(410, 'This run has ended')
}

/** Keeps a piece of what a run brings; one that came before is not kept twice. Answers which comes next. */
export async function keepPiece(tx: Tx, worker: number, job: number, seq: number, body: Buffer): Promise<number> {
  // From here on nobody else writes a piece of this run: the row of the job is held.
  const held = await ownRun(tx, worker, job)
  const run = held.delivered ? held : await ownRun(tx, worker, job)
  if (seq < run.next_seq) return run.next_seq
  if (run.delivered) throw new WorkerRefused(410, 'This run has ended')
  if (seq > run.next_seq) throw new WorkerRefused(409, `Piece ${run.next_seq} comes next`)
  if (run.bytes + body.length > mostOfRun) throw new WorkerRefused(413, 'A run brings no more than that')
  await tx.run(sql`insert into worker_batch (customer_id, job_id, seq, body) values (${tx.customerId}, ${job}, ${seq}, ${body})`)
  await tx.run(sql`update worker_run set next_seq = next_seq + 1, bytes = bytes + ${body.length} where customer_id = ${tx.customerId} and job_id = ${job}`)
  return seq + 1
}

/** All is here, or what went wrong there: a server writes it. Said again, it changes nothing. */
export async function deliver(
  tx: Tx,
  worker: number,
  job: number,
  {
    pieces,
    fault,
  }: { readonly pieces: number; readonly fault: { readonly reason: string; readonly retry_after: number | null; readonly told: string | null } | null },
): Promise<void> {
  const run = await ownRun(tx, worker, job)
  if (run.delivered) return
  if (run.next_seq !== pieces) throw new WorkerRefused(409, `Piece ${run.next_seq} comes next`)
  await tx.run(
    sql`update worker_run set delivered_at = ${tx.now}, fault = ${fault === null ? null : JSON.stringify(fault)}::jsonb where customer_id = ${tx.customerId} and job_id = ${job}`,
  )
  await tx.run(
    sql`update connector_job set holder = null, held_until = null where customer_id = ${tx.customerId} and id = ${job} and holder = ${run.holder}::uuid`,
  )
}

/** What was asked of a worker about its file is done once it comes with the version of this server. */
export async function noteVersion(tx: Tx, worker: number, version: string): Promise<boolean> {
  if (version !== workerVersion) return true
  await tx.run(
    sql`update worker_seen set update_asked_at = null where customer_id = ${tx.customerId} and worker_id = ${worker} and update_asked_at is not null`,
  )
  return false
}
