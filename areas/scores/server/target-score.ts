import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Place, ScoreResult } from './compute.ts'
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
