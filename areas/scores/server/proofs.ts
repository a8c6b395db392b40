import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/transaction.ts'

export interface Proof {
  /** What it is, the same wherever it is met. */
  readonly key: string
  /** The first day on which it proves no more. */
  readonly ends: string
}

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
      select l.measure_id, 'remediation' || r.id, r.done_date from remediation r
        join (select customer_id, owner_id, target_id as measure_id from remediation__measures where customer_id = ${tx.customerId}
          union select customer_id, id, measure_id from remediation where customer_id = ${tx.customerId}) l on l.customer_id = r.customer_id and l.owner_id = r.id
      where r.customer_id = ${tx.customerId} and r.status = 'FINISHED' and l.measure_id = any(${ids})
        and (exists (select 1 from remediation__proofs x where x.customer_id = r.customer_id and x.owner_id = r.id)
          or exists (select 1 from file f where f.customer_id = r.customer_id and f.entity = 'remediation' and f.object_id = r.id and f.field = 'proof_files' and f.detached_at is null))
    ) p where day > (${tx.today}::date - interval '1 year')::date`)
  return Map.groupBy(rows, ({ measure_id }) => measure_id)
}
