import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Day } from './facts.ts'

export interface Proof {
  /** What it is, the same wherever it is met. */
  readonly key: string
  /** The first day on which it proves no more. */
  readonly ends: string
}

/**
 * Actions that ended within a year before a day with a proof of their own, link or file, by the measures that they implement, improve or concern: valid evidence of the
 * last year (scores, rule 10). Found by their proofs, which are fewer than actions.
 */
export const provingActions = (tx: Tx, day: Day): RawBuilder<unknown> => sql`(
  select l.measure_id, r.id as action_id, r.done_date as day
  from (select owner_id as id from remediation__proofs where customer_id = ${tx.customerId}
      union select object_id from file where customer_id = ${tx.customerId} and entity = 'remediation' and field = 'proof_files' and detached_at is null) x
    join remediation r on r.customer_id = ${tx.customerId} and r.id = x.id
    join lateral (select r.measure_id where r.measure_id is not null
      union select m.target_id from remediation__measures m where m.customer_id = r.customer_id and m.owner_id = r.id) l on true
  where r.status = 'FINISHED' and r.done_date <= ${day}::date and r.done_date > (${day}::date - interval '1 year')::date)`

/**
 * What proves measures today, by measure: control data and evidence of the last year (scores, rule 3), and actions that ended within a year with a proof of
 * their own. Each holds for a year.
 */
export async function readProofs(tx: Tx, measures: readonly number[]): Promise<Map<number, Proof[]>> {
  const ids = sql`${[...measures]}::bigint[]`
  const rows = await tx.run(sql<Proof & { measure_id: number }>`
    select measure_id, key, to_char(day + interval '1 year', 'YYYY-MM-DD') as ends from (
      select c.measure_id, c.source || c.source_id as key, c.day from (
        select distinct on (measure_id, source, source_id) * from measure_control
        where customer_id = ${tx.customerId} and measure_id = any(${ids}) and day <= ${tx.today}::date order by measure_id, source, source_id, day desc) c
      where c.proven
      union all
      select a.measure_id, 'remediation' || a.action_id, a.day from ${provingActions(tx, tx.today)} a where a.measure_id = any(${ids})
    ) p where day > (${tx.today}::date - interval '1 year')::date`)
  return Map.groupBy(rows, ({ measure_id }) => measure_id)
}
