import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { readScoreAim, type ScoreAim } from '#areas/tenancy/server/index.ts'
import type { Place, ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { Day } from '#areas/scores/server/facts/facts.ts'
import { targetOf } from './target.ts'

/** What the organisation aims at on a day: as it is set, or as it stood then. */
export async function organisationAim(tx: Tx, day: Day = tx.today): Promise<ScoreAim> {
  const aim = await readScoreAim(tx)
  if (day >= tx.today) return aim
  // The last change by then, else what stood before the first one since.
  const end = sql`(${day}::date + 1)::timestamp at time zone ${tx.who.timeZone}`
  const changes = await tx.run(sql<{ action: keyof ScoreAim; value: string | null }>`
    select distinct on (l.action) l.action, case when e.at < ${end} then l.details::jsonb->>'after' else l.details::jsonb->>'before' end as value
    from audit_log l join audit_entry e on e.customer_id = l.customer_id and e.seq = l.seq
    where l.customer_id = ${tx.customerId} and l.entity = 'customer' and l.object_id = ${tx.customerId} and l.action in ('target_score', 'target_date')
    order by l.action, (e.at < ${end}) desc, case when e.at < ${end} then -l.seq else l.seq end`)
  const then = new Map(changes.map(({ action, value }) => [action, value]))
  const score = then.get('target_score')
  return {
    target_score: score === undefined ? aim.target_score : score === null ? null : Number(score),
    target_date: then.has('target_date') ? (then.get('target_date') ?? null) : aim.target_date,
  }
}

/** The target that the organisation set for its whole score; null: none, so that those of its policies tell. */
const organisationTarget = async (tx: Tx, day: Day = tx.today): Promise<number | null> => (await organisationAim(tx, day)).target_score

/** Until when a target is to be reached that nobody gave a date: the end of the year. */
export const aimedUntil = ({ target_date }: ScoreAim, day: Day): Day => target_date ?? `${day.slice(0, 4)}-12-31`

/** The target of a place, with everything or with one policy: what applies to groups, requirements, solutions and measures is none. */
export type Aims = (place: Place, policy?: number) => number | null

/** What the scores of a day aim at, for every screen and document: the organisation's own target for its whole score, else what the targets of its policies make. */
export async function aimsOf(tx: Tx, result: ScoreResult): Promise<Aims> {
  const whole = await organisationTarget(tx, result.facts.day)
  const isWhole = (place: Place) => place.kind === 'GLOBAL' || (place.kind === 'CONSOLIDATED' && place.perimeter_id === result.index.root?.fact.id)
  return (place, policy) => (policy === undefined && isWhole(place) ? whole : null) ?? targetOf(result, place, policy)
}

/** What the organisation aimed at in the twelve months up to a day, from the first day of each change; empty where nobody changed it. */
export async function targetSteps(tx: Tx, day: Day): Promise<{ from: Day; target: number | null }[]> {
  const rows = await tx.run(sql<{ from: Day; before: number | null; after: number | null }>`
    select to_char(e.at at time zone ${tx.who.timeZone}, 'YYYY-MM-DD') as "from", (l.details::jsonb->>'before')::int as before, (l.details::jsonb->>'after')::int as after
    from audit_log l join audit_entry e on e.customer_id = l.customer_id and e.seq = l.seq
    where l.customer_id = ${tx.customerId} and l.entity = 'customer' and l.object_id = ${tx.customerId} and l.action = 'target_score'
      and e.at < (${day}::date + 1)::timestamp at time zone ${tx.who.timeZone} order by l.seq desc limit 24`)
  const [year = '', ...rest] = day.split('-')
  const first = [String(Number(year) - 1), ...rest].join('-')
  const changes = rows.toReversed()
  const since = changes.filter(({ from }) => from > first)
  const at = changes.findLast(({ from }) => from <= first)?.after ?? since[0]?.before
  if (changes.length === 0 || at === undefined) return []
  return [{ from: first, target: at }, ...since.map(({ from, after }) => ({ from, target: after }))]
}
