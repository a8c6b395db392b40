import { sql } from 'kysely'
import type { Derived } from '#kit/server/data/resource.ts'
import { today } from '#kit/server/data/today.ts'
import { expiringDays } from '#areas/evidence/contract/evidence.ts'

/** Its last day still counts; the days of the organisation decide. */
const state: Derived = (row) => sql`case when ${row('valid_until')} is null then 'NO_EXPIRY' when ${row('valid_until')} < ${today} then 'EXPIRED'
  when ${row('valid_until')} <= ${today} + ${sql.lit(expiringDays)}::int then 'EXPIRING' else 'VALID' end`

const used: Derived = (row) =>
  sql`(exists (select 1 from remediation__evidences l where l.customer_id = ${row('customer_id')} and l.target_id = ${row('id')})
    or exists (select 1 from remediation__task_evidences l where l.customer_id = ${row('customer_id')} and l.target_id = ${row('id')})
    or exists (select 1 from occurrence__evidences l where l.customer_id = ${row('customer_id')} and l.target_id = ${row('id')})
    or exists (select 1 from metric_value_proof l where l.customer_id = ${row('customer_id')} and l.evidence_id = ${row('id')})
    or exists (select 1 from evaluation_answer_evidence l where l.customer_id = ${row('customer_id')} and l.evidence_id = ${row('id')})
    or exists (select 1 from supplier__certificates l where l.customer_id = ${row('customer_id')} and l.evidence_id = ${row('id')}))`

export const evidenceDerived = { state, used }
