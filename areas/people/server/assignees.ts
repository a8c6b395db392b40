import { sql } from 'kysely'
import type { z } from 'zod'
import type { Right } from '#kit/contract/right.ts'
import { mayAct, type AssigneeEntity } from '#kit/server/data/people/assignees.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { assigneeSchema } from '#areas/people/contract/calls.ts'

type Assignee = z.infer<typeof assigneeSchema>

const globalRoles = ['global_pilote', 'global_auditor']

/** The one list of pickers (ADM-42): groups first, then users by name; archived and disabled ones are nobody to choose; with a right, those who could do what asks for it. */
export function listGroupsAndUsers(
  tx: Tx,
  query: { search: string; perimeter?: number | undefined; limit: number; asks?: Right | undefined },
): Promise<Assignee[]> {
  const { customerId } = tx
  const { search, perimeter, limit, asks } = query
  const able = (entity: AssigneeEntity, alias: string) => (asks === undefined ? sql`` : sql` and ${mayAct(tx, entity, rowRef(alias), asks)}`)
  const reach = sql`case when m.roles && ${globalRoles}::text[] then null else array(
    select p.descendant_id from member__perimeters mp join perimeter_closure p on p.customer_id = mp.customer_id and p.ancestor_id = mp.target_id
      where mp.customer_id = ${customerId} and mp.owner_id = m.id
    union select target_id from tag__perimeters where customer_id = ${customerId} and owner_id = m.tag_id order by 1) end`
  const reaching = perimeter === undefined ? sql`` : sql` and (m.is_staff or coalesce(${perimeter}::bigint = any(${reach}), true))`
  const found =
    search === '' ? sql`true` : sql`(strpos(fold(name), (select said from asked)) > 0 or strpos(fold(coalesce(email, '')), (select said from asked)) > 0)`
  // Where people reach is worked out for those who are shown alone: of a large organisation a text finds many.
  return tx.run(sql<Assignee>`with asked as materialized (select fold(${search}) as said), named as materialized (${peopleByText(customerId, search)}),
    shown as materialized (select * from (
      select g.id as obj_id, true as is_group, g.name, null as email, g.is_staff from "group" as g where g.customer_id = ${customerId}${able('group', 'g')}
      union all
      select m.id, false, m.name, m.email, m.is_staff from named m where m.kind = 'MEMBER' and not m.disabled and not m.archived${able('member', 'm')}${reaching}
    ) as found where ${found} order by is_group desc, name, obj_id limit ${limit})
    select s.obj_id, s.is_group, s.name, s.email, case when m.id is not null then ${reach} end as perimeters, s.is_staff
    from shown s left join member m on m.customer_id = ${customerId} and not s.is_group and m.id = s.obj_id order by s.is_group desc, s.name, s.obj_id`)
}

/**
 * People whose name or address may hold a text, by the index of the search: to fold the name of each of thousands takes longer than all the rest. Too short for it, it finds all. What it finds beyond,
 * such as a job title, is for the caller to leave out; `asked` says the text.
 */
export const peopleByText = (customerId: number, search: string) =>
  search === ''
    ? sql`select * from member where customer_id = ${customerId}`
    : sql`select * from member where customer_id = ${customerId} and ((select length(said) < ${indexed} from asked) or id in (select search_ids('member', array[(select said from asked)])))`

/** Letters from which on the index of the search finds any part of a text. */
const indexed = 3
