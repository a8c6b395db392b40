import { z } from 'zod'
import { badParameters } from '#kit/contract/errors.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { Area } from '#kit/server/http/area.ts'
import { cachedScores } from '#areas/scores/server/index.ts'
import { treeAnswer, treeQuery } from '#areas/relations/contract/tree.ts'
import { treeTypes } from '#areas/relations/contract/types.ts'
import { en } from '#areas/relations/locales/en.ts'
import { fr } from '#areas/relations/locales/fr.ts'
import { readTree } from './read-tree.ts'

/** `GET /tree/<type>/{id}`: under the right and the row rules of what it begins with. */
function relationCalls(api: Api, resources: Resources): void {
  const scores = cachedScores(api)
  for (const type of treeTypes) {
    const access = resourceOf(resources, type).def.rights.read
    api.add(
      {
        method: 'GET',
        path: `/tree/${type}/{id}`,
        tag: type,
        summary: 'Read what hangs together with one',
        access,
        costly: true,
        query: treeQuery,
        answer: treeAnswer,
      },
      ({ tx, params, query, translate }) => {
        const { show_all: all, perimeter }: z.output<typeof treeQuery> = query
        return readTree(scores, tx, resources, { type, id: params.id, all: all === '1' || all === 'true', perimeter }, translate).then((tree) => ({ ...tree }))
      },
    )
  }
  api.add(
    {
      method: 'GET',
      path: '/tree/{endpoint}/{id}',
      tag: 'tree',
      summary: 'Refuse a tree of what has none',
      access: 'session',
      params: z.object({ endpoint: z.string(), id: z.string() }),
      query: treeQuery,
      answer: z.object({}),
    },
    () => {
      throw badParameters()
    },
  )
}

export const relations: Area = { name: 'relations', rights: {}, resources: [], calls: relationCalls, locales: { en, fr } }
