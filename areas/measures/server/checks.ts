import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { checkRules, inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import { measureChecks } from '#areas/measures/contract/checks.ts'
import { isSo } from './action-facts.ts'

/** Below it an implemented measure needs something done about it, percent. */
const low = sql.lit(50)
/** Days after which an offer is forgotten rather than considered. */
const answeredWithin = sql.lit(30)
/** From here on two names are taken for the same thing, 0–1. */
export const alike = sql.lit(0.7)

/** How alike two measures are called, in the language in which they are most. */
export const likeness = (a: RowRef, b: RowRef): RawBuilder<number> =>
  sql`greatest(similarity(${a('name_en')}, ${b('name_en')}), similarity(${a('name_fr')}, ${b('name_fr')}))`

/** The measure stands in a perimeter that is not put away: the others leave every figure. */
const live = (row: RowRef) =>
  sql`not exists (select 1 from perimeter p where p.customer_id = ${row('customer_id')} and p.id = ${row('perimeter_id')} and p.archived)`

export const measureRowChecks = checkRules(
  measureChecks,
  {
    NO_OWNER: (row) => sql`(${row('status')} = 'IMPLEMENTED' and ${row('manager_id')} is null and ${live(row)})`,
    UNPROVEN: (row) => sql`(${row('status')} = 'IMPLEMENTED' and ${live(row)} and not ${isSo(row, 'isProven')})`,
    LOW_NO_ACTION: (row) => sql`(${row('status')} = 'IMPLEMENTED' and ${row('base_efficiency')} < ${low} and ${live(row)} and not ${isSo(row, 'hasOpen')})`,
    PLANNED_NO_ACTION: (row) => sql`(${row('status')} <> 'IMPLEMENTED' and ${row('decision')} = 'PLANNED' and ${live(row)} and not ${isSo(row, 'hasOpen')})`,
    OFFER_WAITING: (row, today) => sql`(${row('status')} = 'IMPLEMENTED' and ${row('id')} in (select b.measure_id from measure_beneficiary b
      where b.customer_id = current_customer() and not b.accepted and b.valid_from < ${today} - ${answeredWithin}::int))`,
    // Likely pairs are looked for at night; whether they are one still is looked at here.
    SAME_AS_ANOTHER: (row) => sql`(${row('decision')} is distinct from 'DISCARDED' and exists (select 1 from public.measure_likeness l
        join measure o on o.customer_id = l.customer_id and o.id = l.other_id
      where l.customer_id = ${row('customer_id')} and l.measure_id = ${row('id')} and o.perimeter_id = ${row('perimeter_id')}
        and o.decision is distinct from 'DISCARDED' and ${likeness(row, (column) => sql.ref(`o.${column}`))} >= ${alike}) and ${live(row)})`,
  },
  inOnePerimeter,
)
