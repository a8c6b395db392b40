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
  const rule = both(resource.rules.read(t, who), perimeter === undefined ? true : rowsWithin(resource, t, [perimeter]))
  if (rule === false) return checks.map(() => nothing)
  const places = resource.checks?.places
  const branches = checks.map(({ word }, at) => {
    const day = sql`${tx.today}::date`
    const found = both(resource.checks?.among[word]?.(t, day) ?? true, findingCondition(resource, word, t, who, day))
    return sql`select ${sql.lit(at + 1)} as nth, ${word}::text as word, t.id${places ? sql`, ${alikeBy(places)}` : sql``} from ${sql.table(resource.def.name)} as t
      where ${listConditions(resource, { filters: [], global_search: '' }, both(rule, found), t, who)}`
  })
  const columns = sql.join(['nth', ...(places ? namesOf(places) : [])].map(rowRef('f')))
  const rows = await tx.run(
    sql<Counted & { nth: number }>`with alike as materialized (
      select ${columns}, count(*) filter (where a.until is null) as found, count(a.until) as accepted, min(a.until) as until
      from (${sql.join(branches, sql` union all `)}) f left join (select x.word, x.object_id, x.until from ${acceptancesOf(resource.def.name)}) a on a.object_id = f.id and a.word = f.word
      group by ${columns})
    select c.nth, c.found, c.accepted, c.until, ${places ? sql`coalesce(p.places, '[]')` : sql`'[]'::jsonb`} as places
    from (select k.nth, sum(k.found)::int as found, sum(k.accepted)::int as accepted, min(k.until) as until from alike k group by k.nth) c
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
