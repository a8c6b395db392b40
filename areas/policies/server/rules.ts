import { sql, type RawBuilder } from 'kysely'
import {
  allOf,
  anyOf,
  byGlobalPilots,
  byPilots,
  byReaders,
  byRole,
  createdBySelf,
  either,
  everyRow,
  throughParent,
  withinReach,
  type RowRef,
  type RowRule,
  type RowRules,
} from '#kit/server/access/row-rule.ts'

/** The policy's id as a row says it. */
type PolicyOf = (row: RowRef) => RawBuilder<unknown>
const appliedWithinReach =
  (policy: PolicyOf): RowRule =>
  (row, who) =>
    sql<boolean>`exists (select 1 from public.policy_application in_application
  where in_application.customer_id = ${row('customer_id')} and in_application.policy_id = ${policy(row)} and in_application.perimeter_id = any(${who.perimeterIds}::bigint[]))`
const assigned = (policy: PolicyOf): RowRule => throughParent('policy', policy)
/** A policy is seen where it is applied (POL-15): local roles read those of the perimeters that they reach, and those that are assigned to them, whole. */
const seen = (policy: PolicyOf): RowRule => {
  const local = anyOf(appliedWithinReach(policy), assigned(policy))
  return byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: local, local_auditor: local })
}
/** What a policy says is written by those whom it is assigned to as well (TBL-44). */
const editable = (policy: PolicyOf): RowRule => byRole({ global_pilote: everyRow, local_pilote: assigned(policy) })
const contentOf = (policy: PolicyOf): RowRules => ({ read: seen(policy), create: editable(policy), update: editable(policy), delete: editable(policy) })

const ownId: PolicyOf = (row) => row('id')
const policyIn: PolicyOf = (row) => row('policy_id')
const notApplied: RowRule = (row) =>
  sql<boolean>`not exists (select 1 from public.policy_application in_application where in_application.customer_id = ${row('customer_id')} and in_application.policy_id = ${row('id')})`
export const policyRules: RowRules = { ...contentOf(ownId), create: byGlobalPilots, delete: byGlobalPilots, regular: allOf(editable(ownId), notApplied) }
export const versionRules: RowRules = contentOf(policyIn)
const policyOfVersion: PolicyOf = (row) =>
  sql`(select in_version.policy_id from public.policy_version in_version where in_version.customer_id = ${row('customer_id')} and in_version.id = ${row('policy_version_id')})`
/** The same as `seen`, of content: the versions that somebody may read are looked up once for a list, not for each of its rows. */
const inSeenVersion: RowRule = (row, who) => {
  const version = (column: string) => sql.ref(`in_version.${column}`)
  const may = either(appliedWithinReach(policyIn)(version, who), assigned(policyIn)(version, who))
  return sql<boolean>`(${row('customer_id')}, ${row('policy_version_id')}) in (select in_version.customer_id, in_version.id from public.policy_version in_version where ${may})`
}
/** Groups and requirements. */
export const contentRules: RowRules = {
  ...contentOf(policyOfVersion),
  read: byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: inSeenVersion, local_auditor: inSeenVersion }),
}
export const applicationRules: RowRules = { read: byReaders, create: everyRow, update: everyRow, delete: everyRow }
/** Local pilots say what does not apply in their own perimeters; what somebody else left out is the global pilots' to bring back (SEC-18). */
export const notApplicableRules: RowRules = {
  read: byReaders,
  create: byPilots,
  update: byPilots,
  delete: byRole({ global_pilote: everyRow, local_pilote: allOf(withinReach(), createdBySelf) }),
}
