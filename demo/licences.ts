import { sql } from 'kysely'
import { countedRows, quotaCounts } from '#areas/tenancy/server/index.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'

/** A licence as it is met: one organisation is near a limit, the other one has reached one; both run on for some months. */
export async function sellLicence(db: DatabaseAccess, customerId: number, main: boolean): Promise<void> {
  const name = main ? 'internal_perimeters' : 'policies'
  const quota = quotaCounts.all().find((one) => one.name === name)
  if (!quota) throw new Error(`Nobody counts ${name}`)
  const used = await db.transaction(
    customerId,
    async (tx) => (await tx.first(sql<{ used: number }>`select count(*)::int as used from ${countedRows(tx, quota)}`))?.used ?? 0,
  )
  const limit = main ? Math.floor(used / 0.9) : used
  const quotas = JSON.stringify(main ? { [name]: limit, gaps: 10_000 } : { [name]: limit, pilots: 50 })
  await db.transaction(
    customerId,
    (tx) => tx.run(sql`update customer set quotas = ${quotas}::jsonb, licence_ends_on = current_date + 121 where id = ${customerId}`),
    { provider: true },
  )
}
