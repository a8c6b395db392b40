import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { SheetChoice } from '#areas/library/contract/chosen-columns.ts'

/** What makes two sheets alike: the words of their headings, whatever their case. */
export const shapeOf = (headings: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headings.map((heading) => heading.trim().toLowerCase())))
    .digest('hex')

/** Choices that an organisation keeps: whoever has more kinds of sheets chooses again for the others. */
const mostKept = 200

/** Keeps what the columns were chosen for, for the next sheet with the headings of the one that was read. */
export async function rememberChoice(tx: Tx, headings: readonly string[], { shape: _told, ...choice }: SheetChoice): Promise<void> {
  const shape = shapeOf(headings)
  await tx.run(sql`insert into sheet_choice (customer_id, shape, choice) select ${tx.customerId}, ${shape}, ${JSON.stringify(choice)}::jsonb
    where (select count(*) from sheet_choice where customer_id = ${tx.customerId} and shape <> ${shape}) < ${mostKept}
    on conflict (customer_id, shape) do update set choice = excluded.choice`)
}
