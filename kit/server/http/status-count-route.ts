import { z } from 'zod'
import { pageBodySchema } from '#kit/contract/list-query.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { statesOf, type WorkItem } from '#kit/contract/work-item.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { countByStatus } from '#kit/server/data/work/work-counts.ts'
import type { Api } from './api.ts'

/** Every status with a number of rows. */
export const perStatusSchema = (work: Pick<WorkItem, 'states'>) => z.object(Object.fromEntries(statesOf(work).map((status) => [status, z.int()])))

/** `POST /<entity>/counts` of an entity with a lifecycle: rows of the list's query by status, whatever status it asks for, for what stands beside the tabs. */
export function statusCountRoute(api: Api, resource: Resource, resources: Resources): void {
  const { def, work } = resource
  if (!work) return
  api.add(
    {
      method: 'POST',
      path: `/${def.name}/counts`,
      tag: def.name,
      summary: 'Count rows by status',
      access: def.rights.read,
      reads: true,
      body: pageBodySchema,
      answer: objectAnswer(perStatusSchema(work).extend({ total: z.int() })),
    },
    async ({ tx, grant, body }) => ({ object: await countByStatus(tx, grant, { ...resource, work }, resources, body) }),
  )
}
