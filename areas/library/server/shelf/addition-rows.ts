import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ReportLine } from '#kit/server/sheets/report.ts'
import type { AdditionItem } from '#areas/library/contract/addition.ts'
import type { ImportResult, LibraryCounts } from '#areas/library/contract/import-result.ts'
import type { ShelfEntry } from '#areas/library/contract/shelf.ts'
import { seen } from './shelf-rows.ts'

export interface AdditionRow {
  readonly id: number
  readonly created_at: Date
  readonly undone_at: Date | null
}

export interface ItemRow {
  readonly report_id: number
  readonly file_id: number
  readonly urn: string
  readonly chosen: boolean
  readonly file_name: string
  readonly status: AdditionItem['status']
  readonly progress: number
  readonly updated_at: Date
  readonly counts: Partial<LibraryCounts>
  readonly lines: readonly ReportLine[]
  readonly result: ImportResult | null
  /** Where it is on the shelf still. */
  readonly entry: ShelfEntry | null
}

/** An addition with what became of each library of it, in the order of loading; throws NOT_FOUND. */
export async function additionRows(tx: Tx, id: number): Promise<{ addition: AdditionRow; items: readonly ItemRow[] }> {
  const addition = await tx.first(sql<AdditionRow>`select id, created_at, undone_at from library_addition where customer_id = ${tx.customerId} and id = ${id}`)
  if (!addition) throw notFound()
  const items =
    await tx.run(sql<ItemRow>`select i.report_id, i.file_id, i.urn, i.chosen, r.file_name, r.status, r.progress, r.updated_at, r.counts, r.lines, r.result,
      (select s.entry from shelf s where ${seen(tx)} and s.id = i.file_id) as entry
    from library_addition_item i join import_report r on r.customer_id = i.customer_id and r.id = i.report_id
    where i.customer_id = ${tx.customerId} and i.addition_id = ${id} order by i.position`)
  return { addition, items }
}

export const policiesOf = (items: readonly ItemRow[]): number[] =>
  items.flatMap(({ status, result }) => (status === 'COMPLETE' ? (result?.policies ?? []).flatMap(({ policy_id }) => policy_id ?? []) : []))
