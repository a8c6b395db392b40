import { sql } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Sets for how many days the customer keeps its log; 0: for ever. Throws INVALID for any other number outside 7 to 360 (QTA-07), STALE where somebody has changed the customer since. */
export async function setLogRetention(tx: Tx, days: number, version: number): Promise<void> {
  if (days !== 0 && (days < 7 || days > 360)) throw invalidField('days', 'tenancy.errors.log_retention')
  const current = await tx.first(sql<{ version: number; days: number }>`select version, log_retention_days as days from customer
    where id = ${tx.customerId} and current_customer() = ${tx.customerId} for no key update`)
  if (current?.version !== version) throw new AppError('STALE', 'kit.errors.stale')
  if (current.days === days) return
  await tx.run(
    sql`update customer set log_retention_days = ${days}, version = version + 1, updated_at = moment() where id = ${tx.customerId} and current_customer() = ${tx.customerId}`,
  )
  tx.audit({
    entity: 'customer',
    object_id: tx.customerId,
    action: 'log_retention',
    version: version + 1,
    details: JSON.stringify({ days_before: current.days, days }),
  })
}
