import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { FlagName } from '#areas/tenancy/contract/security-policy.ts'

/** Whether the transaction's customer has a flag: as it says itself, else as its instance does, else yes (ACC-42). */
export async function flagIsOn(tx: Tx, flag: FlagName): Promise<boolean> {
  const row = await tx.first(sql<{ on: boolean }>`select coalesce((c.flags->>${flag}::text)::boolean, (i.flags->>${flag}::text)::boolean, true) as on
    from customer c join instance i on i.id = c.instance_id where c.id = ${tx.customerId} and current_customer() = ${tx.customerId}`)
  return row?.on ?? true
}
