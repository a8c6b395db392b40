import { sql, type RawBuilder } from 'kysely'
import type { Role } from '#kit/contract/right.ts'
import { asSql, either, type Reader, type RowCondition, type RowRef, type RowRule } from './row-rule.ts'

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

/** Roles that some of those who are told hold together, with the rights that go with them in this organisation. */
export interface RoleSet {
  /** As the member has them. */
  readonly roles: readonly Role[]
  readonly rights: ReadonlySet<string>
}

/** The members under the alias `w` of whom a condition over `m` holds, with what rules ask of them; stands after `with`. */
export function membersWho(customerId: number, condition: RawBuilder<boolean>): RawBuilder<unknown> {
  const m: RowRef = (column) => sql.ref(`m.${column}`)
  const reach = memberReach(m, customerId)
  return sql`w as materialized (select m.id, m.name, m.roles, array_remove(array[m.tag_id], null) as tag_ids,
      ${reach.groupIds} as group_ids, ${reach.perimeterIds} as perimeter_ids
    from member m where m.customer_id = ${customerId} and ${condition})`
}

const readerWith = ({ roles, rights }: RoleSet): Reader => ({
  roles,
  rights,
  memberId: sql`w.id`,
  groupIds: sql`w.group_ids`,
  perimeterIds: sql`w.perimeter_ids`,
  tagIds: sql`w.tag_ids`,
})

/** Of which rows a rule holds for the member under `w`: whoever holds these very roles, with the columns of the statement for what differs between them. */
export function holdsForMembers(rule: RowRule, row: RowRef, roleSets: readonly RoleSet[]): RowCondition {
  return either(...roleSets.map((set) => sql<boolean>`(w.roles = ${set.roles}::text[] and ${asSql(rule(row, readerWith(set)))})`))
}

/** Whether a rule lets any row be that of somebody who holds these roles. */
export const mayHold = (rule: RowRule, row: RowRef, set: RoleSet): boolean => rule(row, readerWith(set)) !== false

/** Whether the member under `m` may come in on this day. */
export const comesIn = (today: string): RawBuilder<boolean> => sql<boolean>`m.kind = 'MEMBER' and not m.disabled and not m.archived and not m.awaits_approval
    and coalesce(m.access_start <= ${today}::date, true) and coalesce(m.access_end >= ${today}::date, true)`
