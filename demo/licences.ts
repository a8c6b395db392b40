import { sql } from 'kysely'
import { countedRows, quotaCounts } from '#areas/tenancy/server/index.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'

/** A licence as it is met: one organisation has room, the other one has reached a limit; both run on for some months. */
export async function sellLicence(db: DatabaseAccess, customerId: number, main: boolean): Promise<void> {
  const name = main ? 'gaps' : 'policies'
  const quota = quotaCounts.all().find((one) => one.name === name)
  if (!quota) throw new Error(`Nobody counts ${name}`)
  const used = await db.transaction(
    customerId,
    async (tx) => (await tx.first(sql<{ used: number }>`select count(*)::int as used from ${countedRows(tx, quota)}`))?.used ?? 0,
  )
  const quotas = JSON.stringify(main ? { [name]: used + 10_000 } : { [name]: used, pilots: 50 })
  await db.transaction(
    customerId,
    (tx) => tx.run(sql`update customer set quotas = ${quotas}::jsonb, licence_ends_on = current_date + 121 where id = ${customerId}`),
    { provider: true },
  )
}
