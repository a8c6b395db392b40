import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Place, Topic } from './compute.ts'
import type { Day } from './facts.ts'
import type { SnapshotReading } from './snapshot.ts'

export interface TrendPoint {
  readonly day: Day
  readonly reading: SnapshotReading | null
}

/** Where a snapshot keeps the figures of a place, for the whole or for one policy. */
function pathOf(place: Place, rootId: number | null, topic: Topic | undefined): string[] {
  if (place.kind === 'GROUPING') return ['groupings', String(place.grouping_id)]
  const kind = place.kind === 'OWN' ? 'own' : 'consolidated'
  const id = String(place.kind === 'GLOBAL' ? rootId : place.perimeter_id)
  return topic ? ['policies', String(topic.policy_id), kind, id] : [kind, id]
}

/** The published figures of one place between two days, oldest first, at most 400 days. Groups and requirements are not published. */
export async function publishedSeries(tx: Tx, place: Place, rootId: number | null, topic: Topic | undefined, from: Day, to: Day): Promise<TrendPoint[]> {
  return tx.run(sql<TrendPoint>`select * from (select day, results #> ${pathOf(place, rootId, topic)}::text[] as reading from score_snapshot
    where customer_id = ${tx.customerId} and day between ${from} and ${to} order by day desc limit 400) last order by day`)
}

/** Own or consolidated figures of every perimeter on the last published day of each of the twelve months before, oldest first. */
export async function monthlySeries(tx: Tx, kind: 'own' | 'consolidated', policyId?: number): Promise<{ day: Day; readings: Readonly<Record<string, SnapshotReading>> | null }[]> {
  const path: RawBuilder<unknown> = policyId === undefined ? sql`results -> ${kind}` : sql`results #> ${['policies', String(policyId), kind]}::text[]`
  return tx.run(sql<{ day: Day; readings: Readonly<Record<string, SnapshotReading>> | null }>`
    select distinct on (date_trunc('month', day)) day, ${path} as readings from score_snapshot
    where customer_id = ${tx.customerId} and day > (${tx.today}::date - interval '1 year')::date - 31 and day < ${tx.today} order by date_trunc('month', day), day desc`)
}
