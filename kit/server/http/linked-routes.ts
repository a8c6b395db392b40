import { linkedSchema } from '#kit/contract/linked.ts'
import { asOfQuery, type AsOf } from '#kit/contract/list-query.ts'
import { listAnswer } from '#kit/contract/row-schema.ts'
import { incomingLinks, listLinked } from '#kit/server/data/links/linked.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from './api.ts'

/** `GET /<entity>/{id}/linked` for every entity that others name: the other side of their links, wherever these are declared. */
export function linkedRoutes(api: Api, resources: Resources): void {
  for (const resource of resources.values()) {
    const { name, rights } = resource.def
    const links = incomingLinks(resources, name)
    if (links.length === 0) continue
    api.add(
      {
        method: 'GET',
        path: `/${name}/{id}/linked`,
        tag: name,
        summary: 'Read what is linked to one',
        access: rights.read,
        query: asOfQuery,
        answer: listAnswer(linkedSchema),
      },
      async ({ tx, grant, params, query }) => {
        const { as_of }: AsOf = query
        if (as_of) tx.readAsOf(as_of)
        return { objects: await listLinked(tx, grant, resource, resources, links, params.id) }
      },
    )
  }
}
