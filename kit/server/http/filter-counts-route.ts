import { z } from 'zod'
import { listName } from '#kit/contract/collaboration.ts'
import { notFound } from '#kit/contract/errors.ts'
import { filterCountsSchema } from '#kit/contract/list-query.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { filterCounts } from '#kit/server/data/lists/filter-counts.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from './api.ts'

const asked = z.strictObject({ list: listName })
/** What a list is told of its filters. */
export const filterCountsAnswer = z.object({ total: z.int(), all: z.int(), without: z.array(z.int()), options: z.array(z.int()) })

/** `POST /list/<entity>/counts`: what each filter of a list keeps away, for whoever may read the entity. One call for all of them, or the API's document would say it for each. */
export function filterCountsRoute(api: Api, resources: Resources): void {
  api.add(
    {
      method: 'POST',
      path: '/list/{list}/counts',
      tag: 'view',
      summary: 'Count the rows of a list without each of its filters',
      access: 'session',
      reads: true,
      params: asked,
      body: filterCountsSchema,
      answer: objectAnswer(filterCountsAnswer),
    },
    async ({ tx, who, params, body }) => {
      const resource = resources.get(String(params.list))
      if (!resource) throw notFound()
      const { queryParams, of }: z.output<typeof filterCountsSchema> = body
      return { object: await filterCounts(tx, authorize(who, resource.def.rights.read), resource, resources, { query: queryParams, of }) }
    },
  )
}
