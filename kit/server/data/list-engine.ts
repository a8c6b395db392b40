import { sql, type RawBuilder } from 'kysely'
import type { Reference } from '#kit/contract/field.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { type ListQuery } from '#kit/contract/list-query.ts'
import type { Grant } from '../access/authorize.ts'
import { can } from '../access/authorize.ts'
import { both, type RowCondition } from '../access/row-rule.ts'
import { fieldOf, referenceObject, rowRef, title } from './columns.ts'
import { checkQuery, listConditions, ordering } from './list-query-sql.ts'
import type { Resource, Resources } from './resource.ts'
import { finishRow, listFields, selectRow } from './select-row.ts'
import { versionsAsOf } from './history.ts'
import type { Tx } from './transaction.ts'

export type Row = Record<string, unknown> & { id: number; version: number }

interface PageResult {
  readonly objects: Row[]
  readonly total: number
  readonly hidden?: number
}

export interface ListOptions {
  /** Whole rows instead of what lists show. */
  readonly fields?: readonly string[]
  /** The end of this day, in the customer's time zone, instead of now; search is not offered. */
  readonly asOf?: string
  /** A further condition on rows, such as the ids of a selection. */
  readonly only?: (row: (column: string) => RawBuilder<unknown>) => RowCondition
}

/** From here on the total is awaited first, so that a page near the end is read from the end. */
const farOffset = 10_000

/**
 * One page with its exact total: two statements, three where hidden rows are counted. Sort, filters and search outside the declaration are
 * refused with BAD_PARAMETERS; a page beyond the last one is empty.
 */
export async function listPage(tx: Tx, grant: Grant, resource: Resource, resources: Resources, query: ListQuery, options: ListOptions = {}): Promise<PageResult> {
  checkQuery(resource, query)
  const { who } = grant
  const t = rowRef('t')
  const rule = both(resource.rules.read(t, who), options.only?.(t) ?? true)
  const where = listConditions(resource, query, rule, t, who)
  const source = options.asOf ? versionsAsOf(resource, who, options.asOf) : sql.table(resource.def.name)
  const offset = (query.page - 1) * query.per_page

  const total = tx.first(sql<{ total: number }>`select count(*) as total from ${source} as t where ${where}`).then((row) => row?.total ?? 0)
  const hidden = resource.countsHidden ? countHidden(tx, grant, resource, query) : undefined
  hidden?.catch(() => {})
  const window = { offset, limit: query.per_page, reversed: false }
  if (offset >= farOffset) {
    const all = await total
    if (offset > all / 2) {
      const last = Math.max(0, Math.min(query.per_page, all - offset))
      Object.assign(window, { offset: Math.max(0, all - offset - last), limit: last, reversed: true })
    }
  }
  const { joins, orderBy } = ordering(resource, resources, query.sort, t, who, window.reversed)
  const page = sql`select row_number() over () as rank, p.id from (
    select t.id from ${source} as t${joins} where ${where} order by ${orderBy} limit ${window.limit} offset ${window.offset}) p`
  const rows = tx.run(sql<Row>`with page as materialized (${page})
    select ${selectRow(resource, resources, who, options.fields ?? listFields(resource.def))}
    from page join ${source} as t on t.customer_id = ${who.customerId} and t.id = page.id order by page.rank ${window.reversed ? sql`desc` : sql`asc`}`)
  // All are on their way in one flight; a failure of one must not leave the others unobserved.
  const [objects, count, hiddenCount] = await Promise.all([rows, total, hidden])
  return { objects: objects.map((row) => finishRow(resource.def, row)), total: count, ...(hiddenCount === undefined ? {} : { hidden: hiddenCount }) }
}

async function countHidden(tx: Tx, { who }: Grant, resource: Resource, query: ListQuery): Promise<number> {
  const t = rowRef('t')
  const readable = resource.rules.read(t, who)
  if (readable === true) return 0
  const unreadable = readable === false ? true : sql<boolean>`not coalesce(${readable}, false)`
  const where = listConditions(resource, query, unreadable, t, who)
  return (await tx.first(sql<{ total: number }>`select count(*) as total from ${sql.table(resource.def.name)} as t where ${where}`))?.total ?? 0
}

/** All matching rows by name, bounded; `ids` keeps to known ones. */
export async function listRows(tx: Tx, grant: Grant, resource: Resource, resources: Resources, o: { search: string; limit: number; ids?: readonly number[] }): Promise<Row[]> {
  const query: ListQuery = { sort: [{ name: resource.def.title, order: 'asc' }], filters: [], global_search: o.search, per_page: Math.min(o.limit, rowLimit), page: 1 }
  const { who } = grant
  const t = rowRef('t')
  const rule = both(resource.rules.read(t, who), o.ids ? sql<boolean>`t.id = any(${o.ids}::bigint[])` : true)
  const { joins, orderBy } = ordering(resource, resources, query.sort, t, who)
  const rows = await tx.run(sql<Row>`select ${selectRow(resource, resources, who, listFields(resource.def))} from ${sql.table(resource.def.name)} as t${joins}
    where ${listConditions(resource, query, rule, t, who)} order by ${orderBy} limit ${query.per_page}`)
  return rows.map((row) => finishRow(resource.def, row))
}

/** What a select offers: readable rows by name, archived ones left out unless they are asked for by id. */
export async function listOptions(
  tx: Tx, grant: Grant, resource: Resource, o: { search: string; limit: number; ids?: readonly number[]; refs?: Readonly<Record<string, number>> },
): Promise<Reference[]> {
  const { who } = grant
  const t = rowRef('t')
  const name = title(resource, t, who.lang)
  const conditions: RowCondition[] = [resource.rules.read(t, who)]
  if (o.ids) conditions.push(sql<boolean>`t.id = any(${o.ids}::bigint[])`)
  else if (fieldOf(resource.def, 'archived')) conditions.push(sql<boolean>`not t.archived`)
  for (const [column, id] of Object.entries(o.refs ?? {})) conditions.push(sql<boolean>`${t(`${column}_id`)} = ${id}`)
  if (o.search) {
    const pattern = sql`'%' || replace(replace(replace(fold(${o.search}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`
    const texts = [sql`fold(${name}) like ${pattern}`]
    if (fieldOf(resource.def, 'identifier')) texts.push(sql`fold(t.identifier) like ${pattern}`)
    conditions.push(sql<boolean>`(${sql.join(texts, sql` or `)})`)
  }
  const where = listConditions(resource, { filters: [], global_search: '' }, both(...conditions), t, who)
  const found = await tx.run(sql<{ object: Reference }>`select ${referenceObject(resource, t, who.lang)} as object
    from ${sql.table(resource.def.name)} as t where ${where} order by ${name}, t.id limit ${Math.min(o.limit, rowLimit)}`)
  return found.map((row) => row.object)
}

/** Whether the person may add a row somewhere, for `add_right` (TBL-21). */
export const addRight = (grant: Grant, resource: Resource) => can(grant.who, resource.def.rights.create)
