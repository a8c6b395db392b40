import { sql } from 'kysely'
import { checkRules } from '#kit/server/data/checks.ts'
import { controlChecks, policyChecks } from '#areas/policies/contract/checks.ts'

/** A draft that nobody has published after so many days was forgotten. */
const publishedWithin = sql.lit(30)

export const controlRowChecks = checkRules(controlChecks, {
  // In force: of the current version of a policy that is applied somewhere.
  NO_MEASURE: (row) => sql`(not exists (select 1 from control_solution s where s.customer_id = ${row('customer_id')} and s.lineage_id = ${row('lineage_id')})
    and ${row('policy_version_id')} in (select p.current_version_id from policy p where p.customer_id = current_customer() and not p.archived
      and exists (select 1 from policy_application a where a.customer_id = p.customer_id and a.policy_id = p.id)))`,
})

export const policyRowChecks = checkRules(policyChecks, {
  NOT_PUBLISHED: (row, today) => sql`(${row('current_version_id')} is null and not ${row('archived')}
    and ${row('created_at')} < ${today} - ${publishedWithin}::int)`,
  NOT_APPLIED: (row) => sql`(${row('current_version_id')} is not null and not ${row('archived')} and not exists (select 1 from policy_application a
    where a.customer_id = ${row('customer_id')} and a.policy_id = ${row('id')}))`,
  OUTDATED: (row) => sql`(not ${row('archived')} and exists (select 1 from policy_application a
    where a.customer_id = ${row('customer_id')} and a.policy_id = ${row('id')} and a.policy_version_id <> ${row('current_version_id')}))`,
})
