import { sql } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { checkRules, inPerimetersOf } from '#kit/server/data/resources/checks.ts'
import { beginningOf } from '#kit/server/data/sql/today.ts'
import { exemptionChecks } from '#areas/exemptions/contract/checks.ts'
import { exemptionInForce } from './facts.ts'

/** Days within which somebody decides about a request. */
const decidedWithin = sql.lit(14)
const withoutAction = (entity: 'exemption', row: RowRef) => sql`not exists (select 1 from ${sql.table(`${entity}__actions`)} l
  where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')})`

export const exemptionRowChecks = checkRules(
  exemptionChecks,
  {
    EXPIRED: (row, today) => sql`(${row('status')} = 'GRANTED' and ${row('end_date')} < ${today})`,
    RENEWED_TWICE: (row) => sql`(${exemptionInForce(row)} and ${row('renewals')} >= 2)`,
    WAITING: (row, today) => sql`(${row('status')} = 'REQUESTED' and ${row('created_at')} < ${beginningOf(sql`${today} - ${decidedWithin}::int`)})`,
    UNRELIEVED: (row) => sql`(${exemptionInForce(row)} and ${row('compensating')} is null and ${withoutAction('exemption', row)})`,
  },
  {
    ...inPerimetersOf((row) => sql`exemption__perimeters l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')}`, 'target_id'),
    // Many are of the same perimeters.
    of: (row) =>
      sql`array(select m.perimeter_id from perimeter_set_member m where m.customer_id = ${row('customer_id')} and m.set_id = ${row('perimeter_set_id')})`,
    by: ['customer_id', 'perimeter_set_id'],
  },
)
