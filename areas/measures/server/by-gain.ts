import { sql, type RawBuilder } from 'kysely'
import type { ListQuery } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Ranked } from '#areas/measures/contract/effects.ts'

/** The points that the measure of a model in a perimeter would bring. */
interface Gain {
  readonly solution: number
  readonly perimeter: number
  readonly gain: number
}

const t = rowRef('t')
const numbers = (values: readonly number[], type: 'bigint' | 'float8') => sql`${values}::${sql.raw(type)}[]`

/**
 * A page of what a list's query finds and the reader may open, those that its list counts: largest gain first and otherwise by name; those that would bring nothing come last, with null. Those that bring
 * something are found by their model and place, few of many: all others are put in order only for who leafs so far.
 */
export async function measuresByGain(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  { page, per_page, ...query }: Pick<ListQuery, 'filters' | 'global_search' | 'page' | 'per_page'>,
  gains: readonly Gain[],
): Promise<{ objects: Ranked[]; total: number }> {
  const resource = resourceOf(resources, 'measure')
  checkQuery(resource, { sort: [], filters: query.filters })
  const where = listConditions(resource, query, resource.rules.read(t, grant.who), t, grant.who, resources)
  const name = localizedText(t, 'name', tx.who.lang)
  const each = [...new Map(gains.map((one) => [`${one.solution} ${one.perimeter}`, one])).values()]
  const columns = (['solution', 'perimeter'] as const).map((of) =>
    numbers(
      each.map((one) => one[of]),
      'bigint',
    ),
  )
  const points = numbers(
    each.map(({ gain }) => gain),
    'float8',
  )
  const offset = (page - 1) * per_page
  const given = sql`unnest(${sql.join(columns)}, ${points}) as in_gain(solution, perimeter, gain)`
  // Counted by the list's own conditions, whatever index these have.
  const found = await tx.first(
    sql<{ total: number; gaining: number; ids: number[]; gains: number[] }>`with gaining as materialized (
        select t.id, in_gain.gain, ${name} as name from ${given} join measure t on t.solution_id = in_gain.solution and t.perimeter_id = in_gain.perimeter where ${where}),
      shown as (select id, gain, row_number() over (order by gain desc, name, id) as at from gaining order by at limit ${per_page} offset ${offset})
    select (select count(*)::int from measure t where ${where}) as total, (select count(*)::int from gaining) as gaining,
      array(select id from shown order by at) as ids, array(select gain from shown order by at) as gains`,
    { planned: true },
  )
  const { total = 0, gaining = 0, ids = [], gains: shown = [] } = found ?? {}
  const first = ids.map((id, at): Ranked => ({ id, gain: shown[at] ?? null }))
  const left = per_page - first.length
  if (left <= 0 || Math.max(offset, gaining) >= total) return { objects: first, total }
  const rest: RawBuilder<{ id: number }> = sql`select t.id from measure t where ${where}
      and not exists (select from ${given} where in_gain.solution = t.solution_id and in_gain.perimeter = t.perimeter_id) order by ${name}, t.id limit ${left} offset ${Math.max(0, offset - gaining)}`
  const others = await tx.run(rest, { planned: true })
  return { objects: [...first, ...others.map(({ id }): Ranked => ({ id, gain: null }))], total }
}
