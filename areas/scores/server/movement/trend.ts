import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Place, Topic } from '#areas/scores/server/compute/compute.ts'
import type { Day } from '#areas/scores/server/facts/facts.ts'
import type { SnapshotReading } from '#areas/scores/server/snapshot/snapshot.ts'

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

/** Own or consolidated figures of every perimeter one to twelve months before a day, oldest first: each the last published by then, at most a month before. */
export async function monthlySeries(
  tx: Tx,
  day: Day,
  kind: 'own' | 'consolidated',
  policyId?: number,
): Promise<{ day: Day; readings: Readonly<Record<string, SnapshotReading>> | null }[]> {
  const path: RawBuilder<unknown> = policyId === undefined ? sql`s.results -> ${kind}` : sql`s.results #> ${['policies', String(policyId), kind]}::text[]`
  return tx.run(sql<{ day: Day; readings: Readonly<Record<string, SnapshotReading>> | null }>`
    select s.day, ${path} as readings
    from (select distinct last.day from generate_series(1, 12) as n
        cross join lateral (select (${day}::date - make_interval(months => n))::date as day) as until
        cross join lateral (select max(t.day) as day from score_snapshot t where t.customer_id = ${tx.customerId} and t.day <= until.day and t.day > until.day - 31) as last) as wanted
      join score_snapshot s on s.customer_id = ${tx.customerId} and s.day = wanted.day order by s.day`)
}
