import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { guardQuota, type QuotaCount } from '#areas/tenancy/server/index.ts'

/** Policies that are in use or may be. */
export const policyQuota: QuotaCount = {
  name: 'policies',
  entity: 'policy',
  counts: (column) => sql`not ${column('archived')}`,
  refused: 'policies.errors.quota',
}

/** Refuses one policy too many, and any further use of policies once there are more than the licence allows (POL-10, QTA-02). */
export const guardPolicyQuota = (tx: Tx, what: 'create' | 'associate'): Promise<void> => guardQuota(tx, policyQuota, what === 'create' ? 1 : 0)
