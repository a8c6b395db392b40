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
  return tx.run(sql<Assignee>`with people as (
      select m.id, m.name, m.email, m.is_staff,
        case when m.roles && ${globalRoles}::text[] then null else array(
          select p.descendant_id from member__perimeters mp join perimeter_closure p on p.customer_id = mp.customer_id and p.ancestor_id = mp.target_id
            where mp.customer_id = ${customerId} and mp.owner_id = m.id
          union select target_id from tag__perimeters where customer_id = ${customerId} and owner_id = m.tag_id order by 1) end as perimeters
      from member m where m.customer_id = ${customerId} and m.kind = 'MEMBER' and not m.disabled and not m.archived${able('member', 'm')})
    select * from (
      select id as obj_id, true as is_group, name, null as email, null::bigint[] as perimeters, is_staff from "group" as g where g.customer_id = ${customerId}${able('group', 'g')}
      union all
      select id, false, name, email, perimeters, is_staff from people
        where ${perimeter ?? null}::bigint is null or is_staff or perimeters is null or ${perimeter ?? null}::bigint = any(perimeters)
    ) as found
    where strpos(fold(name), fold(${search})) > 0 or strpos(fold(coalesce(email, '')), fold(${search})) > 0
    order by is_group desc, name, obj_id limit ${limit}`)
}
