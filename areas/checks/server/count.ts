import { sql } from 'kysely'
import type { Check } from '#kit/contract/check.ts'
import { can } from '#kit/server/access/authorize.ts'
import { both } from '#kit/server/access/row-rule.ts'
import { acceptancesOf, findingCondition, rowsWithin, type Places } from '#kit/server/data/resources/checks.ts'
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

/** Findings that are not accepted, those of a check together whose places are the same, `k`, with each of these, `u`. */
function foundAlike({ of, by }: Places) {
  if (!by) return sql`(select f.nth, f.places, 1 as count from finding f where f.until is null) k cross join lateral unnest(k.places) as u(id)`
  const columns = sql.join(by.map(rowRef('f')))
  return sql`(select f.nth, ${columns}, count(*) as count from finding f where f.until is null group by f.nth, ${columns}) k
    cross join lateral unnest(${of(rowRef('k'))}) as u(id)`
}

/** Where most of what each check finds is, as `nth` and `places`. */
const mostPlaces = (places: Places) => sql`(select r.nth, jsonb_agg(jsonb_build_object('id', r.id, 'count', r.count) order by r.count desc, r.id) as places
  from (select s.*, row_number() over (partition by s.nth order by s.count desc, s.id) as at
    from (select k.nth, u.id, sum(k.count)::bigint as count from ${foundAlike(places)} group by k.nth, u.id) s) r
  where r.at <= ${placesAtMost}::int group by r.nth)`

/**
 * What all checks of an entity find among the rows that who acts reads, in a perimeter and below it where one is chosen, by the very conditions of its list: one statement, in which
 * each check looks for its own by whatever index it has. Its plan is good for any day and reach, and is kept.
 */
async function countAlike(tx: Tx, resource: Resource, checks: readonly Check[], perimeter?: number): Promise<Counted[]> {
  const { who } = tx
  const rule = both(resource.rules.read(t, who), perimeter === undefined ? true : rowsWithin(resource, t, [perimeter]))
  if (rule === false) return checks.map(() => nothing)
  const places = resource.checks?.places
  const branches = checks.map(({ word }, at) => {
    const found = findingCondition(resource, word, t, who, sql`${tx.today}::date`)
    return sql`select ${sql.lit(at + 1)} as nth, ${word}::text as word, t.id${places ? sql`, ${placeColumns(places)}` : sql``} from ${sql.table(resource.def.name)} as t
      where ${listConditions(resource, { filters: [], global_search: '' }, both(rule, found), t, who)}`
  })
  const rows = await tx.run(
    sql<Counted & { nth: number }>`with finding as materialized (select f.*, a.until from (${sql.join(branches, sql` union all `)}) f
      left join (select x.word, x.object_id, x.until from ${acceptancesOf(resource.def.name)}) a on a.object_id = f.id and a.word = f.word)
    select c.nth, c.found, c.accepted, c.until, ${places ? sql`coalesce(p.places, '[]')` : sql`'[]'::jsonb`} as places
    from (select f.nth, count(*) filter (where f.until is null) as found, count(f.until) as accepted, min(f.until) as until from finding f group by f.nth) c
      ${places ? sql`left join ${mostPlaces(places)} p on p.nth = c.nth` : sql``}`,
  )
  const counted = new Map(rows.map(({ nth, ...count }) => [nth, count]))
  return checks.map((_, at) => counted.get(at + 1) ?? nothing)
}

/** What each check finds, in one statement for each entity that has some. */
export async function countChecks(tx: Tx, declared: readonly Declared[], perimeter?: number): Promise<Counted[]> {
  const entities = [...Map.groupBy(declared, ({ resource }) => resource)]
  const counts = await Promise.all(
    entities.map(async ([resource, of]) => {
      const counted = await countAlike(
        tx,
        resource,
        of.map(({ check }) => check),
        perimeter,
      )
      return of.map((one, at) => [one, counted[at] ?? nothing] as const)
    }),
  )
  const found = new Map(counts.flat())
  return declared.map((one) => found.get(one) ?? nothing)
}
