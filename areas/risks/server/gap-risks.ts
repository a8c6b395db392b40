import { sql } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRows } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { risk } from '#areas/risks/contract/risk.ts'

interface Asked {
  readonly add: readonly number[]
  readonly remove: readonly number[]
}

const most = risk.fields.gaps.options.max ?? Number.POSITIVE_INFINITY

/** Links risks to a gap that its caller sees, and takes links away, from the gap's side: each a change of the risk, allowed to whoever may change that risk; all or none. */
export async function linkGapRisks(tx: Tx, resources: Resources, id: number, { add, remove }: Asked): Promise<void> {
  const [gaps, risks] = [resourceOf(resources, 'gap'), resourceOf(resources, 'risk')]
  await getRow(tx, authorizeVerb(tx, gaps, 'read'), gaps, resources, id)
  const update = authorizeVerb(tx, risks, 'update')
  const wanted = [...add, ...remove].toSorted((a, b) => a - b)
  const { refused } = await lockRows(
    tx,
    update,
    risks,
    wanted.map((one) => ({ id: one })),
    'update',
  )
  for (const refusal of refused.values()) throw refusal
  // As they stand under the lock, with those that the caller does not see.
  const known = await tx.run(sql<{ id: number; identifier: string; gaps: number[] }>`select r.id, r.identifier,
      array(select l.target_id from risk__gaps l where l.customer_id = r.customer_id and l.owner_id = r.id order by 1) as gaps
    from risk r where r.customer_id = ${tx.customerId} and r.id = any(${wanted}::bigint[]) order by r.id`)
  const updates = known.flatMap((row) => {
    const linked = row.gaps.includes(id)
    if (linked === add.includes(row.id)) return []
    if (!linked && row.gaps.length >= most) throw invalidField('add', 'risks.errors.gaps_full', { risk: row.identifier, max: most })
    return [{ id: row.id, changes: { gaps: linked ? row.gaps.filter((one) => one !== id) : [...row.gaps, id] } }]
  })
  await updateRows(tx, update, risks, resources, updates, { action: 'update' })
}
