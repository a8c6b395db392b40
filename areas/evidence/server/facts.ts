import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'

/** The evidence of a customer, to stand behind `from`. */
export const everyEvidence = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_evidence.* from evidence in_evidence where in_evidence.customer_id = ${customer})`

/** The first day on which an evidence proves nothing any more: a year after it was made, or the day after its last. */
export const evidenceEnds = (row: RowRef): RawBuilder<unknown> => sql`least((${row('effective_date')} + interval '1 year')::date, ${row('valid_until')} + 1)`

/** Whether an evidence proves something on a day. */
export const evidenceProves = (row: RowRef, day: unknown): RawBuilder<boolean> =>
  sql`(${row('effective_date')} <= ${day}::date and ${row('effective_date')} > (${day}::date - interval '1 year')::date and (${row('valid_until')} is null or ${row('valid_until')} >= ${day}::date))`
