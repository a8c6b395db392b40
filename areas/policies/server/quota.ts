import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Refuses one policy too many, and any further use of policies once there are more than the licence allows (POL-10, QTA-02). */
export async function guardPolicyQuota(tx: Tx, what: 'create' | 'associate'): Promise<void> {
  const usage = await tx.first(sql<{
    used: number
    allowed: number | null
  }>`select (select count(*) from policy where customer_id = ${tx.customerId} and not archived) as used,
    (quotas->>'policies')::int as allowed from customer c where c.id = ${tx.customerId} and ${tx.customerId} = current_customer()`)
  if (usage?.allowed == null) return
  if (what === 'create' ? usage.used >= usage.allowed : usage.used > usage.allowed)
    throw new AppError('CONFLICT', 'policies.errors.quota', { code: 'QUOTA_REACHED' })
}
