import { sql } from 'kysely'
import { addLinks, filling } from '#areas/policies/server/index.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Makes the links that earlier imports could not make because what they named was not there yet. */
export async function resolvePending(tx: Tx, resources: Resources): Promise<void> {
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
  const threatened = await tx.run(sql<{ id: number; threats: number[] }>`with found as (
      delete from library_reference r using threat t
      where r.customer_id = ${customerId} and t.customer_id = ${customerId} and r.kind = 'threat' and t.urn = r.urn returning r.lineage_id, t.id as threat_id)
    select c.id, array_agg(f.threat_id) || array(select l.target_id from control__threats l where l.customer_id = c.customer_id and l.owner_id = c.id) as threats
    from found f join control c on c.customer_id = ${customerId} and c.lineage_id = f.lineage_id group by c.customer_id, c.id`)
  const controls = resourceOf(resources, 'control')
  await updateRows(
    tx,
    authorizeVerb(tx, controls, 'update'),
    controls,
    resources,
    threatened.map(({ id, threats }) => ({ id, changes: { threats: [...new Set(threats)] } })),
    { action: filling },
  )
}
