import { sql } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import type { ResourceCounts } from '#kit/server/data/resources/counted.ts'

const given = (row: RowRef) => sql`member__perimeters l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')}`
const active = (row: RowRef) => sql<boolean>`(${row('kind')} = 'MEMBER' and not ${row('disabled')} and not ${row('archived')})`

/** What Vigie counts of accounts for metrics (MET-20); whoever has no perimeter of their own counts at the top. */
export const memberCounts: ResourceCounts = {
  declared: {
    MEMBER_STRONG: {
      count: (row) => sql`(${active(row)} and coalesce((select e.strong from member_entry(${row('id')}) as e), false))`,
      of: active,
    },
  },
  places: {
    of: (row) => sql`array(select l.target_id from ${given(row)} union all
      select p.id from perimeter p where p.customer_id = ${row('customer_id')} and p.parent_id is null and not exists (select 1 from ${given(row)}))`,
    within: (row, some) => sql<boolean>`exists (select 1 from ${given(row)} and l.target_id = any(${some}))`,
  },
}
