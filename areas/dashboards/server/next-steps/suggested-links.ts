import { everyApplication, everyLineage, everyLink, everyRequirement } from '#areas/policies/server/index.ts'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { everyMapping } from '#areas/catalog/server/index.ts'

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
    with used as (select distinct policy_version_id as id from ${everyApplication(customerId)} a where ${policy === undefined ? sql`true` : sql`policy_id = ${policy}`}),
      open as (select distinct l.id, l.key, l.policy_id from used u join ${everyRequirement(customerId)} c on c.policy_version_id = u.id
          join ${everyLineage(customerId)} l on l.id = c.lineage_id
        where not exists (select 1 from ${everyLink(customerId)} s where s.lineage_id = c.lineage_id)),
      ends as (
        select o.id, o.policy_id, p.source_urn as theirs, p.relationship in ('equal', 'superset') as whole from open o
          join ${everyMapping(customerId)} p on p.target_urn = o.key
        union all select o.id, o.policy_id, p.target_urn, p.relationship in ('equal', 'subset') from open o
          join ${everyMapping(customerId)} p on p.source_urn = o.key)
    select e.policy_id, e.id as lineage_id, s.solution_id, case when bool_or(e.whole) then 100 else 50 end as share, not bool_or(e.whole) as to_confirm
    from ends e join ${everyLineage(customerId)} l on l.key = e.theirs and l.policy_id <> e.policy_id
      join ${everyLink(customerId)} s on s.lineage_id = l.id
    group by e.policy_id, e.id, s.solution_id order by e.id, s.solution_id`)
}
