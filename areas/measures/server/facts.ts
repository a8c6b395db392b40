import { sql, type RawBuilder } from 'kysely'
import { asSql, type Reader, type RowRef } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { everyLink, everyRequirement, requirementAppliedAt, type measureFacts } from '#areas/policies/server/index.ts'
import { measureRules } from './rules.ts'

export const measureInPlace = (row: RowRef): RawBuilder<boolean> => sql`(${row('status')} = 'IMPLEMENTED')`
/** Somebody has decided about it: it is in place, planned or discarded. */
export const measureDecided = (row: RowRef): RawBuilder<boolean> => sql`(${row('status')} <> 'TO_IMPLEMENT')`
/** Decided, to be put in place. */
export const measurePlanned = (row: RowRef): RawBuilder<boolean> => sql`(${row('status')} = 'NOT_IMPLEMENTED' and ${row('decision')} = 'PLANNED')`
/** Nobody has decided against it. */
export const measureWanted = (row: RowRef): RawBuilder<boolean> => sql`(${row('decision')} is distinct from 'DISCARDED')`

/** The measures in place of a customer, to stand behind `from`. */
export const measuresInPlace = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_measure.* from measure in_measure where in_measure.customer_id = ${customer} and ${measureInPlace(rowRef('in_measure'))})`

/** A query for the ids of the measures in place that serve the perimeters of some others, which are not. */
export const measuresServing = (customer: unknown, ids: readonly number[]): RawBuilder<unknown> =>
  sql`select o.id from measure own join measure_beneficiary s on s.customer_id = own.customer_id and s.perimeter_id = own.perimeter_id and s.accepted
      join measure o on o.customer_id = s.customer_id and o.id = s.measure_id and o.solution_id = own.solution_id and ${measureInPlace(rowRef('o'))}
    where own.customer_id = ${customer} and own.id = any(${[...ids]}::bigint[]) and not ${measureInPlace(rowRef('own'))}`

/** Each measure that others than its own perimeter are offered, with those that took it as `accepted` and those that were asked as `offered`, to stand behind `from`. */
export const measureOffers = (customer: unknown): RawBuilder<unknown> =>
  sql`(select measure_id, array_agg(perimeter_id order by perimeter_id) filter (where accepted) as accepted,
      array_agg(perimeter_id order by perimeter_id) filter (where not accepted) as offered
    from measure_beneficiary where customer_id = ${customer} group by measure_id)`

type Facts = Parameters<typeof measureFacts.with>[0]

/** Measures of a customer, each with whether somebody may read it as `readable`, to stand behind `from`. */
export const measuresReadBy = (customerId: number, who: Reader): RawBuilder<unknown> =>
  sql`(select measure_row.*, coalesce(${asSql(measureRules.read(rowRef('measure_row'), who))}, false) as readable from measure measure_row where measure_row.customer_id = ${customerId})`

/** What policies ask of measures. */
export const factsForPolicies: Facts = {
  inPlace: (rule) =>
    sql`select m.solution_id from measure m where m.customer_id = current_customer() and ${measureInPlace(rowRef('m'))} and ${asSql(rule(rowRef('m')))}`,
  uses: (solution) => sql<boolean>`exists (select 1 from measure m where m.customer_id = ${solution('customer_id')} and m.solution_id = ${solution('id')})`,
}

/** The measures of a customer, whatever became of them, to stand behind `from`. */
export const everyMeasure = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_measure.* from measure in_measure where in_measure.customer_id = ${customer})`

/** The perimeters that are offered measures of others, with whether they took them, to stand behind `from`. */
export const measureBeneficiaries = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_place.* from measure_beneficiary in_place where in_place.customer_id = ${customer})`

/** Whether a measure is offered to a perimeter, or serves it. */
export const measureServes = (measure: RowRef, perimeter: unknown): RawBuilder<boolean> =>
  sql`exists (select 1 from measure_beneficiary in_place where in_place.customer_id = ${measure('customer_id')} and in_place.measure_id = ${measure('id')} and in_place.perimeter_id = ${perimeter})`

/** Holds measures as whoever writes them does, in the order of their ids. */
export const lockMeasures = (tx: Tx, which: (measure: RowRef) => RawBuilder<unknown>): Promise<unknown> =>
  tx.run(sql`select 1 from measure m where m.customer_id = ${tx.customerId} and ${which(rowRef('m'))} order by m.id for no key update of m`)

/** Which measures answer which requirements, and where: in their own perimeter and in those that they serve, as far as the policy applies there; to stand behind `from`. */
export const measuresOfRequirements = (customer: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select in_asked.id as requirement_id, in_measure.id as measure_id, in_place.id as perimeter_id
    from ${everyRequirement(customer)} in_asked join ${everyLink(customer)} in_link on in_link.lineage_id = in_asked.lineage_id
    join measure in_measure on in_measure.customer_id = ${customer} and in_measure.solution_id = in_link.solution_id
    join perimeter in_place on in_place.customer_id = ${customer} and not in_place.archived and (in_place.id = in_measure.perimeter_id
      or exists (select 1 from measure_beneficiary b where b.customer_id = ${customer} and b.measure_id = in_measure.id and b.perimeter_id = in_place.id and b.accepted))
    where ${requirementAppliedAt(customer, sql`in_asked.lineage_id`, sql`in_place.id`)})`
