import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { everyAction } from '#areas/actions/server/index.ts'

/** Actions with whose hands they are in and until when, by id. */
export interface Owned {
  readonly id: number
  readonly manager: { readonly id: number; readonly name: string; readonly identifier: null } | null
  readonly target_date: string | null
}

/** Those of some actions. */
export async function ownersOf(tx: Tx, actions: readonly number[]): Promise<ReadonlyMap<number, Owned>> {
  if (actions.length === 0) return new Map()
  const rows = await tx.run(sql<Owned>`select r.id, r.target_date,
      case when m.id is not null then jsonb_build_object('id', m.id, 'name', concat_ws(' ', m.firstname, m.lastname), 'identifier', null) end as manager
    from ${everyAction(tx.customerId)} r left join member m on m.customer_id = r.customer_id and m.id = r.manager_id where r.id = any(${actions}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}
