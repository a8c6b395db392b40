import { sql } from 'kysely'
import type { Filter } from '#kit/contract/list-query.ts'
import type { Tx } from '#kit/server/data/transaction.ts'

/** Keeps a list to a perimeter and what lies below it; nothing when none is chosen. */
export async function within(tx: Tx, perimeter: number | undefined): Promise<Filter[]> {
  if (perimeter === undefined) return []
  const rows = await tx.run(sql<{ id: number }>`select descendant_id as id from perimeter_closure where customer_id = ${tx.customerId} and ancestor_id = ${perimeter} order by 1`)
  return [{ name: 'perimeter', selected_options: rows.length > 0 ? rows.map(({ id }) => id) : [perimeter] }]
}
