import { sql } from 'kysely'
import { addLinks } from '#areas/policies/server/index.ts'
import type { Tx } from '#kit/server/data/transaction.ts'

/** Makes the links that earlier imports could not make because what they named was not there yet. */
export async function resolvePending(tx: Tx): Promise<void> {
  const { customerId } = tx
  const solutions = await tx.run(sql<{ policy_id: number; lineage_id: number; solution_id: number }>`with found as (
      delete from library_reference r using solution s
      where r.customer_id = ${customerId} and s.customer_id = ${customerId} and r.kind = 'reference_control' and s.urn = r.urn returning r.lineage_id, s.id as solution_id)
    select l.policy_id, f.* from found f join control_lineage l on l.customer_id = ${customerId} and l.id = f.lineage_id order by l.policy_id`)
  for (const policyId of new Set(solutions.map((row) => row.policy_id))) {
    await addLinks(
      tx,
      policyId,
      solutions.filter((row) => row.policy_id === policyId).map((row) => ({ ...row, share: 100, to_confirm: false })),
      'import',
    )
  }
  const threatened = await tx.run(sql<{ owner_id: number }>`with found as (
      delete from library_reference r using threat t
      where r.customer_id = ${customerId} and t.customer_id = ${customerId} and r.kind = 'threat' and t.urn = r.urn returning r.lineage_id, t.id as threat_id)
    insert into control__threats (customer_id, owner_id, target_id)
    select c.customer_id, c.id, f.threat_id from found f join control c on c.customer_id = ${customerId} and c.lineage_id = f.lineage_id on conflict do nothing returning owner_id`)
  await auditLinked(
    tx,
    'control',
    threatened.map((row) => row.owner_id),
  )
}

/** Tells the audit of objects whose links or rows an import has written past the store; locked, so that nobody else writes them until it is told. */
export async function auditLinked(tx: Tx, entity: 'control' | 'question', owners: readonly number[]): Promise<void> {
  if (owners.length === 0) return
  const locked = await tx.run(
    sql<{
      id: number
    }>`select id from ${sql.table(entity)} where customer_id = ${tx.customerId} and id = any(${[...new Set(owners)]}::bigint[]) order by id for no key update`,
  )
  for (const { id } of locked) tx.audit({ entity, object_id: id, action: 'import', related: true })
}
