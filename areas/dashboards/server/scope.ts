import { sql } from 'kysely'
import type { Filter } from '#kit/contract/list-query.ts'
import { readers } from '#kit/contract/right.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'

/**
 * What the cockpit's lists are kept to: a perimeter and what lies below it where one is chosen, and for somebody who only contributes what is theirs,
 * for that is the list that they have.
 */
export async function within(tx: Tx, perimeter: number | undefined): Promise<Filter[]> {
  const own = tx.who.roles.some((role) => readers.includes(role)) ? [] : [...actionFigures.mine.filters(tx.today)]
  return [...own, ...(await below(tx, perimeter))]
}

async function below(tx: Tx, perimeter: number | undefined): Promise<Filter[]> {
  if (perimeter === undefined) return []
  const rows = await tx.run(
    sql<{ id: number }>`select descendant_id as id from perimeter_closure where customer_id = ${tx.customerId} and ancestor_id = ${perimeter} order by 1`,
  )
  return [{ name: 'perimeter', selected_options: rows.length > 0 ? rows.map(({ id }) => id) : [perimeter] }]
}
