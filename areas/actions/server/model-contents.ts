import { sql } from 'kysely'
import type { z } from 'zod'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { runtimeInfo } from '#areas/actions/contract/calls.ts'

type Brought = z.output<(typeof runtimeInfo)['answer']>['object']

/** The recurring tasks and indicators of a measure's model, of which some come from what others share (RUN-25, IND-15). */
export async function whatModelBrings(tx: Tx, solution: number): Promise<Brought> {
  const [runtasks, indicators] = await Promise.all(
    [
      ['solution__runtasks', 'runtask_model'],
      ['solution__indicators', 'indicator_model'],
    ].map(([links = '', models = '']) =>
      tx.run(sql<Brought['runtasks'][number]>`select m.id, m.identifier, coalesce(${localizedText(rowRef('m'), 'name', tx.who.lang)}, m.identifier) as name,
          m.origin_customer_id is not null and m.origin_customer_id <> m.customer_id as public
        from ${sql.id(links)} l join ${sql.id(models)} m on m.customer_id = l.customer_id and m.id = l.target_id
        where l.customer_id = ${tx.customerId} and l.owner_id = ${solution} and not m.archived order by m.identifier, m.id`),
    ),
  )
  return { runtasks: runtasks ?? [], indicators: indicators ?? [] }
}
