import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from './row-rule.ts'

/** What a member's own data gives them, as columns of a statement over members: the same for whoever is signed in and for those that a job writes to. */
interface MemberReach {
  readonly groupIds: RawBuilder<readonly number[]>
  /** Expanded to descendants and to the local grouping. */
  readonly perimeterIds: RawBuilder<readonly number[]>
}

export const memberReach = (m: RowRef, customerId: number): MemberReach => ({
  groupIds: sql`array(select owner_id from group__members where customer_id = ${customerId} and target_id = ${m('id')} order by owner_id)`,
  perimeterIds: sql`array(select p.descendant_id from member__perimeters mp join perimeter_closure p on p.customer_id = mp.customer_id and p.ancestor_id = mp.target_id
        where mp.customer_id = ${customerId} and mp.owner_id = ${m('id')}
      union select target_id from tag__perimeters where customer_id = ${customerId} and owner_id = ${m('tag_id')} order by 1)`,
})
