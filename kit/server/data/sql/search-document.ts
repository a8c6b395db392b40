import { sql } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { columnsOf } from '#kit/contract/field.ts'
import { linkTargets } from '#kit/contract/link-targets.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** The columns that the global search covers. */
export const searchColumns = (def: EntityDef): string[] =>
  def.list.search.flatMap((name) => {
    const field = def.fields[name]
    // What a row names is found by its name of today, when a list is searched.
    return field && linkTargets(field).length === 0 ? columnsOf(name, field) : []
  })

/** Rewrites what the global search knows of some rows, in the transaction that wrote them. */
export async function indexForSearch(tx: Tx, { def }: Resource, ids: readonly number[]): Promise<void> {
  const columns = searchColumns(def)
  if (columns.length === 0 || ids.length === 0) return
  await tx.run(sql`insert into search_document (customer_id, entity, id, text)
    select t.customer_id, ${def.name}, t.id, fold(left(concat_ws(' ', ${sql.join(columns.map((c) => sql.ref(`t.${c}`)))}), 20000))
    from ${sql.table(def.name)} as t where t.customer_id = ${tx.customerId} and t.id = any(${ids}::bigint[])
    on conflict (customer_id, entity, id) do update set text = excluded.text where search_document.text is distinct from excluded.text`)
}

export async function forgetInSearch(tx: Tx, { def }: Resource, ids: readonly number[]): Promise<void> {
  if (def.list.search.length > 0)
    await tx.run(sql`delete from search_document where customer_id = ${tx.customerId} and entity = ${def.name} and id = any(${ids}::bigint[])`)
}
