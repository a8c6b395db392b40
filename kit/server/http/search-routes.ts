import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { languages } from '#kit/contract/catalogue.ts'
import { foundSchema } from '#kit/contract/collaboration.ts'
import { listAnswer } from '#kit/contract/row-schema.ts'
import { otherWordings, plainWords } from '#kit/contract/wordings.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { fieldOf, mayName, nameIf, rowRef, title } from '#kit/server/data/sql/columns.ts'
import { mostWords, textCondition } from '#kit/server/data/sql/search-sql.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
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

type Found = Omit<z.output<typeof foundSchema>, 'place'> & { readonly place: string | null }

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
    const wordings = [q, ...otherWordings(q, sameTerms)]
    const branches = [...resources.values()].flatMap((resource) => {
      const branch = can(who, resource.def.rights.read) ? branchOf(resource, who, wordings, limit, placeOf(resources, resource, who, place)) : undefined
      return branch ? [branch] : []
    })
    if (q === '' || branches.length === 0) return { objects: [] }
    const found = await tx.run(
      sql<Found>`select entity, id, identifier, name, place from (${sql.join(branches, sql` union all `)}) found order by rank, entity, ${shortFirst}, name, id`,
    )
    return { objects: found.map(({ place: where, ...object }) => (where === null ? object : { ...object, place: where })) }
  })
}

/** The name of where a row belongs, to those who may know it; nothing for entities that belong nowhere. */
function placeOf(resources: Resources, { def }: Resource, who: Who, name: string | undefined): RawBuilder<unknown> {
  const field = name === undefined ? undefined : fieldOf(def, name)
  if (field?.kind !== 'ref' || field.options.derived) return sql`null::text`
  const target = resourceOf(resources, field.options.entity ?? '')
  const p = rowRef('p')
  const named = nameIf(mayName(target, field, p, who), title(target, p, who.lang), who.lang)
  return sql`(select ${named}::text from ${sql.table(target.def.name)} as p where p.customer_id = ${who.customerId} and p.id = ${sql.ref(`t.${name}_id`)})`
}

/** Of identifiers that begin so, A-12 before A-120. */
const shortFirst = sql`case when rank = 1 then length(identifier) end`

/**
 * Beginnings go first: the identifier itself, one that begins so, a name that begins so, one whose words begin so, then the rest; other words for the
 * same thing after each. Names count in whatever language they are looked for.
 */
function rankOf(names: readonly RawBuilder<unknown>[], identifier: RawBuilder<unknown>, wordings: readonly string[]): RawBuilder<unknown> {
  const either = (condition: (name: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`(${sql.join(names.map(condition), sql` or `)})`
  const cases = wordings.flatMap((wording, at) => {
    const beginnings = plainWords(wording).split(' ').filter(Boolean).slice(0, mostWords)
    // As long for a sentence as for a word.
    const begins = (name: RawBuilder<unknown>) => sql`(select bool_and(strpos(called.words, ' ' || fold(word)) > 0)
      from (select ' ' || regexp_replace(fold(${name}), '[^[:alnum:]]+', ' ', 'g') as words offset 0) as called, unnest(${beginnings}::text[]) as word)`
    const other = at === 0 ? 0 : 1
    return [
      { rank: 2 + other, when: either((name) => sql`starts_with(fold(${name}), fold(${wording}))`) },
      ...(beginnings.length > 0 ? [{ rank: 4 + other, when: either(begins) }] : []),
    ]
  })
  const inOrder = cases.toSorted((a, b) => a.rank - b.rank).map(({ rank, when }) => sql`when ${when} then ${sql.lit(rank)}`)
  const typed = sql`fold(${wordings[0]})`
  return sql`case when fold(${identifier}) = ${typed} then 0 when starts_with(fold(${identifier}), ${typed}) then 1 ${sql.join(inOrder, sql` `)} else 6 end`
}

/** One entity's best matches. */
function branchOf(resource: Resource, who: Who, wordings: readonly string[], limit: number, place: RawBuilder<unknown>): RawBuilder<unknown> | undefined {
  const { def } = resource
  const t = rowRef('t')
  const match = def.list.search.length > 0 && textCondition(resource, wordings, t)
  const rule = resource.rules.read(t, who)
  if (typeof match === 'boolean' || rule === false) return undefined
  const name = sql`coalesce(${title(resource, t, who.lang)}, '')`
  const names = fieldOf(def, def.title)?.kind === 'localized' ? languages.map((lang) => sql`coalesce(${title(resource, t, lang)}, '')`) : [name]
  const identifier = fieldOf(def, 'identifier') ? sql`t.identifier::text` : sql`null::text`
  return sql`(select * from (select ${sql.lit(def.name)} as entity, t.id, ${identifier} as identifier, ${name}::text as name, ${place} as place, ${rankOf(names, identifier, wordings)} as rank
    from ${sql.table(def.name)} as t where t.customer_id = ${who.customerId} and ${asSql(rule)} and ${match}) as matches order by rank, ${shortFirst}, name, id limit ${limit})`
}
