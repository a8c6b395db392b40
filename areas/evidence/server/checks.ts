import { sql } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { checkRules, inOnePerimeter } from '#kit/server/data/checks.ts'
import { beginningOf } from '#kit/server/data/today.ts'
import { evidenceChecks } from '#areas/evidence/contract/checks.ts'

/** Days that somebody has to say what a new one is for. */
const placedWithin = sql.lit(7)

/** An action, a task, an occurrence, a value, an answer or a supplier's certificate shows it: which evidence is shown is read once, not for each. */
const shown = (row: RowRef) => sql`(${row('id')} in (select l.target_id from remediation__evidences l where l.customer_id = current_customer())
  or ${row('id')} in (select l.target_id from remediation__task_evidences l where l.customer_id = current_customer())
  or ${row('id')} in (select l.target_id from occurrence__evidences l where l.customer_id = current_customer())
  or ${row('id')} in (select l.evidence_id from metric_value_proof l where l.customer_id = current_customer())
  or ${row('id')} in (select l.evidence_id from evaluation_answer_evidence l where l.customer_id = current_customer())
  or ${row('id')} in (select l.evidence_id from supplier__certificates l where l.customer_id = current_customer()))`

export const evidenceRowChecks = checkRules(
  evidenceChecks,
  {
    EXPIRED_IN_USE: (row, today) => sql`(${row('valid_until')} < ${today} and ${shown(row)})`,
    UNUSED: (row, today) => sql`(${row('created_at')} < ${beginningOf(sql`${today} - ${placedWithin}::int`)} and not ${shown(row)})`,
    NO_OWNER: (row) => sql`(${row('manager_id')} is null and ${row('group_id')} is null and ${shown(row)})`,
  },
  inOnePerimeter,
)
