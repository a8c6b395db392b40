import { sql, type RawBuilder } from 'kysely'
import { asSql, type Reader, type RowRef } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { everyProof } from './evidence-places.ts'
import { evidenceRules } from './rules.ts'

/** The evidence of a customer, to stand behind `from`. */
export const everyEvidence = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_evidence.* from evidence in_evidence where in_evidence.customer_id = ${customer})`

/** The first day on which an evidence proves nothing any more: a year after it was made, or the day after its last. */
export const evidenceEnds = (row: RowRef): RawBuilder<unknown> => sql`least((${row('effective_date')} + interval '1 year')::date, ${row('valid_until')} + 1)`

/** Whether an evidence proves something on a day. */
export const evidenceProves = (row: RowRef, day: unknown): RawBuilder<boolean> =>
  sql`(${row('effective_date')} <= ${day}::date and ${row('effective_date')} > (${day}::date - interval '1 year')::date and (${row('valid_until')} is null or ${row('valid_until')} >= ${day}::date))`

/** Which evidence that somebody may read is behind which measure, as `evidence_id` and `measure_id`, once for each row that shows it; to stand behind `from`. */
export const evidenceOfMeasures = (customer: number, who: Reader): RawBuilder<unknown> =>
  sql`(select in_proof.evidence_id, in_proof.measure_id from ${everyProof(sql`${customer}::bigint`)} in_proof
    join evidence in_evidence on in_evidence.customer_id = ${customer} and in_evidence.id = in_proof.evidence_id and ${asSql(evidenceRules.read(rowRef('in_evidence'), who))})`
