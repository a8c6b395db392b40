import { sql, type RawBuilder } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { fieldOf, rowRef, title } from '#kit/server/data/columns.ts'
import type { Resource, Stored } from '#kit/server/data/resource.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { folded } from './import-columns.ts'

interface Found {
  readonly identified: Set<number>
  readonly named: Set<number>
}

/** Rows of one entity by identifier or name, as an import's cells call them. */
export class References {
  #byText = new Map<string, Found>()

  /** Looks all texts up at once among what the importer may read. */
  static async load(tx: Tx, who: Who, resource: Resource, texts: readonly string[]): Promise<References> {
    const references = new References()
    if (texts.length === 0) return references
    const t = rowRef('t')
    const branches: RawBuilder<unknown>[] = []
    const match = (value: RawBuilder<unknown>, identifies: boolean) =>
      branches.push(sql`select w.text, t.id, ${sql.lit(identifies)} as identifies from unnest(${texts}::text[]) as w (text)
        join ${sql.table(resource.def.name)} as t on fold(${value}::text) = fold(w.text)
        where t.customer_id = ${who.customerId} and ${asSql(resource.rules.read(t, who))}`)
    if (fieldOf(resource.def, 'identifier')) match(t('identifier'), true)
    for (const lang of ['en', 'fr'] as const) match(title(resource, t, lang), false)
    const rows = await tx.run(sql<{ text: string; id: number; identifies: boolean }>`${sql.join(branches, sql` union all `)}`)
    for (const { text, id, identifies } of rows) references.#add(text, id, identifies)
    return references
  }

  /** Takes in a row that this import has just created, so that later lines can name it. */
  learn({ def }: Resource, row: Stored): void {
    const add = (value: unknown, identifies: boolean) => {
      if (typeof value === 'string' && value !== '') this.#add(value, row.id, identifies)
    }
    add(row.identifier, true)
    for (const column of [def.title, `${def.title}_en`, `${def.title}_fr`]) add(row[column], false)
  }

  /** The one row that a text names: an identifier wins over names. */
  find(text: string): number | 'unknown' | 'ambiguous' {
    const found = this.#byText.get(folded(text))
    const ids = found?.identified.size ? found.identified : found?.named
    if (!ids?.size) return 'unknown'
    const [id] = ids
    return ids.size > 1 || id === undefined ? 'ambiguous' : id
  }

  #add(text: string, id: number, identifies: boolean): void {
    const key = folded(text)
    const found = this.#byText.get(key) ?? { identified: new Set(), named: new Set() }
    this.#byText.set(key, found)
    ;(identifies ? found.identified : found.named).add(id)
  }
}
