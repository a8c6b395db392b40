import { sql } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import { listPage } from '#kit/server/data/lists/list-engine.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ShownContact } from '#areas/people/contract/contact-call.ts'
import { contactsFor } from '#areas/people/server/index.ts'
import { aroundSchema, linkedAtMost, type AroundIncident } from '#areas/incidents/contract/incident-calls.ts'

const links = { remediation: 'incident__actions', measure: 'incident__measures' } as const

/** How the actions and measures of an incident stand, of those that the reader may open: one list each. Who reads the incident is the caller's to ask. */
export async function linkedWork(tx: Tx, resources: Resources, id: number): Promise<AroundIncident> {
  const read = async (entity: keyof typeof links, fields: readonly string[]) => {
    const resource = resourceOf(resources, entity)
    if (!can(tx.who, resource.def.rights.read)) return []
    const page = { page: 1, per_page: linkedAtMost, sort: [], filters: [], global_search: '' }
    const { objects } = await listPage(tx, authorizeVerb(tx, resource, 'read'), resource, resources, page, {
      fields,
      only: (row) =>
        sql<boolean>`${row('id')} in (select l.target_id from ${sql.table(links[entity])} l where l.customer_id = ${tx.customerId} and l.owner_id = ${id})`,
    })
    return objects
  }
  return aroundSchema.parse({
    actions: await read('remediation', ['status', 'late']),
    measures: await read('measure', ['status', 'efficiency']),
  })
}

/** Whom to call about an incident, in order, by where it is. Who reads the incident is the caller's to ask. */
export async function contactsOf(tx: Tx, id: number): Promise<ShownContact[]> {
  const place = await tx.first(
    sql<{
      perimeter: number | null
      tag: number | null
    }>`select perimeter_id as perimeter, tag_id as tag from incident where customer_id = ${tx.customerId} and id = ${id}`,
  )
  return place ? contactsFor(tx, place) : []
}
