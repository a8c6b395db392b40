import { sql } from 'kysely'
import { z } from 'zod'
import { foundSchema } from '#kit/contract/collaboration.ts'
import { listAnswer } from '#kit/contract/row-schema.ts'
import { otherWordings } from '#kit/contract/wordings.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { fieldOf, hiddenName, mayOpen, rowRef, title } from '#kit/server/data/sql/columns.ts'
import { bestOf, waysOf, type Best } from '#kit/server/data/sql/search-best.ts'
import { searchColumns } from '#kit/server/data/sql/search-document.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from './api.ts'

const searchQuery = z.strictObject({
  q: z
    .string()
    .max(200)
    .transform((text) => text.trim()),
  limit: z.coerce.number().int().min(1).max(50).default(8),
})

export interface SearchWays {
  /** Words for the same thing: any one finds the others. */
  readonly sameTerms?: readonly (readonly string[])[]
  /** The field of an object that says where it belongs. */
  readonly place?: string
}

/** `GET /search`: objects of every entity whose text holds all the words, as far as the reader may see them; `limit` per entity. */
export function searchRoute(api: Api, resources: Resources, { sameTerms = [], place }: SearchWays = {}): void {
  const operation = {
    method: 'GET' as const,
    path: '/search',
    tag: 'search',
    summary: 'Find objects of every kind',
    access: 'session' as const,
    costly: true as const,
    query: searchQuery,
    answer: listAnswer(foundSchema),
  }
  api.add(operation, async ({ tx, who, query }) => {
    const { q, limit }: z.output<typeof searchQuery> = query
    const ways = waysOf([q, ...otherWordings(q, sameTerms)])
    if (ways.length === 0) return { objects: [] }
    const searched = [...resources.values()].filter(
      ({ def, rules }) => searchColumns(def).length > 0 && can(who, def.rights.read) && rules.read(rowRef('t'), who) !== false,
    )
    const found = await bestOf(tx, { searched, ways, limit, place })
    const places = place === undefined ? new Map<string, string>() : await placesOf(tx, resources, found, place)
    return {
      objects: found.map(({ entity, id, identifier, name, place_id: at }) => {
        const where = places.get(`${entity}/${at}`)
        return { entity, id, identifier, name, ...(where !== undefined && { place: where }) }
      }),
    }
  })
}

/** The names of where rows belong, to those who may know them, by entity and id; one statement. */
async function placesOf(tx: Tx, resources: Resources, found: readonly Best[], name: string): Promise<ReadonlyMap<string, string>> {
  const named = new Map<string, string>()
  const of = found.flatMap(({ entity, place_id: id }) => {
    const field = id === null ? undefined : fieldOf(resourceOf(resources, entity).def, name)
    return id === null || !field ? [] : [{ entity, id, field }]
  })
  const [first] = of
  if (!first) return named
  const target = resourceOf(resources, first.field.options.entity ?? '')
  const p = rowRef('p')
  const rows = await tx.run(
    sql<{
      id: number
      name: string | null
      open: boolean
    }>`select p.id, ${title(target, p, tx.who.lang)} as name, coalesce(${asSql(mayOpen(target, p, tx.who))}, false) as open
      from ${sql.table(target.def.name)} as p where p.customer_id = ${tx.customerId} and p.id = any(${[...new Set(of.map(({ id }) => id))]}::bigint[])`,
  )
  const places = new Map(rows.map((row) => [row.id, row]))
  for (const { entity, id, field } of of) {
    const row = places.get(id)
    const told = field.options.namedTo?.some((role) => tx.who.roles.includes(role))
    if (row?.name != null) named.set(`${entity}/${id}`, row.open || told ? row.name : hiddenName[tx.who.lang])
  }
  return named
}
