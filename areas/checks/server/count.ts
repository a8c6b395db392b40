import { sql } from 'kysely'
import type { Check } from '#kit/contract/check.ts'
import { can } from '#kit/server/access/authorize.ts'
import { byHashes } from '#kit/server/access/ways.ts'
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

/** What findings of a check are told together by, under an alias that has it as columns of its own: as long as it is the same, so are their places. */
const alikeBy = ({ of, by }: Places) => (by ? sql.join(by.map(t)) : sql`${of(t)} as places`)
const namesOf = ({ by }: Places): readonly string[] => by ?? ['places']

/** Findings that are alike, `k`, each with one of their places, `u`. */
const inPlaces = ({ of, by }: Places) => sql`alike k cross join lateral unnest(${by ? of(rowRef('k')) : sql`k.places`}) as u(id)`

/** Where most of what each check finds is, as `nth` and `places`. */
const mostPlaces = (places: Places) => sql`(select r.nth, jsonb_agg(jsonb_build_object('id', r.id, 'count', r.count) order by r.count desc, r.id) as places
  from (select s.*, row_number() over (partition by s.nth order by s.count desc, s.id) as at
    from (select k.nth, u.id, sum(k.found)::bigint as count from ${inPlaces(places)} where k.found > 0 group by k.nth, u.id) s) r
  where r.at <= ${placesAtMost}::int group by r.nth)`

/**
 * What all checks of an entity find among the rows that who acts reads, in a perimeter and below it where one is chosen, by the very conditions of its list: one statement, in which
 * each check looks for its own by whatever index it has. Its plan is good for any day and reach, and is kept.
 */
async function countAlike(tx: Tx, resource: Resource, checks: readonly Check[], perimeter?: number): Promise<Counted[]> {
  const { who } = tx
  const read = resource.rules.read(t, who)
  const rule = both(typeof read === 'boolean' ? read : byHashes(read), perimeter === undefined ? true : rowsWithin(resource, t, [perimeter]))
  if (rule === false) return checks.map(() => nothing)
  const places = resource.checks?.places
  const names = places ? sql`, ${sql.join(namesOf(places).map(rowRef('f')))}` : sql``
  const branches = checks.map((check, at) => {
    const day = sql`${tx.today}::date`
    const rows = both(resource.checks?.among[check.word]?.(t, day) ?? true, findingCondition(resource, check.word, t, who, day))
    const told = places ? sql`, ${alikeBy(places)}` : sql``
    const where = listConditions(resource, { filters: [], global_search: '' }, both(rule, rows), t, who)
    // What is accepted is little: looked up once for all that is found, and joined with nothing.
    const found = sql`select ${sql.lit(at + 1)} as nth${told}, count(*) as "all", array_agg(t.id) filter (where t.id in (select x.object_id from ${acceptances(check)})) as accepted
      from ${sql.table(resource.def.name)} as t where ${where}${places ? sql` group by ${sql.join(namesOf(places).map((_, n) => sql.lit(n + 2)))}` : sql``}`
    const until = sql`(select min(x.until) from ${acceptances(check)} and x.object_id = any(f.accepted))`
    return sql`select f.nth${names}, f."all" - coalesce(cardinality(f.accepted), 0) as found, cardinality(f.accepted) as accepted, case when f.accepted is not null then ${until} end as until
      from (${found}) f`
  })
  const rows = await tx.run(
    sql<Counted & { nth: number }>`with alike as materialized (${sql.join(branches, sql` union all `)})
    select c.nth, c.found, c.accepted, c.until, ${places ? sql`coalesce(p.places, '[]')` : sql`'[]'::jsonb`} as places
    from (select k.nth, sum(k.found)::int as found, coalesce(sum(k.accepted), 0)::int as accepted, min(k.until) as until from alike k group by k.nth) c
      ${places ? sql`left join ${mostPlaces(places)} p on p.nth = c.nth` : sql``}`,
  )
  const counted = new Map(rows.map(({ nth, ...count }) => [nth, count]))
  return checks.map((_, at) => counted.get(at + 1) ?? nothing)
}

/** What each check finds, in one statement for each entity that has some: each looks up a few rows, for which it takes longer to begin helpers than to do without. */
export async function countChecks(tx: Tx, declared: readonly Declared[], perimeter?: number): Promise<Counted[]> {
  // Reported by whatever is awaited next.
  tx.send('set local max_parallel_workers_per_gather = 0').catch(() => {})
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
