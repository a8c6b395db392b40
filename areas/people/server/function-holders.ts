import { sql } from 'kysely'
import { badParameters } from '#kit/contract/errors.ts'
import { proposeResponsible } from '#kit/contract/responsible-call.ts'
import { mayAct } from '#kit/server/data/people/assignees.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { defaultResponsible, responsibleFields, type DefaultPeople } from '#kit/server/data/work/default-responsible.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'

/**
 * Of each perimeter, who holds a function there whose holder is the default manager: the nearest one upwards who may do what is asked and is there; of several
 * functions the one with the first identifier.
 */
export const defaultManagers: DefaultPeople = async (tx, perimeters, asks) => {
  const found = await tx.run(sql<{ perimeter: number; member: number }>`select distinct on (p.descendant_id) p.descendant_id as perimeter, m.id as member
    from job_function f
    join job_function__holders h on h.customer_id = f.customer_id and h.owner_id = f.id
    join perimeter_closure p on p.customer_id = h.customer_id and p.ancestor_id = h.perimeter_id
    join member m on m.customer_id = h.customer_id and m.id = h.member_id
    where f.customer_id = ${tx.customerId} and f.is_default_manager and p.descendant_id = any(${perimeters}::bigint[])
      and m.kind = 'MEMBER' and not m.disabled and not m.archived and ${mayAct(tx, 'member', rowRef('m'), asks)}
    order by p.descendant_id, f.identifier, p.depth, h.position`)
  return new Map(found.map(({ perimeter, member }) => [perimeter, member]))
}

/** What a form of new work proposes. */
export function responsibleCalls(api: Api, resources: Resources): void {
  handle(api, 'member', proposeResponsible, async ({ tx, who, query }) => {
    const resource = resources.get(query.entity)
    if (!resource) throw badParameters({ entity: [{ key: 'kit.errors.invalid_value' }] })
    const field = (resource.work && defaultResponsible(resource.work)) ?? responsibleFields.all().find(({ entity }) => entity === query.entity)
    const { create } = resource.def.rights
    if (!field || create === null || !who.rights.has(create)) return { object: null }
    const id = (await defaultManagers(tx, [query.perimeter], field.asks)).get(query.perimeter)
    const person =
      id === undefined
        ? undefined
        : await tx.first(sql<{ id: number; name: string }>`select id, name from member where customer_id = ${tx.customerId} and id = ${id}`)
    return { object: person ? { field: field.person, person } : null }
  })
}
