import { sql, type RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { columnsOf } from '#kit/contract/field.ts'
import { linkTargets } from '#kit/contract/link-targets.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import { fieldOf, rowRef, title } from './columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Letters of a name by which rows are put in order: an index holds no longer ones. */
const longestName = sql.lit(200)

/** The columns that the global search covers. */
export const searchColumns = (def: EntityDef): string[] =>
  def.list.search.flatMap((name) => {
    const field = def.fields[name]
    // What a row names is found by its name of today, when a list is searched.
    return field && linkTargets(field).length === 0 ? columnsOf(name, field) : []
  })

/** Whether what names a row stands in it: what stands in others changes without it, and is looked up when it is searched. */
export const namedByItself = ({ def, derived }: Resource): boolean => !fieldOf(def, def.title)?.options.derived && derived?.[def.title] === undefined

/** The names by which rows are put in order, and their words, which are kept once where both languages have the same. */
function namesOf(resource: Resource): RawBuilder<unknown> {
  if (!namedByItself(resource))
    return sql`null::text as identifier, null::text as name_en, null::text as name_fr, null::text as words_en, null::text as words_fr`
  const t = rowRef('t')
  const [en, fr] = [title(resource, t, 'en'), title(resource, t, 'fr')]
  const identifier = fieldOf(resource.def, 'identifier') ? sql`fold(t.identifier::text)` : sql`null::text`
  return sql`${identifier} as identifier, left(coalesce(${en}, ''), ${longestName}) as name_en, left(coalesce(${fr}, ''), ${longestName}) as name_fr,
    search_words(${en}) as words_en, nullif(search_words(${fr}), search_words(${en})) as words_fr`
}

/** What the global search knows of some rows, or of all, as the columns of its table: a text without accents or case, and what ranks them. Null where it knows an entity by nothing of its own. */
export function searchDocuments(resource: Resource, customerId: number, ids?: readonly number[]): RawBuilder<unknown> | null {
  const { def } = resource
  const columns = searchColumns(def)
  if (columns.length === 0) return null
  const some = ids ? sql` and t.id = any(${ids}::bigint[])` : sql``
  return sql`select t.customer_id, ${def.name}::text as entity, t.id, fold(left(concat_ws(' ', ${sql.join(columns.map((c) => sql.ref(`t.${c}`)))}), 20000)) as text, ${namesOf(resource)}
    from ${sql.table(def.name)} as t where t.customer_id = ${customerId}${some}`
}

/** Rewrites what the global search knows of some rows, in the transaction that wrote them. */
export async function indexForSearch(tx: Tx, resource: Resource, ids: readonly number[]): Promise<void> {
  const documents = ids.length === 0 ? null : searchDocuments(resource, tx.customerId, ids)
  if (!documents) return
  await tx.run(sql`insert into search_document as s (customer_id, entity, id, text, identifier, name_en, name_fr, words_en, words_fr) ${documents}
    on conflict (customer_id, entity, id) do update set text = excluded.text, identifier = excluded.identifier, name_en = excluded.name_en, name_fr = excluded.name_fr,
      words_en = excluded.words_en, words_fr = excluded.words_fr
    where (s.text, s.identifier, s.name_en, s.name_fr) is distinct from (excluded.text, excluded.identifier, excluded.name_en, excluded.name_fr)
      or (s.words_en, s.words_fr) is distinct from (excluded.words_en, excluded.words_fr)`)
}

export async function forgetInSearch(tx: Tx, { def }: Resource, ids: readonly number[]): Promise<void> {
  if (def.list.search.length > 0)
    await tx.run(sql`delete from search_document where customer_id = ${tx.customerId} and entity = ${def.name} and id = any(${ids}::bigint[])`)
}
