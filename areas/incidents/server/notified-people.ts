import { sql } from 'kysely'
import { memberReach } from '#kit/server/access/member-reach.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

export interface NotifiedPerson {
  readonly id: number
  readonly name: string
}

/** So many people at most are told of one incident. */
const most = 50

/**
 * Who is told of an incident at once: global pilots, whoever is responsible for it, and pilots of where it happened unless it is confidential. `but` is
 * whoever knows already.
 */
export function peopleToNotify(
  tx: Tx,
  id: number,
  { local, but = null }: { readonly local: boolean; readonly but?: number | null },
): Promise<NotifiedPerson[]> {
  const m = rowRef('m')
  const reach = memberReach(m, tx.customerId)
  const placed = local
    ? sql`or (not t.confidential and 'local_pilote' = any(m.roles) and (t.perimeter_id = any(${reach.perimeterIds}) or t.tag_id = m.tag_id))`
    : sql``
  return tx.run(sql<NotifiedPerson>`select m.id, m.name from member m join reachable_members(${tx.today}::date) r on r.member_id = m.id
      join incident t on t.customer_id = m.customer_id and t.id = ${id}
    where m.customer_id = ${tx.customerId} and m.kind = 'MEMBER' and not m.disabled and not m.archived and m.id is distinct from ${but}::bigint
      and ('global_pilote' = any(m.roles) or m.id = t.manager_id or t.group_id = any(${reach.groupIds}) ${placed})
    order by 'global_pilote' = any(m.roles) desc, m.name limit ${most}`)
}
