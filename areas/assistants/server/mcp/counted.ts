import { sql } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { assertGranted, type Grant } from '#kit/server/access/authorize.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { fieldOf, referenceName, rowRef, scalar } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { groupsBy } from '#kit/server/sources/rows-source.ts'

/** The most groups that are told. */
export const mostGroups = 50

/** By what rows are counted: a value of their own, so that each row is in one group. */
export const groupedBy = (def: EntityDef): string[] =>
  Object.entries(def.fields).flatMap(([name, { kind, options }]) => (groupsBy(def, name) && kind !== 'links' && !options.derived ? [name] : []))

type Counted = {
  readonly total: number
  readonly groups?: { readonly value: unknown; readonly name: string | null; readonly count: number }[]
}

/** How many rows a list has, in all and by the values of a field; of the largest groups first. One statement. */
export async function countedBy(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  filters: readonly Filter[],
  by: string | undefined,
): Promise<Counted> {
  const { def, rules } = resource
  assertGranted(grant, def, 'read')
  checkQuery(resource, { sort: [], filters: [...filters] })
  const { who } = grant
  const t = rowRef('t')
  const rows = sql`from ${sql.table(def.name)} as t where ${listConditions(resource, { filters: [...filters], global_search: '' }, rules.read(t, who), t, who)}`
  if (by === undefined) {
    const found = await tx.first(sql<{ count: number }>`select count(*)::int as count ${rows}`, { planned: true })
    return { total: found?.count ?? 0 }
  }
  const field = fieldOf(def, by)
  const name = field?.kind === 'ref' ? sql`(${referenceName(resources, field, sql`g.value`, sql`${tx.customerId}::bigint`, who)})::text` : sql`null::text`
  const groups = await tx.run(
    sql<{ value: unknown; name: string | null; count: number; total: number }>`select to_jsonb(g.value) as value, ${name} as name, g.count, g.total
      from (select ${scalar(resource, by, t, who.lang, who)} as value, count(*)::int as count, (sum(count(*)) over ())::int as total ${rows} group by 1 order by 2 desc, 1 limit ${mostGroups}) g
      order by g.count desc, g.value`,
    { planned: true },
  )
  return { total: groups[0]?.total ?? 0, groups: groups.map(({ value, name: named, count }) => ({ value, name: named, count })) }
}
