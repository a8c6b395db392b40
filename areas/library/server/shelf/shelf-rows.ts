import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ShelfEntry } from '#areas/library/contract/shelf.ts'
import type { Need } from './summarise.ts'

export interface ShelfRow {
  readonly id: number
  readonly own: boolean
  readonly urn: string
  readonly locale: string
  readonly edition: number
  readonly entry: ShelfEntry
  readonly defines: readonly string[]
  readonly needs: readonly Need[]
  /** The edition that the organisation has, and what its publisher calls it. */
  readonly known: number | null
  readonly known_label: string | null
}

/** Of the installation, or the organisation's own. */
export const seen = (tx: Tx) => sql`(s.customer_id is null or s.customer_id = ${tx.customerId})`

/** The shelf as the organisation sees it: of several files of one library the newest, its own before the installation's. */
export const shelfRows = (tx: Tx): Promise<ShelfRow[]> =>
  tx.run(sql<ShelfRow>`select distinct on (s.urn, s.locale) s.id, s.own, s.urn, s.locale, s.edition, s.entry, s.defines, s.needs, l.edition as known, l.version_label as known_label
    from shelf s left join library l on l.customer_id = ${tx.customerId} and l.urn = s.urn and l.locale = s.locale
    where ${seen(tx)} and s.urn is not null order by s.urn, s.locale, s.edition desc, s.own desc, s.id`)

/** One file of the shelf, whichever it is; throws NOT_FOUND for what is not on it, or is another organisation's. */
export async function shelfFile<T extends object>(tx: Tx, id: number, columns: readonly string[]): Promise<T> {
  const row = await tx.first(
    sql<T>`select ${sql.join(columns.map((name) => sql.ref(`s.${name}`)))} from shelf s where ${seen(tx)} and s.id = ${id} and s.urn is not null`,
  )
  if (!row) throw notFound()
  return row
}
