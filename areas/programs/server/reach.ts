import { sql, type RawBuilder } from 'kysely'
import type { Role } from '#kit/contract/right.ts'
import { memberReach } from '#kit/server/access/member-reach.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { RowRef } from '#kit/server/access/row-rule.ts'

/** What a program's reach is worked out of: where it is to work, and what whoever answers for it holds at this moment. */
export interface Answered {
  readonly everywhere: boolean
  readonly maker_roles: readonly Role[]
  readonly places: readonly number[]
  readonly maker_places: readonly number[]
}

/** The role of a program, which is global or local; null where whoever answers for it no longer holds it. */
export function roleOf({ everywhere, maker_roles: makers }: Pick<Answered, 'everywhere' | 'maker_roles'>): Role | null {
  const role = everywhere ? 'global_pilote' : 'local_pilote'
  return makers.includes('global_pilote') || makers.includes(role) ? role : null
}

/** Where both it and its maker work. */
export const placesOf = ({ everywhere, maker_roles: makers, places, maker_places: theirs }: Answered): readonly number[] =>
  everywhere ? [] : makers.includes('global_pilote') ? places : places.filter((id) => theirs.includes(id))

/** Where the member under `w` works, who answers for a program. */
export const makerPlaces = (customerId: number): RawBuilder<readonly number[]> => memberReach(rowRef('w'), customerId).perimeterIds

const dayOf = (row: RowRef) =>
  sql`(select day_in(moment(), in_customer.time_zone) from public.customer in_customer where in_customer.id = ${row('customer_id')})`

/** Whether whoever answers for a program may still do what it may. */
export const answered = (
  row: RowRef,
) => sql`exists (select 1 from public.member w where w.customer_id = ${row('customer_id')} and w.id = ${row('maker_id')} and w.kind = 'MEMBER'
    and not w.disabled and not w.archived and coalesce(w.access_start <= ${dayOf(row)}, true) and coalesce(w.access_end >= ${dayOf(row)}, true)
    and ('global_pilote' = any(w.roles) or (not ${row('everywhere')} and 'local_pilote' = any(w.roles))))`

/** Where the public API is hidden or not subscribed to, nothing goes to programs. */
export const openHere = sql<boolean>`(not c.disabled and not coalesce((c.properties ->> 'hidePublicApi')::boolean, false) and 'INTEGRATION' = any(c.features))`

/** Whether the member under `w` may come in on this day of their organisation `c`. */
export const makerComesIn = (now: Date) => sql<boolean>`(w.kind = 'MEMBER' and not w.disabled and not w.archived
  and coalesce(w.access_start <= day_in(${now}, c.time_zone), true) and coalesce(w.access_end >= day_in(${now}, c.time_zone), true))`
