import { sql } from 'kysely'
import type { LogAsked } from '#kit/server/data/audit/log-entries.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { providerCustomer } from '#areas/tenancy/server/index.ts'

/** What of the provider's log somebody is shown: staff+ what they did themselves, and what was done to customers that are open to them (NAV-48, ADM-46). */
export async function onlyFor(tx: Tx): Promise<LogAsked['only']> {
  const { who } = tx
  if (who.customerId !== providerCustomer || who.adminType === 'ROOT' || who.adminType === 'SUPPORT') return null
  const open = await tx.run(sql<{ id: number }>`select customer_id as id from customers_of(${who.accountId})`)
  return { member: who.memberId, customers: open.map(({ id }) => id) }
}
