import { sql, type RawBuilder } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { CountedQuota } from '#areas/tenancy/contract/customer.ts'

/** What a quota counts, declared by the area whose rows these are: the bar, the list that it opens and the refusal follow from it. */
export interface QuotaCount {
  readonly name: CountedQuota
  readonly entity: string
  /** Of a row of the entity's table. */
  readonly counts: (column: (name: string) => RawBuilder<unknown>) => RawBuilder<boolean>
  /** Key of what is refused once it is reached. */
  readonly refused: string
}

/** The quotas of the product, in the order of the areas; each area puts in those of its rows. */
export const quotaCounts = extensionPoint<QuotaCount>()

/** The rows that a quota counts, `q`, to stand behind `from`. */
export function countedRows(tx: Tx, { entity, counts }: QuotaCount): RawBuilder<unknown> {
  return sql`(select in_q.* from ${sql.table(entity)} in_q where in_q.customer_id = ${tx.customerId} and ${counts((name) => sql.ref(`in_q.${name}`))}) q`
}

/** Whoever takes it waits for whoever else adds something that the quota counts. */
export const quotaTurn = ({ name }: QuotaCount): string => `${name} quota`

/**
 * Refuses what is beyond a quota: `more` rows that are about to be counted, or, with 0, what may not be done while there are more than allowed. Whoever adds some waits for
 * whoever does so too, before any row is locked: the last place is given once. Nothing is counted, and nobody waits, where there is no limit.
 */
export async function guardQuota(tx: Tx, quota: QuotaCount, more: number): Promise<void> {
  const row = await tx.first(
    sql<{ allowed: number | null }>`select (quotas->>${quota.name})::int as allowed from customer where id = ${tx.customerId} and id = current_customer()`,
  )
  const allowed = row?.allowed ?? null
  if (allowed === null) return
  await takeTurn(tx, quotaTurn(quota))
  const usage = await tx.first(sql<{ used: number }>`select count(*)::int as used from ${countedRows(tx, quota)}`)
  if ((usage?.used ?? 0) + more > allowed) throw new AppError('CONFLICT', quota.refused, { code: 'QUOTA_REACHED' })
}
