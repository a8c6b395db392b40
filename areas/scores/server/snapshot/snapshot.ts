import { wallClock } from '#kit/contract/wall-clock.ts'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { computeScores } from '#areas/scores/server/compute/compute.ts'
import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { Day, ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import { loadFacts } from '#areas/scores/server/facts/load-facts.ts'
import type { Outcome } from '#areas/scores/server/compute/mean.ts'

/** Performance and coverage, then the same without exemptions; 0–100 to 6 decimals, null when nothing counts. */
export type SnapshotReading = readonly [number | null, number | null, number | null, number | null]
type Readings = Readonly<Record<string, SnapshotReading>>

/** The figures of a published day, by id. */
export interface SnapshotResults {
  readonly own: Readings
  readonly consolidated: Readings
  readonly groupings: Readings
  /** By policy, then by perimeter. */
  readonly policies: Readonly<Record<string, { readonly own: Readings; readonly consolidated: Readings }>>
}

const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** Publishes the scores of a day, once: a day that is published stays as it is. False when it was. */
export async function publishScores(tx: Tx, facts: ScoreFacts): Promise<boolean> {
  const packed = await zip(JSON.stringify(facts))
  const done = await tx.first(sql`insert into score_snapshot (customer_id, day, published_at, results, facts)
    values (${tx.customerId}, ${facts.day}, ${tx.now}, ${JSON.stringify(resultsOf(computeScores(facts)))}::jsonb, ${packed}) on conflict do nothing returning 1`)
  return done !== undefined
}

/** Publishes the day that is ending: today from 23:00 on, else yesterday, for a job that could only run after midnight. */
export async function publishToday(tx: Tx): Promise<void> {
  const hour = Number(wallClock(tx.now, tx.who.timeZone).slice(11, 13))
  const day = hour === 23 ? tx.today : dayBefore(tx.today)
  await publishScores(tx, await loadFacts(tx, day))
}

/** The last published day not after the given one; null when none is. */
export async function publishedDay(tx: Tx, until: Day): Promise<Day | null> {
  const row = await tx.first(sql<{ day: Day | null }>`select max(day) as day from score_snapshot where customer_id = ${tx.customerId} and day <= ${until}`)
  return row?.day ?? null
}

/** The own score of each perimeter that has one, as it was last published, not after a day. */
export async function publishedOwn(tx: Tx, until: Day): Promise<ReadonlyMap<number, number>> {
  const row = await tx.first(sql<{ own: Readings }>`select results -> 'own' as own from score_snapshot
    where customer_id = ${tx.customerId} and day <= ${until} order by day desc limit 1`)
  return new Map(Object.entries(row?.own ?? {}).flatMap(([id, [score]]) => (score === null ? [] : [[Number(id), score] as const])))
}

/** The facts of a published day; null when it is not. */
export async function publishedFacts(tx: Tx, day: Day): Promise<ScoreFacts | null> {
  const row = await tx.first(sql<{ facts: Buffer }>`select facts from score_snapshot where customer_id = ${tx.customerId} and day = ${day}`)
  return row ? (JSON.parse((await unzip(row.facts)).toString('utf8')) as ScoreFacts) : null
}

/** What a snapshot keeps of a result. */
export function resultsOf(result: ScoreResult): SnapshotResults {
  const policies: Record<string, { own: Record<string, SnapshotReading>; consolidated: Readings }> = {}
  for (const [id, consolidated] of result.consolidatedPolicies) policies[id] = { own: {}, consolidated: readings(consolidated) }
  for (const [perimeter, ofPerimeter] of result.policies) {
    for (const [policy, { outcome }] of ofPerimeter) {
      const own = policies[policy]?.own
      if (own) own[perimeter] = readingOf(outcome)
    }
  }
  return { own: readings(result.own), consolidated: readings(result.consolidated), groupings: readings(result.groupings), policies }
}

/** An outcome as snapshots keep it. */
export function readingOf({ eased, strict }: Outcome): SnapshotReading {
  return [trim(eased?.performance), trim(eased?.coverage), trim(strict?.performance), trim(strict?.coverage)]
}

function readings(outcomes: ReadonlyMap<number, Outcome>): Readings {
  return Object.fromEntries([...outcomes].map(([id, outcome]) => [id, readingOf(outcome)]))
}

const trim = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value * 1e6) / 1e6)

/** The calendar day before. */
export function dayBefore(day: Day): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
