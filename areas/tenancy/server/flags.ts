import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { FlagName } from '#areas/tenancy/contract/security-policy.ts'

/** Whether the statement's customer has a flag, as a value in SQL: as it says itself, else as its instance does, else yes (ACC-42). */
export const flagOn = (flag: FlagName): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select coalesce((c.flags->>${flag}::text)::boolean, (i.flags->>${flag}::text)::boolean)
    from public.customer c join public.instance i on i.id = c.instance_id where c.id = current_customer()), true)`

/** The same of the transaction's customer. */
export async function flagIsOn(tx: Tx, flag: FlagName): Promise<boolean> {
  const row = await tx.first(sql<{ on: boolean }>`select ${flagOn(flag)} as on`)
  return row?.on ?? true
}
