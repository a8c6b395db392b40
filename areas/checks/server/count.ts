import { sql } from 'kysely'
import type { Check } from '#kit/contract/check.ts'
import { can } from '#kit/server/access/authorize.ts'
import { both } from '#kit/server/access/row-rule.ts'
import { acceptances, findingCondition, rowsWithin, type Places } from '#kit/server/data/resources/checks.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { placesAtMost } from '#areas/checks/contract/calls.ts'

export interface Declared {
  readonly check: Check
  readonly resource: Resource
}

/** Every check of the house that who acts is shown, in the order of the entities. */
export const checksFor = (resources: Resources, { who }: Pick<Tx, 'who'>): Declared[] =>
  [...resources.values()].flatMap((resource) =>
    Object.values(resource.checks?.declared ?? {})
      .filter(({ right }) => can(who, right) && can(who, resource.def.rights.read))
      .map((check) => ({ check, resource })),
  )

export interface Counted {
  readonly found: number
  readonly accepted: number
  readonly until: string | null
  /** Most findings first, by id. */
  readonly places: readonly { readonly id: number; readonly count: number }[]
}

const nothing: Counted = { found: 0, accepted: 0, until: null, places: [] }
const t = rowRef('t')

/** What is kept of each finding to tell where it is. */
const placeColumns = ({ of, by }: Places) => (by ? sql.join(by.map(t)) : sql`${of(t)} as places`)

/** Findings that are not accepted, those together whose places are the same, `k`, with each of these, `u`. */
function foundAlike({ of, by }: Places) {
  const open = sql`found f where f.id not in (select object_id from accepted)`
  if (!by) return sql`(select f.places, 1 as count from ${open}) k cross join lateral unnest(k.places) as u(id)`
  const columns = sql.join(by.map(rowRef('f')))
  return sql`(select ${columns}, count(*) as count from ${open} group by ${columns}) k cross join lateral unnest(${of(rowRef('k'))}) as u(id)`
}

/** What a check finds among the rows that who acts reads, in a perimeter and below it where one is chosen, by the very conditions of its list: one statement. */
export async function countCheck(tx: Tx, { check, resource }: Declared, perimeter?: number): Promise<Counted> {
  const { who } = tx
  const found = findingCondition(resource, check.word, t, who, sql`${tx.today}::date`)
  const rule = both(resource.rules.read(t, who), found, perimeter === undefined ? true : rowsWithin(resource, t, [perimeter]))
  if (rule === false) return nothing
  const where = listConditions(resource, { filters: [], global_search: '' }, rule, t, who)
  const places = resource.checks?.places
  const row = await tx.first(
    sql<Counted>`with found as materialized (select t.id${places ? sql`, ${placeColumns(places)}` : sql``} from ${sql.table(resource.def.name)} as t where ${where}),
      accepted as materialized (select x.object_id, x.until from ${acceptances(check)})
    select (select count(*) from found f where f.id not in (select object_id from accepted)) as found, c.accepted, c.until,
      ${
        places
          ? sql`(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'count', p.count) order by p.count desc, p.id), '[]') from (select u.id, sum(k.count)::bigint as count
            from ${foundAlike(places)} group by u.id order by sum(k.count) desc, u.id limit ${placesAtMost}) p)`
          : sql`'[]'::jsonb`
      } as places
    from (select count(*) as accepted, min(a.until) as until from found f join accepted a on a.object_id = f.id) c`,
    { planned: true },
  )
  return row ?? nothing
}

/** Every check, one statement each: the plan of one knows nothing of the others' rows. */
export const countChecks = (tx: Tx, declared: readonly Declared[], perimeter?: number): Promise<Counted[]> =>
  Promise.all(declared.map((one) => countCheck(tx, one, perimeter)))
