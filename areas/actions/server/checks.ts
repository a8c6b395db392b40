import { sql } from 'kysely'
import { assignedToNobody } from '#kit/server/access/row-rule.ts'
import { checkRules, inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import { beginningOf } from '#kit/server/data/sql/today.ts'
import { isOpenRow } from '#kit/server/data/work/work-sql.ts'
import { actionChecks } from '#areas/actions/contract/checks.ts'
import { remediationWork } from '#areas/actions/contract/remediation-work.ts'

/** Days within which a proof is asked for once an action is finished: about three months. */
const provenWithin = sql.lit(92)
const standbyAtMost = sql.lit(90)

export const remediationChecks = checkRules(
  actionChecks,
  {
    UNPROVEN: (row, today) => sql`(${row('status')} = 'FINISHED' and ${row('done_date')} >= ${today} - ${provenWithin}::int
      and not exists (select 1 from remediation__evidences x where x.customer_id = ${row('customer_id')} and x.owner_id = ${row('id')}))`,
    LATE_SILENT: (
      row,
      today,
    ) => sql`(${isOpenRow(remediationWork, row)} and ${row('target_date')} < ${today} and ${row('status_reason')} is null and not exists (select 1 from comment x
      where x.customer_id = ${row('customer_id')} and x.entity = 'remediation' and x.object_id = ${row('id')} and x.created_at >= ${row('target_date')}))`,
    NOT_STARTED: (row, today) => sql`(${row('status')} = 'PLANNED' and ${row('start_date')} < ${today})`,
    POSTPONED: (row) => sql`(${isOpenRow(remediationWork, row)} and ${row('postponements')} >= 3)`,
    UNASSIGNED: (row) => sql`(${row('status')} in ('PLANNED', 'ONGOING') and ${assignedToNobody(row)})`,
    OPEN_TASKS: (row) => sql`(${row('status')} = 'FINISHED' and exists (select 1 from remediation__tasks x
      where x.customer_id = ${row('customer_id')} and x.owner_id = ${row('id')} and x.status = 'TO_DO'))`,
    LONG_STANDBY: (row, today) => sql`(${row('status')} = 'STANDBY' and ${row('updated_at')} < ${beginningOf(sql`${today} - ${standbyAtMost}::int`)})`,
  },
  inOnePerimeter,
)
