import { sql, type RawBuilder } from 'kysely'
import { asSql, type RowRef } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { isOpenRow } from '#kit/server/data/work/work-sql.ts'
import { remediationWork } from '#areas/actions/contract/remediation-work.ts'
import type { ActionFacts } from '#areas/measures/server/index.ts'
import { namedList, type proofSources } from '#areas/scores/server/index.ts'

export const actionOpen = (row: RowRef): RawBuilder<boolean> => isOpenRow(remediationWork, row)
export const actionFinished = (row: RowRef): RawBuilder<boolean> => sql`(${row('status')} = 'FINISHED')`
export const actionCancelled = (row: RowRef): RawBuilder<boolean> => sql`(${row('status')} = 'CANCELLED')`

/** How actions of a day are told apart: what was finished in its month, what goes on or is to begin in time, and what is late. */
export const actionsOnDay = (row: RowRef, day: RawBuilder<unknown>): Readonly<Record<'finished' | 'ongoing' | 'planned' | 'late', RawBuilder<boolean>>> => {
  const late = sql<boolean>`(${actionOpen(row)} and coalesce(${row('target_date')} < ${day}, false))`
  return {
    finished: sql`(${actionFinished(row)} and date_trunc('month', ${row('done_date')}) = date_trunc('month', ${day}))`,
    ongoing: sql`(${row('status')} = 'ONGOING' and not ${late})`,
    planned: sql`(${row('status')} in ('TO_PLAN', 'PLANNED', 'STANDBY') and not ${late})`,
    late,
  }
}

const work = rowRef('in_work')
/** The open actions of a customer, to stand behind `from`. */
export const openActionsOf = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_work.* from remediation in_work where in_work.customer_id = ${customer} and ${actionOpen(work)})`

/** The ids of the measures that an action names. */
export const measuresOfAction = (action: RowRef): RawBuilder<unknown> =>
  sql`array(select ${action('measure_id')} where ${action('measure_id')} is not null
    union select in_named.target_id from remediation__measures in_named where in_named.customer_id = ${action('customer_id')} and in_named.owner_id = ${action('id')})`

/** Each action, as `row_id`, with each measure that it puts in place, improves or concerns, to stand behind `from`. */
export const measuresNamed = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_work.id as row_id, in_work.measure_id from remediation in_work where in_work.customer_id = ${customer} and in_work.measure_id is not null
    union all select in_named.owner_id, in_named.target_id from remediation__measures in_named where in_named.customer_id = ${customer})`

/** A query for the ids of the actions that put a measure in place besides another one. */
export const actionsBesides = (customer: unknown, measure: unknown): RawBuilder<unknown> =>
  sql`(select in_named.owner_id from remediation__measures in_named where in_named.customer_id = ${customer} and in_named.target_id = ${measure})`

/** The day by which a measure is to be in place, of the open actions that are for it alone. */
export const plannedFor = (measure: RowRef): RawBuilder<unknown> =>
  sql`(select max(in_work.target_date) from remediation in_work where in_work.customer_id = ${measure('customer_id')} and in_work.type = 'BUILD'
    and in_work.measure_id = ${measure('id')} and ${actionOpen(work)})`

const r = rowRef('r')
const isOpen = actionOpen(r)
/** Finished, with evidence that it shows. */
const isProof = sql`${actionFinished(r)} and exists (select 1 from remediation__evidences e where e.customer_id = r.customer_id and e.owner_id = r.id)`

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
    join remediation r on r.customer_id = x.customer_id and r.id = x.owner_id and ${actionFinished(r)}
    join lateral (select r.measure_id where r.measure_id is not null
      union select m.target_id from remediation__measures m where m.customer_id = r.customer_id and m.owner_id = r.id) l on true
    where x.customer_id = ${customerId}`,
  showing: (tx, resources, evidence) => {
    return tx.first(sql`select ${namedList(r, tx.who.lang)} from remediation r where r.customer_id = ${tx.customerId} and r.id in ${showing(tx.customerId, evidence)}
      and ${asSql(resourceOf(resources, 'remediation').rules.read(r, tx.who))}`)
  },
  measures: (customerId, evidence) => {
    const own = sql`(select owner_id from remediation__evidences where customer_id = ${customerId} and target_id = ${evidence})`
    return sql`select a.measure_id from remediation a where a.customer_id = ${customerId} and a.id in ${own}
      union select x.target_id from remediation__measures x where x.customer_id = ${customerId} and x.owner_id in ${own}`
  },
}

/** The actions of a customer, whatever became of them, to stand behind `from`. */
export const everyAction = (customer: unknown): RawBuilder<unknown> => sql`(select in_work.* from remediation in_work where in_work.customer_id = ${customer})`

/** The same as they are now, whatever day is read. */
export const actionsNow = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_work.* from public.remediation in_work where in_work.customer_id = ${customer})`

