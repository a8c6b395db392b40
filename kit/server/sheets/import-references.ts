import { sql, type RawBuilder } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { rowRef, title } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resource, type Resources, type Stored } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { folded, keyOf } from './sheet-columns.ts'

interface Found {
  readonly identified: Map<number, string>
  readonly named: Map<number, string>
}

/** What a text names: one row, none, or several, which are told apart by what each of them is called. */
export type Named = number | 'unknown' | { readonly candidates: readonly string[] }

/** Rows of one entity by identifier or name, as an import's cells call them. */
export class References {
  #byText = new Map<string, Found>()

  /** Looks all texts up at once among what the importer may read. */
  static async load(tx: Tx, who: Who, resource: Resource, texts: readonly string[]): Promise<References> {
    const references = new References()
    if (texts.length === 0) return references
    const t = rowRef('t')
    const branches: RawBuilder<unknown>[] = []
    const key = keyOf(resource.def)
    const called = sql`concat_ws(' ', ${key ? t(key) : sql`null`}::text, ${title(resource, t, who.lang)}::text)`
    const match = (value: RawBuilder<unknown>, identifies: boolean) =>
      branches.push(sql`select w.text, t.id, ${called} as called, ${sql.lit(identifies)} as identifies from unnest(${texts}::text[]) as w (text)
        join ${sql.table(resource.def.name)} as t on fold(${value}::text) = fold(w.text)
        where t.customer_id = ${who.customerId} and ${asSql(resource.rules.read(t, who))}`)
    if (key) match(t(key), true)
    for (const lang of ['en', 'fr'] as const) match(title(resource, t, lang), false)
    const rows = await tx.run(sql<{ text: string; id: number; called: string; identifies: boolean }>`${sql.join(branches, sql` union all `)}`)
    for (const { text, id, called: name, identifies } of rows) references.#add(text, id, name, identifies)
    return references
  }

  /** Takes in a row that this import has just created, so that later lines can name it. */
  learn({ def }: Resource, row: Stored): void {
    const key = keyOf(def)
    const names = [def.title, `${def.title}_en`, `${def.title}_fr`]
      .map((column) => row[column])
      .filter((name): name is string => typeof name === 'string' && name !== '')
    const identifier = key ? row[key] : undefined
    const called = [identifier, names[0]].filter(Boolean).join(' ')
    if (typeof identifier === 'string') this.#add(identifier, row.id, called, true)
    for (const name of names) this.#add(name, row.id, called, false)
  }

  /** The one row that a text names: an identifier wins over names, and what stands there already over others of the same name. */
  find(text: string, present: ReadonlySet<number> = new Set()): Named {
    const found = this.#byText.get(folded(text))
    const rows = found?.identified.size ? found.identified : found?.named
    if (!rows?.size) return 'unknown'
    const ids = [...rows.keys()]
    const existing = ids.filter((id) => present.has(id))
    const [id, ...others] = existing.length === 1 ? existing : ids
    return others.length > 0 || id === undefined ? { candidates: [...rows.values()] } : id
  }

  #add(text: string, id: number, called: string, identifies: boolean): void {
    const key = folded(text)
    const found = this.#byText.get(key) ?? { identified: new Map(), named: new Map() }
    this.#byText.set(key, found)
    ;(identifies ? found.identified : found.named).set(id, called)
  }
}

/** One look-up per entity that the texts name. */
export async function loadReferences(tx: Tx, resources: Resources, texts: ReadonlyMap<string, ReadonlySet<string>>): Promise<Map<string, References>> {
  const loaded = new Map<string, References>()
  for (const [entity, names] of texts) loaded.set(entity, await References.load(tx, tx.who, resourceOf(resources, entity), [...names]))
  return loaded
}
