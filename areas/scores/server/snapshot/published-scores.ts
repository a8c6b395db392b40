import { sql } from 'kysely'
import { dayAfter } from '#kit/contract/day-after.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { computeScores, type ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { Day } from '#areas/scores/server/facts/facts.ts'
import { publishedDay, publishedFacts, type SnapshotReading } from './snapshot.ts'

/** Days by which what was published may be older than the day that is asked for. */
export const stillOf = 31

/** The last scores that were published by a day, at most a month before; null when none were. Computed anew: for jobs, which have no cache. */
export async function publishedScores(tx: Tx, until: Day): Promise<ScoreResult | null> {
  const day = await publishedDay(tx, until)
  if (day === null || dayAfter(day, stillOf) <= until) return null
  const facts = await publishedFacts(tx, day)
  return facts && computeScores(facts)
}

/** The performance of each policy in a perimeter with what lies below, as it was last published by each of some days, at most a month before; in their order. */
export async function publishedPolicies(tx: Tx, days: readonly Day[], perimeter: number): Promise<ReadonlyMap<number, number>[]> {
  const rows = await tx.run(sql<{ policies: Readonly<Record<string, SnapshotReading | null>> | null }>`
    select (select jsonb_object_agg(p.key, p.value #> array['consolidated', ${String(perimeter)}]::text[]) from jsonb_each(s.results -> 'policies') p) as policies
    from (select a.n, (select max(t.day) from score_snapshot t where t.customer_id = ${tx.customerId} and t.day <= a.day and t.day > a.day - ${stillOf}::int) as day
        from unnest(${days}::date[]) with ordinality as a (day, n)) as wanted
      left join score_snapshot s on s.customer_id = ${tx.customerId} and s.day = wanted.day order by wanted.n`)
  return rows.map(
    ({ policies }) =>
      new Map(
        Object.entries(policies ?? {}).flatMap(([id, reading]) => {
          const score = reading?.[0] ?? null
          return score === null ? [] : [[Number(id), score] as const]
        }),
      ),
  )
}
