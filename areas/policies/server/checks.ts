import { sql } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { checkRules, inPerimetersOf } from '#kit/server/data/resources/checks.ts'
import { beginningOf } from '#kit/server/data/sql/today.ts'
import { controlChecks, policyChecks } from '#areas/policies/contract/checks.ts'

/** A draft that nobody has published after so many days was forgotten. */
const publishedWithin = sql.lit(30)

/** Where a requirement is asked for: where its version is in force, at that level and in these groups. */
const source = {
  from: sql`policy_application l`,
  on: (row: RowRef) => sql`l.customer_id = ${row('customer_id')} and l.policy_version_id = ${row('policy_version_id')}
  and (l.level is null or ${row('level')} is null or ${row('level')} <= l.level)
  and (l.implementation_groups is null or ${row('implementation_groups')} = '[]' or ${row('implementation_groups')} ?| array(select jsonb_array_elements_text(l.implementation_groups)))`,
}
export const askedIn = {
  ...source,
  ...inPerimetersOf((row) => sql`${source.from} where ${source.on(row)}`, 'perimeter_id'),
  by: ['customer_id', 'policy_version_id', 'level', 'implementation_groups'],
}
const appliedIn = inPerimetersOf((row) => sql`policy_application l where l.customer_id = ${row('customer_id')} and l.policy_id = ${row('id')}`, 'perimeter_id')

export const controlRowChecks = checkRules(
  controlChecks,
  {
    // In force: of the current version of a policy that is applied somewhere.
    NO_MEASURE: (row) => sql`(not exists (select 1 from control_solution s where s.customer_id = ${row('customer_id')} and s.lineage_id = ${row('lineage_id')})
    and ${row('policy_version_id')} in (select p.current_version_id from policy p where p.customer_id = current_customer() and not p.archived
      and exists (select 1 from policy_application a where a.customer_id = p.customer_id and a.policy_id = p.id)))`,
  },
  askedIn,
  { NO_MEASURE: (row) => sql`${row('lineage_id')} in (select l.id from control_lineage l where l.customer_id = current_customer() and l.unanswered)` },
)

export const policyRowChecks = checkRules(
  policyChecks,
  {
    NOT_PUBLISHED: (row, today) => sql`(${row('current_version_id')} is null and not ${row('archived')}
    and ${row('created_at')} < ${beginningOf(sql`${today} - ${publishedWithin}::int`)})`,
    NOT_APPLIED: (row) => sql`(${row('current_version_id')} is not null and not ${row('archived')} and not exists (select 1 from policy_application a
    where a.customer_id = ${row('customer_id')} and a.policy_id = ${row('id')}))`,
    OUTDATED: (row) => sql`(not ${row('archived')} and exists (select 1 from policy_application a
    where a.customer_id = ${row('customer_id')} and a.policy_id = ${row('id')} and a.policy_version_id <> ${row('current_version_id')}))`,
  },
  appliedIn,
)
