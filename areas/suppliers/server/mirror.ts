import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { ChangedRow } from '#kit/contract/event.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, removeRow, updateRow } from '#kit/server/data/store/store.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import type { perimeter } from '#areas/organisation/contract/perimeter.ts'

/** Transactions in which a supplier or its perimeter is writing the other, so that it is not written back. */
const leading = new WeakSet<Tx>()

/** Does something in one of the two while the other need not follow: what is asked from within, the perimeter or the supplier has asked itself. */
export async function lead(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  if (leading.has(tx)) return
  leading.add(tx)
  try {
    await work()
  } finally {
    leading.delete(tx)
  }
}

interface Pair {
  readonly id: number
  readonly type: string
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly parent_id: number | null
  readonly supplier: number | null
  readonly same: boolean
  readonly held: boolean
}

/** A perimeter with the record that is kept of it as a supplier. */
const pairOf = (tx: Tx, perimeter: number): Promise<Pair | undefined> =>
  tx.first(sql<Pair>`select p.id, p.type, p.name_en, p.name_fr, p.parent_id, s.id as supplier,
      coalesce((p.name_en, p.name_fr, p.parent_id) is not distinct from (s.name_en, s.name_fr, s.parent_id), false) as same,
      (exists (select 1 from supplier_service v where v.customer_id = s.customer_id and v.supplier_id = s.id)
        or exists (select 1 from supplier_contract c where c.customer_id = s.customer_id and c.supplier_id = s.id)
        or exists (select 1 from supplier__subcontractors l where l.customer_id = s.customer_id and (l.supplier_id = s.id or l.owner_id = s.id))) as held
    from perimeter p left join supplier s on s.customer_id = p.customer_id and s.perimeter_id = p.id where p.customer_id = ${tx.customerId} and p.id = ${perimeter}`)

const mirrored = ({ name_en, name_fr, parent_id: parent }: Pair): Changes => ({ name_en, name_fr, parent })

/** A provider's perimeter has a record as a supplier from its first day, or from the day on which it becomes one; it bears the perimeter's name and place. */
export async function followPerimeter(tx: Tx, { id }: DomainEvent, resources: Resources): Promise<void> {
  if (leading.has(tx)) return
  const pair = await pairOf(tx, id)
  if (!pair || (pair.type !== 'PROVIDER' && pair.supplier === null)) return
  const resource = resourceOf(resources, 'supplier')
  await lead(tx, async () => {
    if (pair.supplier === null) await createRow(tx, authorizeVerb(tx, resource, 'create'), resource, resources, { ...mirrored(pair), perimeter: id })
    else if (pair.type !== 'PROVIDER') {
      if (pair.held) throw new AppError('CONFLICT', 'suppliers.errors.stays_provider')
      await removeRow(tx, authorizeVerb(tx, resource, 'delete'), resource, resources, pair.supplier)
    } else if (!pair.same) await updateRow(tx, authorizeVerb(tx, resource, 'update'), resource, resources, pair.supplier, mirrored(pair))
  })
}

/** What neither is nor was a provider has no record to follow. */
export async function followChange(tx: Tx, event: DomainEvent<ChangedRow<typeof perimeter>>, resources: Resources): Promise<void> {
  const { before, after } = event.payload
  if ([before.type, after.type].includes('PROVIDER')) await followPerimeter(tx, event, resources)
}

/** The record goes with its perimeter, before it: an agreement or a service that is still there holds both. */
export async function leaveWithPerimeter(tx: Tx, { payload: { ids } }: DomainEvent<{ readonly ids: readonly number[] }>, resources: Resources): Promise<void> {
  if (leading.has(tx)) return
  const found = await tx.run(
    sql<{ id: number }>`select id from supplier where customer_id = ${tx.customerId} and perimeter_id = any(${[...ids]}::bigint[]) order by id`,
  )
  if (found.length === 0) return
  const resource = resourceOf(resources, 'supplier')
  const grant = authorizeVerb(tx, resource, 'delete')
  await lead(tx, async () => {
    for (const { id } of found) await removeRow(tx, grant, resource, resources, id)
  })
}
