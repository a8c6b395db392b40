import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'

export interface SuggestedLink {
  readonly policy_id: number
  readonly lineage_id: number
  readonly solution_id: number
  readonly share: number
  readonly to_confirm: boolean
}

/**
 * Links that mapping sets offer to the requirements in use that nothing answers: in full where the other requirement covers this one, else by half and to be
 * confirmed (decisions, Scores 5). Of one policy, or of all.
 */
export async function suggestedLinks(tx: Tx, policy?: number): Promise<SuggestedLink[]> {
  const { customerId } = tx
  return tx.run(sql<SuggestedLink>`
    with used as (select distinct policy_version_id as id from policy_application where customer_id = ${customerId} and ${policy === undefined ? sql`true` : sql`policy_id = ${policy}`}),
      open as (select distinct l.id, l.key, l.policy_id from used u join control c on c.customer_id = ${customerId} and c.policy_version_id = u.id
          join control_lineage l on l.customer_id = ${customerId} and l.id = c.lineage_id
        where not exists (select 1 from control_solution s where s.customer_id = ${customerId} and s.lineage_id = c.lineage_id)),
      ends as (
        select o.id, o.policy_id, p.source_urn as theirs, p.relationship in ('equal', 'superset') as whole from open o
          join mapping_pair p on p.customer_id = ${customerId} and p.target_urn = o.key and p.relationship <> 'not_related'
        union all select o.id, o.policy_id, p.target_urn, p.relationship in ('equal', 'subset') from open o
          join mapping_pair p on p.customer_id = ${customerId} and p.source_urn = o.key and p.relationship <> 'not_related')
    select e.policy_id, e.id as lineage_id, s.solution_id, case when bool_or(e.whole) then 100 else 50 end as share, not bool_or(e.whole) as to_confirm
    from ends e join control_lineage l on l.customer_id = ${customerId} and l.key = e.theirs and l.policy_id <> e.policy_id
      join control_solution s on s.customer_id = ${customerId} and s.lineage_id = l.id
    group by e.policy_id, e.id, s.solution_id order by e.id, s.solution_id`)
}
