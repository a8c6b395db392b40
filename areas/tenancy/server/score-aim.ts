import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** What an organisation wants of its whole score, 0–100, and until when; null where it has not said. */
export interface ScoreAim {
  readonly target_score: number | null
  readonly target_date: string | null
}

/** What the organisation aims at now. */
export async function readScoreAim(tx: Tx): Promise<ScoreAim> {
  const aim = await tx.first(
    sql<ScoreAim>`select target_score, to_char(target_date, 'YYYY-MM-DD') as target_date from customer where id = ${tx.customerId} and current_customer() = ${tx.customerId}`,
  )
  return aim ?? { target_score: null, target_date: null }
}

/** Sets or clears (null) the target of the whole organisation and its date; what is not named stays. The audit log tells each change. */
export async function setScoreAim(tx: Tx, aim: Partial<ScoreAim>): Promise<void> {
  const before = await readScoreAim(tx)
  const after = { ...before, ...aim }
  const changed = (['target_score', 'target_date'] as const).filter((name) => before[name] !== after[name])
  if (changed.length === 0) return
  await tx.run(
    sql`update customer set target_score = ${after.target_score}, target_date = ${after.target_date}, version = version + 1, updated_at = moment() where id = ${tx.customerId} and current_customer() = ${tx.customerId}`,
  )
  for (const name of changed)
    tx.audit({ entity: 'customer', object_id: tx.customerId, action: name, details: JSON.stringify({ before: before[name], after: after[name] }) })
}
