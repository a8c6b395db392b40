import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Place, ScoreResult } from './compute.ts'
import type { Day } from './facts.ts'
import { targetOf } from './target.ts'

/** The target that the organisation set for its whole score; null: none, so that those of its policies tell. */
export async function organisationTarget(tx: Tx): Promise<number | null> {
  const customer = await tx.first(
    sql<{ target_score: number | null }>`select target_score from customer where id = ${tx.customerId} and current_customer() = ${tx.customerId}`,
  )
  return customer?.target_score ?? null
}

/** Sets or clears (null) the target of the whole organisation, 0–100. */
export async function setTargetScore(tx: Tx, target: number | null): Promise<void> {
  const before = await organisationTarget(tx)
  if (before === target) return
  await tx.run(
    sql`update customer set target_score = ${target}, version = version + 1, updated_at = moment() where id = ${tx.customerId} and current_customer() = ${tx.customerId}`,
  )
  tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'target_score', details: JSON.stringify({ before, after: target }) })
}

/** What a score aims at: the organisation's own target for its whole score, else what the targets of its policies make. */
export function aimOf(result: ScoreResult, place: Place, policy: number | undefined, whole: number | null): number | null {
  const isWhole = policy === undefined && (place.kind === 'GLOBAL' || (place.kind === 'CONSOLIDATED' && place.perimeter_id === result.index.root?.fact.id))
  return (isWhole ? whole : null) ?? targetOf(result, place, policy)
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
