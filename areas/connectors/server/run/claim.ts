import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ConnectorRhythm, Feed } from '#areas/connectors/contract/customer-connector.ts'
import { askForRun } from '#areas/connectors/server/connect.ts'
import { mayConnect } from '#areas/connectors/server/definitions.ts'
import { nextRun, retryAfter } from '#areas/connectors/server/schedule.ts'

/** Seconds for which a run is a server's after each time that it says so, and how often it does. */
export const [heldFor, saidEvery] = [90, 20] as const
/** So often in a row a run may be cut off, wherever it runs; then it failed. */
export const mostCut = 3
/** Seconds for which a run waits for its worker; then it failed, and somebody is told (`connectors_due` knows them too). */
const waitsFor = ({ periodicity }: Pick<Connected, 'periodicity'>) => (periodicity === 'HOURLY' ? 3_600 : 86_400)

/** What a run is of, as it was when it began. */
export interface Connected {
  readonly id: number
  readonly name: string
  readonly connector: string
  readonly maker_id: number
  readonly settings: Readonly<Record<string, string | number | null>>
  readonly feeds: readonly Feed[]
  readonly register_id: number | null
  readonly least_score: number | null
  readonly mapping: unknown
  readonly periodicity: ConnectorRhythm
  readonly run_at: string
  readonly worker_id: number | null
  readonly paused: boolean
  readonly next_at: Date | null
  readonly since: string | null
  readonly failures: number
  readonly failing_since: Date | null
}

export interface Claim {
  readonly job: number
  readonly holder: string
  readonly source: 'MANUAL' | 'SCHEDULE'
  readonly attempt: number
  readonly began: Date
  readonly of: Connected
  /** Why it does not even begin: it was cut off so often that it is not tried again, or its worker did not come. */
  readonly refused: 'cut_off' | 'worker_away' | null
}

export const connectedOf = (tx: Tx, id: number): Promise<Connected | undefined> =>
  tx.first(sql<Connected>`select k.id, k.name, k.connector, k.maker_id, k.settings, k.feeds, k.register_id, k.least_score, k.mapping, k.periodicity, k.run_at, k.worker_id, k.paused,
      s.next_at, s.since, s.failures, s.failing_since
    from customer_connector k join connector_state s on s.customer_id = k.customer_id and s.connector_id = k.id where k.customer_id = ${tx.customerId} and k.id = ${id}`)

interface Going {
  readonly id: number
  readonly source: Claim['source']
  readonly status: string
  readonly attempt: number
  readonly cuts: number
  readonly asked_at: Date
  readonly holder: string | null
  readonly held_until: Date | null
}

/** Takes the run of a connector that is due, so that it is this server's alone: one that was asked for, one that was cut off, or a new one. Null where there is none to take. */
export async function claimRun(tx: Tx, id: number): Promise<Claim | null> {
  const of = await connectedOf(tx, id)
  if (!of || !(await mayConnect(tx))) return null
  const going = await tx.first(
    sql<Going>`select id, source, status, attempt, cuts, asked_at, holder, held_until from connector_job where customer_id = ${tx.customerId} and connector_id = ${id} and ended_at is null`,
  )
  if (going?.status === 'PENDING') {
    if (going.asked_at.getTime() + waitsFor(of) * 1000 > tx.now.getTime()) return null
    const away = await tx.first(
      sql`update connector_job set status = 'IN_PROGRESS' where customer_id = ${tx.customerId} and id = ${going.id} and status = 'PENDING' and ended_at is null returning 1`,
    )
    return away ? hold(tx, of, 'worker_away') : null
  }
  if (going?.held_until && going.held_until > tx.now) return null
  if (going?.holder) {
    const over = await tx.first(sql`update connector_job set status = 'FAILED', ended_at = ${tx.now}, error = 'cut_off', holder = null, held_until = null
      where customer_id = ${tx.customerId} and id = ${going.id} and held_until <= ${tx.now} and ended_at is null returning 1`)
    if (!over) return null
    await askForRun(tx, id, { source: going.source, attempt: going.attempt + 1, cuts: going.cuts + 1 })
    return hold(tx, of, going.cuts + 1 >= mostCut ? 'cut_off' : null)
  }
  if (!going) {
    if (of.paused || of.next_at === null || of.next_at > tx.now) return null
    await askForRun(tx, id, { source: await sourceOf(tx, of), attempt: of.failures + 1 })
    if (of.worker_id !== null) {
      // Its worker begins it; until then it does not come round again.
      await tx.run(
        sql`update connector_state set next_at = ${nextRun(of, tx.now, tx.who.timeZone)} where customer_id = ${tx.customerId} and connector_id = ${id}`,
      )
      return null
    }
  }
  // A worker's that was cut off too often comes here without having been begun there.
  return hold(tx, of, (going?.cuts ?? 0) >= mostCut ? 'cut_off' : null)
}

/** What is tried again keeps what it was begun by. */
async function sourceOf(tx: Tx, { id, failures }: Connected): Promise<Claim['source']> {
  if (failures === 0 || failures > retryAfter.length) return 'SCHEDULE'
  const last = await tx.first(
    sql<{ source: Claim['source'] }>`select source from connector_job where customer_id = ${tx.customerId} and connector_id = ${id} order by id desc limit 1`,
  )
  return last?.source ?? 'SCHEDULE'
}

async function hold(tx: Tx, of: Connected, refused: Claim['refused']): Promise<Claim | null> {
  const holder = randomUUID()
  const mine = await tx.first(sql<{
    id: number
    source: Claim['source']
    attempt: number
  }>`update connector_job set holder = ${holder}::uuid, held_until = ${until(tx)}, started_at = ${tx.now}
    where customer_id = ${tx.customerId} and connector_id = ${of.id} and status = 'IN_PROGRESS' and ended_at is null and holder is null returning id, source, attempt`)
  return mine ? { job: mine.id, holder, source: mine.source, attempt: mine.attempt, began: tx.now, of, refused } : null
}

const until = (tx: Tx) => new Date(tx.now.getTime() + heldFor * 1000)

/** A run that another server has by now, or that was ended: nothing more of it is written. */
export class LostRun extends Error {}

/** Says that a run goes on, and holds it in this transaction: whoever writes for it asks this first. */
export async function stillMine(tx: Tx, { job, holder }: Pick<Claim, 'job' | 'holder'>): Promise<void> {
  const mine = await tx.first(
    sql`update connector_job set held_until = ${until(tx)} where customer_id = ${tx.customerId} and id = ${job} and holder = ${holder}::uuid and ended_at is null returning 1`,
  )
  if (!mine) throw new LostRun('The run is not held any more')
}
