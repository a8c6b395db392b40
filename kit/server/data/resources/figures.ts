import { sql, type RawBuilder } from 'kysely'
import type { Figure } from '#kit/contract/figure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql, both, type RowCondition, type RowRef } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { rowRef, scalar } from '#kit/server/data/sql/columns.ts'
import { checkQuery, countConditions, filterCondition, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import type { Derived, Resource } from './resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** A figure as a condition on a row: what its list asks for, the row rule left aside. */
export function figureCondition(resource: Resource, { filters }: Figure, row: RowRef, who: Who, today: string): RowCondition {
  const asked = filters(today)
  checkQuery(resource, { sort: [], filters: [...asked] })
  return both(...asked.map((filter) => filterCondition(resource, filter, row, who, true)))
}

/** Derived values as columns, for a statement that asks several times for them: they are worked out once a row, and the entity that comes with them reads them there. */
export function workedOut(
  resource: Resource,
  names: readonly string[],
  row: RowRef,
  who: Who,
): { readonly columns: RawBuilder<unknown>; readonly resource: Resource } {
  const columns = sql.join(names.map((name) => sql`${scalar(resource, name, row, who.lang, who)} as ${sql.ref(name)}`))
  const read = Object.fromEntries(names.map((name): [string, Derived] => [name, (there) => there(name)]))
  return { columns, resource: { ...resource, derived: { ...resource.derived, ...read } } }
}

/** A figure as a column over grouped rows. */
export const figureColumn = (resource: Resource, figure: Figure, row: RowRef, who: Who, today: string): RawBuilder<number> =>
  sql`(count(*) filter (where ${asSql(figureCondition(resource, figure, row, who, today))}))::int`

/** How many rows its reader would find in the figure's list, as a scalar subquery. */
export function figureCount(resource: Resource, figure: Pick<Figure, 'filters'>, who: Who, today: string): RawBuilder<number> {
  const t = rowRef('t')
  const asked = figure.filters(today).map((filter) => filterCondition(resource, filter, t, who, true))
  const where = listConditions(resource, { filters: [], global_search: '' }, both(resource.rules.read(t, who), ...asked), t, who)
  return sql`(select count(*) from ${sql.table(resource.def.name)} as t where ${where})`
}

/** Counts the figures of one entity over the rows that the reader may see and `within` keeps, in one statement; the day matters where a transaction reads the past. */
export async function countFigures<N extends string>(
  tx: Tx,
  { who }: Grant,
  resource: Resource,
  figures: Readonly<Record<N, Figure>>,
  within: readonly Filter[] = [],
  day: string = tx.today,
): Promise<Record<N, number>> {
  const t = rowRef('t')
  const named = Object.entries<Figure>(figures)
  const columns = named.map(([name, figure]) => sql`${figureColumn(resource, figure, t, who, day)} as ${sql.ref(name)}`)
  const where = listConditions(resource, { filters: [...within], global_search: '' }, resource.rules.read(t, who), t, who)
  const row = await tx.first(sql<Record<N, number>>`select ${sql.join(columns)} from ${sql.table(resource.def.name)} as t where ${where}`)
  return row ?? (Object.fromEntries(named.map(([name]) => [name, 0])) as Record<N, number>)
}

/** The same, each counted by the index that suits it: of figures that are about few rows among many. */
export async function countEach<N extends string>(
  tx: Tx,
  { who }: Grant,
  resource: Resource,
  figures: Readonly<Record<N, Figure>>,
  within: readonly Filter[],
  day: string,
): Promise<Record<N, number>> {
  const t = rowRef('t')
  const columns = Object.entries<Figure>(figures).map(([name, { filters }]) => {
    const asked = [...filters(day), ...within]
    checkQuery(resource, { sort: [], filters: asked })
    return sql`(select count(*)::int from ${sql.table(resource.def.name)} as t where ${countConditions(resource, asked, t, who)}) as ${sql.ref(name)}`
  })
  const row = await tx.first(sql<Record<N, number>>`select ${sql.join(columns)}`, { planned: true })
  if (!row) throw new Error('Counts are one row')
  return row
}

/**
 * The same over the rows of any `where` on the alias `t`, for figures that ask other tables: they are worked out for each row before they are counted, since within a count they are planned as if they
 * were asked once, and look others up row by row where they could be read once.
 */
export async function countLookedUp<N extends string>(
  tx: Tx,
  { who }: Grant,
  resource: Resource,
  figures: Readonly<Record<N, Figure>>,
  where: RawBuilder<unknown>,
): Promise<Record<N, number> | undefined> {
  const t = rowRef('t')
  const named = Object.entries<Figure>(figures)
  const told = named.map(([name, figure]) => sql`${asSql(figureCondition(resource, figure, t, who, tx.today))} as ${sql.ref(name)}`)
  const counts = named.map(([name]) => sql`(count(*) filter (where ${sql.ref(`f.${name}`)}))::int as ${sql.ref(name)}`)
  return tx.first(
    sql<Record<N, number>>`select ${sql.join(counts)} from (select ${sql.join(told)} from ${sql.table(resource.def.name)} as t where ${where} offset 0) f`,
  )
}