/** A query for the ids of the evidences that an action shows. */
export const evidencesOfAction = (customer: unknown, action: unknown): RawBuilder<unknown> =>
  sql`(select in_shown.target_id from remediation__evidences in_shown where in_shown.customer_id = ${customer} and in_shown.owner_id = ${action})`

/** Each action that names more measures than one with the `ids` of those beside it, to stand behind `from`. */
export const furtherMeasures = (customer: unknown): RawBuilder<unknown> =>
  sql`(select owner_id as action_id, array_agg(target_id order by target_id) as ids from remediation__measures where customer_id = ${customer} group by owner_id)`

/** The measures that an action puts in place, itself and with those of `furtherMeasures`; none where it does something else. */
export const measuresBuilt = (action: RowRef, further: RowRef): RawBuilder<unknown> =>
  sql`case when ${action('type')} = 'BUILD' then array_remove(array_prepend(${action('measure_id')}, coalesce(${further('ids')}, '{}')), null) else '{}' end`

/** The action plan that serves where none is chosen, to stand behind `from`. */
export const defaultPlan = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_plan.* from program in_plan where in_plan.customer_id = ${customer} and in_plan.is_default and not in_plan.archived order by in_plan.id limit 1)`

/** Holds an action plan, so that nobody puts it away or removes it meanwhile. */
export const holdPlan = (tx: Tx, id: number): Promise<unknown> =>
  tx.run(sql`select 1 from program p where p.customer_id = ${tx.customerId} and p.id = ${id} for share of p`)

/** Holds an action, so that nobody removes it meanwhile. */
export const holdAction = (tx: Tx, id: number): Promise<unknown> =>
  tx.run(sql`select 1 from remediation t where t.customer_id = ${tx.customerId} and t.id = ${id} for share of t`)

/** Holds the action plan that is wanted, else the default one, so that it is not put away meanwhile; none where neither is in use. */
export const holdPlanInUse = async (tx: Tx, wanted: RawBuilder<unknown>): Promise<number | undefined> =>
  (
    await tx.first(sql<{ id: number }>`select id from program where customer_id = ${tx.customerId} and id = coalesce(
      (select o.id from program o where o.customer_id = ${tx.customerId} and o.id = ${wanted} and not o.archived),
      (select d.id from ${defaultPlan(tx.customerId)} d)) for share`)
  )?.id

/** The action plans of a customer, those put away too, to stand behind `from`. */
export const everyPlan = (customer: unknown): RawBuilder<unknown> => sql`(select in_plan.* from program in_plan where in_plan.customer_id = ${customer})`

/** Whether an action is finished only with a proof: by its plan's rule, else by its organisation's. */
export const proofDemanded = (action: RowRef): RawBuilder<boolean> =>
  sql`(select coalesce(in_plan.proof_required_action = 'YES', (in_rule.properties->>'proof_required_action')::boolean, true) from customer in_rule
    left join program in_plan on in_plan.customer_id = in_rule.id and in_plan.id = ${action('program_id')} where in_rule.id = ${action('customer_id')})`

/** The links that an action shows as proofs, by their numbers. */
export const proofLinks = (action: RowRef): RawBuilder<unknown> =>
  sql`array(select in_proof.id from remediation__proofs in_proof where in_proof.customer_id = ${action('customer_id')} and in_proof.owner_id = ${action('id')} order by in_proof.position, in_proof.id)`
