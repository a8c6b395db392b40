import { sql, type RawBuilder } from 'kysely'
import type { Filter, ListQuery } from '#kit/contract/list-query.ts'
import { assertGranted, type Grant } from '#kit/server/access/authorize.ts'
import { asSql, both, type RowCondition } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, filterCondition, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

export interface FilterCounts {
  /** Rows under all filters, and under none of them. */
  readonly total: number
  readonly all: number
  /** Rows that there would be without each filter, in the order of the filters. */
  readonly without: readonly number[]
  /** Rows that there would be with each option in place of what the field is filtered by. */
  readonly options: readonly number[]
}

/** Rows that stand in no table of their own, under the name of the list: how they come about, and which of them a search keeps. */
export interface MadeRows {
  readonly made: RawBuilder<unknown>
  readonly searched: RowCondition
}

interface Asked {
  readonly query: Pick<ListQuery, 'filters' | 'global_search'>
  readonly of?: { readonly name: string; readonly options: Filter['selected_options'] } | undefined
}

/** Counts what each filter of a list keeps away, and what some values of one field would show, in one statement that reads the list once. */
export async function filterCounts(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  { query, of }: Asked,
  rows?: MadeRows,
): Promise<FilterCounts> {
  const { def, rules } = resource
  assertGranted(grant, def, 'read')
  const asked = of ? [...query.filters, { name: of.name, selected_options: [] }] : query.filters
  checkQuery(resource, { sort: [], filters: [...asked] })
  const { who } = grant
  const t = rowRef('t')
  const conditionOf = (filter: Filter): RowCondition => filterCondition(resource, filter, t, who)
  const held = query.filters.map((filter) => ({ name: filter.name, condition: conditionOf(filter) }))
  // Each condition is worked out once a row, however many counts need it.
  const named = held.map(({ condition }, n) => sql`coalesce(${asSql(condition)}, false) as ${sql.ref(`f${n}`)}`)
  const others = (leave: (name: string, n: number) => boolean) =>
    both(...held.flatMap(({ name }, n) => (leave(name, n) ? [] : [sql<boolean>`${sql.ref(`t.f${n}`)}`])))
  const count = (condition: RowCondition) => sql`(count(*) filter (where ${asSql(condition)}))::int`
  const without = held.map((_, n) => count(others((__, m) => m === n)))
  const picked = (of?.options ?? []).map((_, n) => sql<boolean>`${sql.ref(`t.o${n}`)}`)
  const options = picked.map((one) =>
    count(
      both(
        one,
        others((name) => name === of?.name),
      ),
    ),
  )
  const values = (of?.options ?? []).map(
    (option, n) => sql`coalesce(${asSql(conditionOf({ name: of?.name ?? '', selected_options: [option] }))}, false) as ${sql.ref(`o${n}`)}`,
  )
  const where = rows
    ? listConditions(resource, { filters: [], global_search: '' }, rows.searched, t, who)
    : listConditions(resource, { filters: [], global_search: query.global_search }, rules.read(t, who), t, who, resources)
  const array = (counts: typeof without) => (counts.length === 0 ? sql`array[]::int[]` : sql`array[${sql.join(counts)}]`)
  const row = await tx.first(
    sql<FilterCounts>`${rows ? sql`with ${rows.made}` : sql``} select ${count(others(() => false))} as total, count(*)::int as "all", ${array(without)} as without, ${array(options)} as options
      from (select ${sql.join([sql`t.id`, ...named, ...values])} from ${sql.table(def.name)} as t where ${where} offset 0) as t`,
    { planned: true },
  )
  return row ?? { total: 0, all: 0, without: held.map(() => 0), options: picked.map(() => 0) }
}
