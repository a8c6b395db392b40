import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { UndoRefusal } from '#areas/library/contract/addition.ts'
import { policiesOf, type AdditionRow, type ItemRow } from './addition-rows.ts'

interface Since {
  readonly applied: boolean
  readonly changed: boolean
  readonly linked: boolean
}

/** Why an addition is not taken back; null where it may be. What somebody has done with it since is theirs. */
export async function refusalOf(tx: Tx, { undone_at }: AdditionRow, items: readonly ItemRow[]): Promise<UndoRefusal | null> {
  if (undone_at !== null) return 'undone'
  if (items.some(({ status }) => status === 'INIT' || status === 'STARTED')) return 'running'
  const done = items.filter(({ status }) => status === 'COMPLETE')
  if (done.some(({ result }) => result?.outcome === 'upgraded')) return 'upgraded'
  const created = done.filter(({ result }) => result?.outcome === 'created')
  if (created.length === 0) return 'nothing'
  const policies = policiesOf(created)
  const { customerId } = tx
  // What the file itself links was done by nobody.
  const since = await tx.first(sql<Since>`with mine as (select unnest(${policies}::bigint[]) as id),
    named as (select n.node->>'urn' as key, jsonb_array_elements_text(n.node->'reference_controls') as urn
      from library l join library_content c on c.customer_id = l.customer_id and c.library_id = l.id and c.edition = l.edition
      cross join lateral jsonb_path_query(c.content, '$.frameworks[*].nodes[*]') as n (node)
      where l.customer_id = ${customerId} and c.customer_id = ${customerId} and l.urn = any(${created.map(({ urn }) => urn)}::text[]))
    select exists (select 1 from policy_application where customer_id = ${customerId} and policy_id in (select id from mine)) as applied,
      exists (select 1 from policy_version where customer_id = ${customerId} and policy_id in (select id from mine) and number > 1) as changed,
      exists (select 1 from control_lineage l join control_solution cs on cs.customer_id = ${customerId} and cs.lineage_id = l.id
        join solution s on s.customer_id = ${customerId} and s.id = cs.solution_id
        where l.customer_id = ${customerId} and l.policy_id in (select id from mine)
          and not exists (select 1 from named n where n.key = l.key and n.urn = s.urn)) as linked`)
  return since?.applied ? 'applied' : since?.linked ? 'linked' : since?.changed ? 'changed' : null
}
