import { sql, type RawBuilder } from 'kysely'
import { asSql, type RowRef } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/columns.ts'
import { resourceOf } from '#kit/server/data/resource.ts'
import type { ActionFacts } from '#areas/measures/server/index.ts'
import { namedList, type proofSources } from '#areas/scores/server/index.ts'

const isOpen = sql`r.status not in ('FINISHED', 'CANCELLED')`
/** Finished, with evidence that it shows. */
const isProof = sql`r.status = 'FINISHED' and exists (select 1 from remediation__evidences e where e.customer_id = r.customer_id and e.owner_id = r.id)`

/** Of the actions that name a measure, one for which this holds. */
const named = (measure: RowRef, what: RawBuilder<unknown>) => sql<boolean>`(exists (select 1 from remediation r where r.customer_id = ${measure('customer_id')}
    and r.measure_id = ${measure('id')} and ${what})
  or exists (select 1 from remediation__measures l join remediation r on r.customer_id = l.customer_id and r.id = l.owner_id
    where l.customer_id = ${measure('customer_id')} and l.target_id = ${measure('id')} and ${what}))`

/** What measures ask of actions. */
export const factsForMeasures: ActionFacts = {
  hasOpen: (measure) => named(measure, isOpen),
  // Which measures have one is read once, not for each.
  isProven: (
    measure,
  ) => sql<boolean>`(${measure('id')} in (select r.measure_id from remediation r where r.customer_id = current_customer() and r.measure_id is not null and ${isProof})
    or ${measure('id')} in (select l.target_id from remediation__measures l join remediation r on r.customer_id = l.customer_id and r.id = l.owner_id
      where l.customer_id = current_customer() and ${isProof}))`,
  isNamed: (measure) => sql<boolean>`exists (select 1 from remediation r where r.customer_id = ${measure('customer_id')} and r.measure_id = ${measure('id')})`,
  holdPlans: async (tx, ids) =>
    (
      await tx.run(sql`select 1 from remediation r where r.customer_id = ${tx.customerId} and r.type = 'BUILD' and ${isOpen}
        and (r.measure_id = any(${[...ids]}::bigint[])
          or r.id = any(array(select l.owner_id from remediation__measures l where l.customer_id = ${tx.customerId} and l.target_id = any(${[...ids]}::bigint[]))))
        order by r.id for share of r`)
    ).length,
}

type ProofSource = Parameters<typeof proofSources.with>[0]

/** Actions that show an evidence, by themselves or by one of their tasks. */
const showing = (
  customerId: number,
  evidence: number,
) => sql`(select owner_id from remediation__evidences where customer_id = ${customerId} and target_id = ${evidence}
  union select owner_id from remediation__task_evidences where customer_id = ${customerId} and target_id = ${evidence})`

/** What scores ask of actions. */
export const factsForScores: ProofSource = {
  finished: (customerId) => sql`select x.target_id as evidence_id, l.measure_id, r.done_date from remediation__evidences x
    join remediation r on r.customer_id = x.customer_id and r.id = x.owner_id and r.status = 'FINISHED'
    join lateral (select r.measure_id where r.measure_id is not null
      union select m.target_id from remediation__measures m where m.customer_id = r.customer_id and m.owner_id = r.id) l on true
    where x.customer_id = ${customerId}`,
  showing: (tx, resources, evidence) => {
    const r = rowRef('r')
    return tx.first(sql`select ${namedList(r, tx.who.lang)} from remediation r where r.customer_id = ${tx.customerId} and r.id in ${showing(tx.customerId, evidence)}
      and ${asSql(resourceOf(resources, 'remediation').rules.read(r, tx.who))}`)
  },
  measures: (customerId, evidence) => {
    const own = sql`(select owner_id from remediation__evidences where customer_id = ${customerId} and target_id = ${evidence})`
    return sql`select a.measure_id from remediation a where a.customer_id = ${customerId} and a.id in ${own}
      union select x.target_id from remediation__measures x where x.customer_id = ${customerId} and x.owner_id in ${own}`
  },
}
