import { everyEvidence } from '#areas/evidence/server/index.ts'
import { sql } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { checkRules, inOnePerimeter, inPerimetersOf } from '#kit/server/data/resources/checks.ts'
import { beginningOf } from '#kit/server/data/sql/today.ts'
import { contractChecks, serviceChecks, supplierChecks } from '#areas/suppliers/contract/checks.ts'
import { isAsked } from './derived.ts'

/** Days that somebody has to say how critical a new one is. */
const classifiedWithin = sql.lit(30)
/** Days before its end from which on one ought to know how to do without. */
const exitKnown = sql.lit(180)

const working = (row: RowRef) => sql`${row('status')} in ('ACTIVE', 'EXITING')`
const weighty = (row: RowRef) => sql`(${working(row)} and ${row('criticality')} in ('CRITICAL', 'HIGH'))`

export const supplierRowChecks = checkRules(
  supplierChecks,
  {
    NOT_EVALUATED: (row, today) => sql`(${working(row)} and ${row('criticality')} = 'CRITICAL'
      and coalesce(${row('last_evaluation')} < (${today} - interval '1 year')::date, ${row('created_at')} < ${beginningOf(sql`${today} - ${classifiedWithin}::int`)}))`,
    EVALUATION_LATE: (row, today) => sql`(${row('status')} <> 'ENDED' and ${row('next_evaluation')} < ${today} and not ${isAsked(row)})`,
    NOT_CLASSIFIED: (row, today) =>
      sql`(${working(row)} and ${row('criticality')} is null and ${row('created_at')} < ${beginningOf(sql`${today} - ${classifiedWithin}::int`)})`,
    // Unless a newer one of its kind is there.
    CERTIFICATE_OVER: (
      row,
      today,
    ) => sql`(${row('status')} <> 'ENDED' and exists (select 1 from supplier__certificates l join ${everyEvidence(row('customer_id'))} e on e.id = l.evidence_id
      where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')} and e.valid_until < ${today}
        and not exists (select 1 from supplier__certificates n join ${everyEvidence(row('customer_id'))} f on f.id = n.evidence_id
          where n.customer_id = l.customer_id and n.owner_id = l.owner_id and n.kind = l.kind and coalesce(f.valid_until >= ${today}, true))))`,
    NO_CONTACT: (row) =>
      sql`(${weighty(row)} and not exists (select 1 from supplier__contacts l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')}))`,
    NO_OWNER: (row) => sql`(${weighty(row)} and ${row('manager_id')} is null)`,
    // What is written is refused; a file of another time may bring one.
    CHAIN_LOOP: (row) => sql`exists (with recursive works (id) as (
        select l.supplier_id from supplier__subcontractors l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')}
        union select n.supplier_id from works w join supplier__subcontractors n on n.customer_id = ${row('customer_id')} and n.owner_id = w.id)
      select 1 from works where works.id = ${row('id')})`,
  },
  inOnePerimeter,
)

/** As its supplier, whose perimeter it is in. */
const withSupplier = inPerimetersOf((row) => sql`supplier l where l.customer_id = ${row('customer_id')} and l.id = ${row('supplier_id')}`, 'perimeter_id')
const hasActiveSupplier = (row: RowRef) =>
  sql`exists (select 1 from supplier s where s.customer_id = ${row('customer_id')} and s.id = ${row('supplier_id')} and s.status in ('ACTIVE', 'EXITING'))`

export const serviceRowChecks = checkRules(
  serviceChecks,
  {
    NO_CONTRACT: (
      row,
      today,
    ) => sql`(${row('function_critical')} = 'YES' and ${hasActiveSupplier(row)} and not exists (select 1 from supplier_contract__services l
      join supplier_contract c on c.customer_id = l.customer_id and c.id = l.owner_id
      where l.customer_id = ${row('customer_id')} and l.target_id = ${row('id')} and coalesce(c.end_date >= ${today}, true) and coalesce(c.start_date <= ${today}, true)))`,
    NO_EXIT_PLAN: (row) => sql`(${row('function_critical')} = 'YES' and ${row('exit_plan')} is distinct from 'YES' and ${hasActiveSupplier(row)})`,
  },
  withSupplier,
)

export const contractRowChecks = checkRules(
  contractChecks,
  {
    // One that renews itself does not end.
    ENDS_NO_EXIT: (
      row,
      today,
    ) => sql`(${row('end_date')} between ${today} and ${today} + ${exitKnown}::int and ${row('renewal')} is distinct from 'TACIT' and ${row('exit_date')} is null
      and not exists (select 1 from supplier_contract__services l join supplier_service v on v.customer_id = l.customer_id and v.id = l.target_id
        where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')} and v.exit_plan = 'YES'))`,
    ENDED_IN_USE: (row, today) => sql`(${row('end_date')} < ${today} and ${hasActiveSupplier(row)} and not exists (select 1 from supplier_contract c
      where c.customer_id = ${row('customer_id')} and c.supplier_id = ${row('supplier_id')} and coalesce(c.end_date >= ${today}, true)))`,
  },
  withSupplier,
)
