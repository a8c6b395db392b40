import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { foundSchema } from '#kit/contract/collaboration.ts'
import { listAnswer } from '#kit/contract/row-schema.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { fieldOf, rowRef, title } from '#kit/server/data/columns.ts'
import { textCondition } from '#kit/server/data/search-sql.ts'
import type { Resource, Resources } from '#kit/server/data/resource.ts'
import type { Api } from './api.ts'

const searchQuery = z.strictObject({
  q: z
    .string()
    .max(200)
    .transform((text) => text.trim()),
  limit: z.coerce.number().int().min(1).max(50).default(8),
})

/** `GET /search`: objects of every entity whose text holds all the words, as far as the reader may see them; `limit` per entity. */
export function searchRoute(api: Api, resources: Resources): void {
  const operation = {
    method: 'GET' as const,
    path: '/search',
    tag: 'search',
    summary: 'Find objects of every kind',
    access: 'session' as const,
    query: searchQuery,
    answer: listAnswer(foundSchema),
  }
  api.add(operation, async ({ tx, who, query }) => {
    const { q, limit }: z.output<typeof searchQuery> = query
    const branches = [...resources.values()].flatMap((resource) => {
      const branch = can(who, resource.def.rights.read) ? branchOf(resource, who, q, limit) : undefined
      return branch ? [branch] : []
    })
    if (q === '' || branches.length === 0) return { objects: [] }
    return {
      objects: await tx.run(
        sql<
          z.output<typeof foundSchema>
        >`select entity, id, identifier, name from (${sql.join(branches, sql` union all `)}) found order by rank, entity, name, id`,
      ),
    }
  })
}

/** One entity's best matches: its identifier itself, then names that begin so, then the rest. */
function branchOf(resource: Resource, who: Who, q: string, limit: number): RawBuilder<unknown> | undefined {
  const { def } = resource
  const t = rowRef('t')
  const match = def.list.search.length > 0 && textCondition(resource, q, t)
  const rule = resource.rules.read(t, who)
  if (typeof match === 'boolean' || rule === false) return undefined
  const name = sql`coalesce(${title(resource, t, who.lang)}, '')`
  const identifier = fieldOf(def, 'identifier') ? sql`t.identifier::text` : sql`null::text`
  const rank = sql`case when fold(${identifier}) = fold(${q}) then 0 when starts_with(fold(${name}), fold(${q})) then 1 else 2 end`
  return sql`(select ${sql.lit(def.name)} as entity, t.id, ${identifier} as identifier, ${name}::text as name, ${rank} as rank
    from ${sql.table(def.name)} as t where t.customer_id = ${who.customerId} and ${asSql(rule)} and ${match} order by rank, name, t.id limit ${limit})`
}
