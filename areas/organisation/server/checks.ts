import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { checkRules } from '#kit/server/data/resources/checks.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import { unionAll } from '#kit/server/data/store/union-all.ts'
import { perimeterChecks } from '#areas/organisation/contract/checks.ts'

/** Places to which something is applied: queries for their ids, of the customer whom the statement speaks for. */
export const appliedPlaces = extensionPoint<RawBuilder<unknown>>()
const nowhere = sql`select null::bigint where false`

/** A policy is applied to it, or to one below it; or, the other way round, above it. Which perimeters have one is read once, not for each. */
const appliedAlong = (row: RowRef, own: string, other: string) => sql`exists (select 1 from perimeter_closure c
  where c.customer_id = ${row('customer_id')} and c.${sql.raw(own)} = ${row('id')} and c.${sql.raw(other)} in ${unionAll(appliedPlaces.all(), nowhere)})`

export const perimeterRowChecks = checkRules(
  perimeterChecks,
  {
    NO_MANAGER: (row) => sql`(${row('manager_id')} is null and not ${row('archived')})`,
    // Nothing is asked of it, nor of what is above or below it.
    NO_POLICY: (row) => sql`(${row('type')} = 'INTERNAL' and not ${row('archived')} and not ${appliedAlong(row, 'ancestor_id', 'descendant_id')}
      and not ${appliedAlong(row, 'descendant_id', 'ancestor_id')})`,
  },
  { of: (row) => sql`array[${row('id')}]`, within: (row, some) => sql<boolean>`${row('id')} = any(${some})` },
)
