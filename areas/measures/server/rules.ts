import { sql } from 'kysely'
import { allOf, anyOf, byPilots, byRole, createdBySelf, everyRow, withinReach, type RowRule, type RowRules } from '#kit/server/access/row-rule.ts'

/** Measures that serve a perimeter within reach: its people may see what protects them. */
const servesReach: RowRule = (
  row,
  who,
) => sql<boolean>`exists (select 1 from public.measure_beneficiary in_beneficiary where in_beneficiary.customer_id = ${row('customer_id')}
  and in_beneficiary.measure_id = ${row('id')} and in_beneficiary.perimeter_id = any(${who.perimeterIds}::bigint[]))`

const seen = anyOf(withinReach(), servesReach)

export const measureRules: RowRules = {
  read: byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: seen, local_auditor: seen }),
  create: byPilots,
  update: byPilots,
  reset: allOf(byPilots, (row) => sql<boolean>`${row('status')} <> 'TO_IMPLEMENT'`),
  // What somebody else created is the global pilots' to delete (SEC-18).
  delete: byRole({ global_pilote: everyRow, local_pilote: allOf(withinReach(), createdBySelf) }),
}
