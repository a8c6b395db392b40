import { sql } from 'kysely'
import type { Asked } from '#kit/server/data/resources/resource.ts'
import { everyProof } from './evidence-places.ts'
import { everyAnswer } from './requirement-measures.ts'

const customer = sql`current_customer()`

/** What proves some measures, or some requirements by the measures that answer them. The measures are found first, so that an index leads from them to what shows evidence. */
export const evidenceAsks: Readonly<Record<'measures' | 'requirements', Asked>> = {
  measures: (row, ids) => sql<boolean>`${row('id')} in (select p.evidence_id from ${everyProof(customer)} p where p.measure_id = any(${ids}))`,
  requirements: (row, ids) => sql<boolean>`${row('id')} in (select p.evidence_id from ${everyProof(customer)} p
    where p.measure_id = any(array(select a.measure_id from ${everyAnswer(customer)} a where a.requirement_id = any(${ids}))))`,
}
