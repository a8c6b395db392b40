import { sql, type RawBuilder } from 'kysely'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { everyEvidence, evidenceEnds, evidenceProves } from '#areas/evidence/server/index.ts'
import { controlSources } from './control-data.ts'
import type { ControlFact, Day } from './facts.ts'
import { finishedProofs } from './sources.ts'
import { judgedOccurrences, leaves } from './task-conformity.ts'

const e = rowRef('e')

export interface Proof {
  /** What it is, the same wherever it is met. */
  readonly key: string
  /** The first day on which it proves no more. */
  readonly ends: string
}

/**
 * Evidence that finished actions show, by the measures that these implement, improve or concern: valid on a day, and of the year before it (scores, rule 10). An
 * evidence proves a measure once, however many actions show it.
 */
export const provingEvidence = (tx: Tx, day: Day): RawBuilder<unknown> => sql`(
  select distinct l.measure_id, e.id as evidence_id, ${evidenceEnds(e)} as ends
  from ${everyEvidence(tx.customerId)} e join ${finishedProofs(tx.customerId)} l on l.evidence_id = e.id
  where ${evidenceProves(e, day)} and l.done_date <= ${day}::date)`

/** Until when what is not a recurring task proves its measure: the first day on which it does no more. */
export const proofEnds = (tx: Tx): Promise<{ measure_id: number; kind: ControlFact['kind']; source_id: number; until: Day }[]> =>
  tx.run(sql<{ measure_id: number; kind: ControlFact['kind']; source_id: number; until: Day }>`
    select measure_id, case source when ${controlSources.INDICATOR} then 'INDICATOR' when ${controlSources.TASK} then 'TASK' else 'EVIDENCE' end as kind, source_id, to_char(${leaves(sql`day`)}, 'YYYY-MM-DD') as until from (
      select distinct on (measure_id, source, source_id) * from measure_control
      where customer_id = ${tx.customerId} and day <= ${tx.today}::date order by measure_id, source, source_id, day desc) c
    union all
    select a.measure_id, 'EVIDENCE', a.evidence_id, to_char(a.ends, 'YYYY-MM-DD') from ${provingEvidence(tx, tx.today)} a`)

/** What proves measures today, by measure: control data of the last year (scores, rule 3), which holds for a year, and evidence, until it ends. */
export async function readProofs(tx: Tx, measures: readonly number[]): Promise<Map<number, Proof[]>> {
  const ids = sql`${[...measures]}::bigint[]`
  const rows = await tx.run(sql<Proof & { measure_id: number }>`
    select c.measure_id, c.source || c.source_id as key, to_char(c.day + interval '1 year', 'YYYY-MM-DD') as ends from (
      select distinct on (measure_id, source, source_id) * from measure_control
      where customer_id = ${tx.customerId} and measure_id = any(${ids}) and day <= ${tx.today}::date order by measure_id, source, source_id, day desc) c
    where c.proven and c.day > (${tx.today}::date - interval '1 year')::date
    union all
    select o.measure_id, 'runtask' || o.runtask_id, to_char(max(${leaves(sql`o.due_date`)}), 'YYYY-MM-DD')
      from ${judgedOccurrences(tx, tx.today, sql`o.task_measure_id = any(${ids})`)} o where o.counted group by o.measure_id, o.runtask_id
    union all
    select a.measure_id, 'evidence of actions ' || a.evidence_id, to_char(a.ends, 'YYYY-MM-DD') from ${provingEvidence(tx, tx.today)} a where a.measure_id = any(${ids})`)
  return Map.groupBy(rows, ({ measure_id }) => measure_id)
}
