import { sql } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { listSearchCondition } from '#kit/server/data/sql/search-sql.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { LinkedRequirement } from '#areas/questionnaires/contract/calls.ts'

/** The most that a search offers; more are found by more letters. */
const offered = 50

/** Requirements of versions in force by the keys of their lineages, which stay from version to version, and those that a text finds: one statement. */
export async function requirementsByKey(tx: Tx, resources: Resources, keys: readonly string[], search: string): Promise<LinkedRequirement[]> {
  const c = rowRef('c')
  const resource = resourceOf(resources, 'control')
  const wanted = sql`c.lineage_id in (select k.id from control_lineage k where k.customer_id = ${tx.customerId} and k.key = any(${[...keys]}::text[]))`
  const found = search === '' ? sql`false` : asSql(listSearchCondition(resource, resources, search, c, tx.who))
  return tx.run(sql<LinkedRequirement>`select l.key, c.identifier, coalesce(${localizedText(c, 'name', tx.who.lang)}, c.identifier, l.key) as name,
      coalesce(${localizedText(rowRef('p'), 'name', tx.who.lang)}, p.identifier) as policy
    from policy p
      join control c on c.customer_id = p.customer_id and c.policy_version_id = p.current_version_id
      join control_lineage l on l.customer_id = c.customer_id and l.id = c.lineage_id
    where p.customer_id = ${tx.customerId} and not p.archived and (${wanted} or ${found})
    order by ${wanted} desc, p.identifier, c.position, c.id limit ${keys.length + offered}`)
}
