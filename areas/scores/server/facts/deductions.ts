import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** What an improvement action takes off its measure. */
export interface Deduction {
  readonly measure: number
  /** The improvement action: one deduction each. */
  readonly remediation: number
  /** Stored positive, 0–100. */
  readonly points: number
  /** First day on which it counts; today unless said. */
  readonly on?: string
}

/** What open deductions take off a measure together. */
export const openPoints = (measure: RowRef): RawBuilder<number> => sql<number>`coalesce((select sum(d.points) from measure_deduction d
  where d.customer_id = ${measure('customer_id')} and d.measure_id = ${measure('id')} and d.released_on is null), 0)`

/** Lowers a measure from a day on; opened again with other points or another measure, the deduction follows. */
export async function openDeduction(tx: Tx, { measure, remediation, points, on = tx.today }: Deduction): Promise<void> {
  await keep(tx, remediation)
  await tx.run(sql`insert into measure_deduction (customer_id, measure_id, source, source_id, points, opened_on)
    values (${tx.customerId}, ${measure}, 'remediation', ${remediation}, ${points}, ${on})
    on conflict (customer_id, source, source_id) do update set measure_id = excluded.measure_id, points = excluded.points, valid_from = moment()`)
  note(tx, measure, 'open', { remediation, points })
}

/** The defect is gone: the deduction counts no more from this day on. Idempotent. */
export async function releaseDeduction(tx: Tx, remediation: number, on: string = tx.today): Promise<void> {
  // One that is opened and closed on the same day never counted at the end of a day.
  await change(tx, remediation, 'release', sql`released_on = coalesce(released_on, greatest(${on}::date, opened_on))`)
}

/** The action or its review was reopened: the deduction counts again. Idempotent. */
export async function reopenDeduction(tx: Tx, remediation: number): Promise<void> {
  await change(tx, remediation, 'reopen', sql`released_on = null`)
}

/** The deduction never was: its action was removed or changed its nature. Idempotent. */
export async function removeDeduction(tx: Tx, remediation: number): Promise<void> {
  await keep(tx, remediation)
  const gone = await tx.first(sql<{ measure_id: number }>`delete from measure_deduction
    where customer_id = ${tx.customerId} and source = 'remediation' and source_id = ${remediation} returning measure_id`)
  if (gone) note(tx, gone.measure_id, 'remove', { remediation })
}

/** The deduction as it stands goes to history, before it becomes another. */
const keep = (tx: Tx, remediation: number) =>
  tx.run(sql`insert into measure_deduction_history (customer_id, id, measure_id, source, source_id, points, opened_on, released_on, valid_from, valid_to)
    select d.customer_id, d.id, d.measure_id, d.source, d.source_id, d.points, d.opened_on, d.released_on, d.valid_from, stamp.at
    from measure_deduction d, (select moment() as at) stamp
    where d.customer_id = ${tx.customerId} and d.source = 'remediation' and d.source_id = ${remediation} and d.valid_from < stamp.at`)

async function change(tx: Tx, remediation: number, action: string, assignment: ReturnType<typeof sql>): Promise<void> {
  await keep(tx, remediation)
  const row = await tx.first(sql<{ measure_id: number }>`update measure_deduction set ${assignment}, valid_from = moment()
    where customer_id = ${tx.customerId} and source = 'remediation' and source_id = ${remediation} returning measure_id`)
  if (row) note(tx, row.measure_id, action, { remediation })
}

/** The audit tells every server that its scores are out of date. */
function note(tx: Tx, measure: number, action: string, details: object): void {
  tx.audit({ entity: 'measure_deduction', object_id: measure, action, details: JSON.stringify(details) })
}
