import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { StoredOf } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { riskAnalysis } from '#areas/analyses/contract/risk-analysis.ts'

/** An analysis as it is stored; whoever asks has looked whether the caller may read it. */
export async function storedAnalysis(tx: Tx, id: number): Promise<StoredOf<typeof riskAnalysis>> {
  const row = await tx.first(sql<StoredOf<typeof riskAnalysis>>`select a.* from risk_analysis a where a.customer_id = ${tx.customerId} and a.id = ${id}`)
  if (!row) throw new AppError('NOT_FOUND', 'kit.errors.not_found')
  return row
}
