import { sql, type RawBuilder } from 'kysely'
import { linkTargets } from '#kit/contract/link-targets.ts'
import { asSql, type RowCondition, type RowRef } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { fieldOf, linkTable, mayName, rowRef, title } from './columns.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'

/** The words that are looked for: of a sentence that was pasted the first ones, for each costs a comparison of every name. */
export const mostWords = 8
export const wordsOf = (search: string) => search.normalize('NFKC').split(/\s+/).filter(Boolean).slice(0, mostWords)

/** Whether a text says every word, without accents or case; it is folded once, whatever is looked for. */
export const saysEvery = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`fold(${text}) like all (array(select '%' || replace(replace(replace(fold(w), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%' from unnest(${words}::text[]) as w))`

/** The ids of an entity's rows whose own text contains every word of a search, each once, as the index knows them; null without a word. */
function idsByText({ def }: Resource, words: readonly string[]): RawBuilder<unknown> {
  return sql`search_ids(${def.name}, array(select fold(w) from unnest(${words}::text[]) as w))`
}

/** The ids of rows that name, by fields of which the search is declared to know the names, what is called by every word; only names that the searcher may know. */
function idsByNames(resource: Resource, resources: Resources, words: readonly string[], who: Who): RawBuilder<unknown>[] {
  const { def } = resource
  return def.list.search.flatMap((name) => {
    const field = fieldOf(def, name)
    return (field ? linkTargets(field) : []).flatMap((entity) => {
      const target = resourceOf(resources, entity)
      const n = rowRef('n')
      const open = field && mayName(target, field, n, who)
      if (!field || !open) return []
      const named = sql`array(select n.id from ${sql.table(entity)} as n where n.customer_id = ${who.customerId} and ${saysEvery(title(target, n, who.lang), words)} and ${asSql(open)})`
      if (field.kind === 'links')
        return [sql`select l.owner_id from ${sql.table(linkTable(def, name))} as l where l.customer_id = ${who.customerId} and l.target_id = any(${named})`]
      const column = field.kind === 'ref_one_of' ? `${name}_${entity}_id` : `${name}_id`
      return [sql`select r.id from ${sql.table(def.name)} as r where r.customer_id = ${who.customerId} and r.${sql.ref(column)} = any(${named})`]
    })
  })
}

/** What a search of a list finds, as a query of ids: by its own text, or by who and what it names, some twice; null without a word. */
export function searchedIds(resource: Resource, resources: Resources, search: string, who: Who): RawBuilder<unknown> | null {
  const words = wordsOf(search)
  if (words.length === 0) return null
  const byNames = idsByNames(resource, resources, words, who)
  const byText = sql`select id from ${idsByText(resource, words)} as s (id)`
  return byNames.length === 0 ? byText : sql.join([byText, ...byNames], sql` union all `)
}

/** A search of one list as a condition on its rows. */
export function listSearchCondition(resource: Resource, resources: Resources, search: string, row: RowRef, who: Who): RowCondition {
  const ids = searchedIds(resource, resources, search, who)
  return ids === null ? true : sql<boolean>`${row('id')} in (${ids})`
}

/** The same by the row's own text alone, for searches over every entity: said in any of several ways. */
export function textCondition(resource: Resource, searches: readonly string[], row: RowRef): RowCondition {
  const ways = searches.map(wordsOf).filter((words) => words.length > 0)
  const found = ways.map((words) => sql`select ${idsByText(resource, words)}`)
  return found.length === 0 ? true : sql<boolean>`${row('id')} in (${sql.join(found, sql` union `)})`
}
