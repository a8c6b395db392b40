import { sql, type RawBuilder } from 'kysely'
import { allOf, byRole, createdBySelf, everyRow, withinReach, type RowRef, type RowRule, type RowRules } from '#kit/server/access/row-rule.ts'

/** What belongs to a perimeter is seen where the perimeter is. */
export const reached = byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: withinReach(), local_auditor: withinReach() })
const decided = byRole({ global_pilote: everyRow, local_pilote: withinReach() })

/** The policy's id as a row says it. */
type PolicyOf = (row: RowRef) => RawBuilder<unknown>
const appliedWithinReach =
  (policy: PolicyOf): RowRule =>
  (row, who) =>
    sql<boolean>`exists (select 1 from public.policy_application a
  where a.customer_id = ${row('customer_id')} and a.policy_id = ${policy(row)} and a.perimeter_id = any(${who.perimeterIds}::bigint[]))`
/** A policy is seen where it is applied (POL-15): local roles read those of the perimeters that they reach, whole. */
const applied = (policy: PolicyOf): RowRule =>
  byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: appliedWithinReach(policy), local_auditor: appliedWithinReach(policy) })
const writable = { create: everyRow, update: everyRow, delete: everyRow }

export const policyRules: RowRules = { read: applied((row) => row('id')), ...writable }
export const versionRules: RowRules = { read: applied((row) => row('policy_id')), ...writable }
/** Groups and requirements. */
export const contentRules: RowRules = {
  read: applied(
    (row) => sql`(select v.policy_id from public.policy_version v where v.customer_id = ${row('customer_id')} and v.id = ${row('policy_version_id')})`,
  ),
  ...writable,
}
export const applicationRules: RowRules = { read: reached, create: everyRow, update: everyRow, delete: everyRow }
/** Local pilots say what does not apply in their own perimeters; what somebody else left out is the global pilots' to bring back (SEC-18). */
export const notApplicableRules: RowRules = {
  read: reached,
  create: decided,
  update: decided,
  delete: byRole({ global_pilote: everyRow, local_pilote: allOf(withinReach(), createdBySelf) }),
}
