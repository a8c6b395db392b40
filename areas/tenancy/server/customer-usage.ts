import { sql } from 'kysely'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { CountedQuota, CustomerUsage } from '#areas/tenancy/contract/customer.ts'
import { activeUsers } from './customer-people.ts'
import { countedRows, quotaCounts } from './quotas.ts'

/** How many are counted side by side: the others go on meanwhile. */
const together = 4

/** What each organisation uses, one statement in each: nobody's rows are seen from outside, and the numbers are those of its licence. */
export async function usageOf(db: DatabaseAccess, ids: readonly number[]): Promise<CustomerUsage[]> {
  const found: CustomerUsage[] = []
  for (let from = 0; from < ids.length; from += together) found.push(...(await Promise.all(ids.slice(from, from + together).map((id) => usage(db, id)))))
  return found
}

const usage = (db: DatabaseAccess, id: number): Promise<CustomerUsage> =>
  db.transaction(id, async (tx) => {
    const rows = await tx.run(
      sql<{ name: CountedQuota; used: number; active_at: Date | null; active_users: number }>`${sql.join(
        quotaCounts.all().map(
          (quota) => sql`select ${sql.lit(quota.name)} as name, count(*)::int as used,
            (select p.at from page_view p where p.customer_id = ${tx.customerId} order by p.at desc limit 1) as active_at,
            (select count(*)::int from ${activeUsers(tx)} a) as active_users from ${countedRows(tx, quota)}`,
        ),
        sql` union all `,
      )}`,
    )
    return {
      id,
      used: Object.fromEntries(rows.map(({ name, used }) => [name, used])) as CustomerUsage['used'],
      active_users: rows[0]?.active_users ?? 0,
      active_at: rows[0]?.active_at?.toISOString() ?? null,
    }
  })
