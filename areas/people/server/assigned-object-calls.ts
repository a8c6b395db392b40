import { sql } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { assigneeEntities, type AssigneeEntity } from '#kit/server/data/people/assignees.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { handOverCalls } from '#areas/people/contract/assigned-calls.ts'
import { askedBy, assignedLimit, listAssigned, reassignAll, takeBack } from './assigned-objects.ts'

/** What users and groups answer for, and giving it to others (ADM-07, ADM-09). */
export function assignedObjectCalls(api: Api, resources: Resources, holders: Readonly<Record<AssigneeEntity, Resource>>): void {
  for (const holder of assigneeEntities) {
    const { list, reassign, undo } = handOverCalls[holder]
    handle(api, holder, list, async ({ tx, grant, params }) => {
      await getRow(tx, grant, holders[holder], resources, params.id)
      const objects = await listAssigned(tx, resources, { holder, id: params.id })
      return { objects, asks: askedBy(objects), limit: assignedLimit }
    })

    handle(api, holder, reassign, async ({ tx, grant, params, body, translate }) => {
      await getRow(tx, grant, holders[holder], resources, params.id)
      const isThere = holder === 'member' ? sql`kind = 'MEMBER' and not disabled and not archived` : sql`true`
      const next = await tx.first(
        sql`select 1 from ${sql.table(holder)} where customer_id = ${tx.customerId} and id = ${body.to} and id <> ${params.id} and ${isThere}`,
      )
      if (!next) throw invalidField('to', 'kit.errors.missing_reference')
      const object = await reassignAll(tx, resources, { holder, id: params.id }, body.to, body.objects)
      return { message: translate('people.messages.reassigned', { count: object.count }), object }
    })

    handle(api, holder, undo, async ({ tx, body, translate }) => {
      const count = await takeBack(tx, resources, holder, body.undo)
      return { message: translate('people.messages.given_back', { count }) }
    })
  }
}
