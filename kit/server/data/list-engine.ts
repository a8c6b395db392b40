import { sql, type RawBuilder } from 'kysely'
import type { Reference } from '#kit/contract/field.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { type ListQuery } from '#kit/contract/list-query.ts'
import { assertGranted, can, type Grant } from '#kit/server/access/authorize.ts'
import { asSql, both, type RowCondition } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { fieldOf, referenceObject, rowRef, title } from './columns.ts'
import { checkQuery, listConditions, ordering, searchedIds } from './list-query-sql.ts'
import type { Resource, Resources } from './resource.ts'
import { asPast, finishRow, listFields, selectRow } from './select-row.ts'
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
  /** A further condition on rows, such as the ids of a selection. */
  readonly only?: (row: (column: string) => RawBuilder<unknown>) => RowCondition
}

/** From here on the total is awaited first, so that a page near the end is read from the end. */
const farOffset = 10_000

/**
 * One page with its exact total: three statements, two for a search. Sort, filters and search outside the declaration are refused with
 * BAD_PARAMETERS; a page beyond the last one is empty.
 */
export async function listPage(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  query: ListQuery,
  options: ListOptions = {},
): Promise<PageResult> {
  assertGranted(grant, resource.def, 'read')
  checkQuery(resource, query)
  const { who } = grant
  const t = rowRef('t')
  const rule = both(resource.rules.read(t, who), options.only?.(t) ?? true)
  const source = sql.table(resource.def.name)
  const list: ListSql = {
    source,
    readable: rule,
    matching: listConditions(resource, { ...query, global_search: '' }, true, t, who),
    counted: resource.countsHidden ?? false,
  }
  const { ids, ...counts } = await (query.global_search.trim() ? found : inOrder)(tx, who, resource, resources, query, list)
  if (ids.length === 0) return { objects: [], ...counts }
  const rows = await tx.run(sql<Row>`select ${selectRow(resource, resources, who, options.fields ?? listFields(resource.def))} from ${source} as t
    where t.customer_id = ${who.customerId} and t.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], t.id)`)
  // A row may have left its reader's reach since its id was read. Asked for in SQL, this would make the plan depend on the reach again.
  const shown = rows.filter((row) => row.view_right === true).map((row) => finishRow(resource.def, row))
  return { objects: tx.past ? shown.map(asPast) : shown, ...counts }
}

/** What is common to the statements of one list. */
interface ListSql {
  readonly source: RawBuilder<unknown>
  readonly readable: RowCondition
  /** Tenant and filters. */
  readonly matching: RawBuilder<unknown>
  /** Whether rows that match and may not be read are counted too. */
  readonly counted: boolean
}

interface Found {
  readonly ids: readonly number[]
  readonly total: number
  readonly hidden?: number
}

// The statements that choose rows are planned for their values: what is best for one reach, one filter and one offset is a thousand times too slow
// for another. Only the one that reads the chosen rows, far the longest, keeps a prepared plan.
const planned = { planned: true } as const

/** The ids of a page in the order of an index, apart from the count; near the end they are read from the other end. */
async function inOrder(
  tx: Tx,
  who: Who,
  resource: Resource,
  resources: Resources,
  query: ListQuery,
  { source, readable, matching, counted }: ListSql,
): Promise<Found> {
  const where = sql`${matching} and ${asSql(readable)}`
  const offset = (query.page - 1) * query.per_page
  const countAll =
    counted && readable !== true
      ? sql<{ total: number; hidden: number }>`select count(*) filter (where r.readable) as total, count(*) filter (where not r.readable) as hidden
        from (select coalesce(${asSql(readable)}, false) as readable from ${source} as t where ${matching}) r`
      : sql<{ total: number; hidden: number }>`select count(*) as total, 0::bigint as hidden from ${source} as t where ${where}`
  const count = tx.first(countAll, planned).then((row) => ({ total: row?.total ?? 0, ...(counted && { hidden: row?.hidden ?? 0 }) }))
  // Both are on their way in one flight; a failure of one must not leave the other unobserved.
  count.catch(() => {})
  const window = { offset, limit: query.per_page, reversed: false }
  if (offset >= farOffset) {
    const { total } = await count
    if (offset > total / 2) {
      const last = Math.max(0, Math.min(query.per_page, total - offset))
      Object.assign(window, { offset: Math.max(0, total - offset - last), limit: last, reversed: true })
    }
  }
  const { joins, orderBy } = ordering(resource, resources, query.sort, rowRef('t'), who, window.reversed)
  // Far pages are best walked to in order. Estimates of a wide reach are too low, and would have everything in it sorted; this form has none.
  const walked = offset >= farOffset ? sql`${matching} and coalesce(${asSql(readable)}, false)` : where
  const page = await tx.run(
    sql<{ id: number }>`select t.id from ${source} as t${joins} where ${walked} order by ${orderBy} limit ${window.limit} offset ${window.offset}`,
    planned,
  )
  const ids = page.map((row) => row.id)
  return { ids: window.reversed ? ids.toReversed() : ids, ...(await count) }
}

/** Up to so many hits their rows are looked up one by one; beyond, the planner may read a whole index and keep what was hit. It cannot know how many there are. */
const fewHits = 5000

/** The ids of a page of what a search found, with the count: the index of texts is searched once for both. */
async function found(
  tx: Tx,
  who: Who,
  resource: Resource,
  resources: Resources,
  query: ListQuery,
  { source, readable, matching, counted }: ListSql,
): Promise<Found> {
  const { joins, terms } = ordering(resource, resources, query.sort, rowRef('t'), who)
  const keys = terms.map((_, n) => sql.ref(`key_${n}`))
  const columns = sql`t.id, ${sql.join(terms.map(({ value }, n) => sql`${value} as ${keys[n]}`))}, coalesce(${asSql(readable)}, false) as readable`
  const where = counted ? matching : sql`${matching} and ${asSql(readable)}`
  const hits = sql`(select count(*) from hit)`
  const row = await tx.first(
    sql<{ ids: number[]; total: number; hidden: number }>`with hit as materialized (select id from ${searchedIds(resource, query.global_search)} as h (id)),
    found as materialized (
      select ${columns} from hit cross join lateral (select * from ${source} as r where r.customer_id = ${who.customerId} and r.id = hit.id offset 0) t${joins} where ${where} and ${hits} <= ${fewHits}
      union all select ${columns} from ${source} as t join hit on hit.id = t.id${joins} where ${where} and ${hits} > ${fewHits})
    select (select count(*) from found where readable) as total, (select count(*) from found where not readable) as hidden,
      array(select id from found where readable order by ${sql.join(terms.map(({ direction }, n) => sql`${keys[n]} ${direction}`))} limit ${query.per_page} offset ${(query.page - 1) * query.per_page}) as ids`,
    planned,
  )
  return { ids: row?.ids ?? [], total: row?.total ?? 0, ...(counted && { hidden: row?.hidden ?? 0 }) }
}

/** All matching rows by name, bounded; `ids` keeps to known ones. */
export async function listRows(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  o: { search: string; limit: number; ids?: readonly number[] },
): Promise<Row[]> {
  const query: ListQuery = {
    sort: [{ name: resource.def.title, order: 'asc' }],
    filters: [],
    global_search: o.search,
    per_page: Math.min(o.limit, rowLimit),
    page: 1,
  }
  assertGranted(grant, resource.def, 'read')
  const { who } = grant
  const t = rowRef('t')
  const rule = both(resource.rules.read(t, who), o.ids ? sql<boolean>`t.id = any(${o.ids}::bigint[])` : true)
  const { joins, orderBy } = ordering(resource, resources, query.sort, t, who)
  const rows = await tx.run(sql<Row>`select ${selectRow(resource, resources, who, listFields(resource.def))} from ${sql.table(resource.def.name)} as t${joins}
    where ${listConditions(resource, query, rule, t, who)} order by ${orderBy} limit ${query.per_page}`)
  return rows.map((row) => finishRow(resource.def, row))
}

/** What a select offers: readable rows by name, archived ones left out unless they are asked for, together or by id. */
export async function listOptions(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  o: { search: string; limit: number; ids?: readonly number[]; refs?: Readonly<Record<string, number>>; archived?: boolean },
): Promise<Reference[]> {
  assertGranted(grant, resource.def, 'read')
  const { who } = grant
  const t = rowRef('t')
  const { name, where } = offered(resource, who, o)
  const found = await tx.run(sql<{ object: Reference }>`select ${referenceObject(resource, t, who.lang)} as object
    from ${sql.table(resource.def.name)} as t where ${where} order by ${name}, t.id limit ${Math.min(o.limit, rowLimit)}`)
  return found.map((row) => row.object)
}

/** Which rows, under the alias `t`, a select offers, and what they are called. */
export function offered(
  resource: Resource,
  who: Who,
  o: { search: string; ids?: readonly number[]; refs?: Readonly<Record<string, number>>; archived?: boolean },
): { name: RawBuilder<unknown>; where: RawBuilder<unknown> } {
  const t = rowRef('t')
  const name = title(resource, t, who.lang)
  const conditions: RowCondition[] = [resource.rules.read(t, who)]
  if (o.ids) conditions.push(sql<boolean>`t.id = any(${o.ids}::bigint[])`)
  else if (!o.archived && mayArchive(resource)) conditions.push(sql<boolean>`not t.archived`)
  for (const [column, id] of Object.entries(o.refs ?? {})) conditions.push(sql<boolean>`${t(`${column}_id`)} = ${id}`)
  if (o.search) {
    const pattern = sql`'%' || replace(replace(replace(fold(${o.search}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`
    const texts = [sql`fold(${name}) like ${pattern}`]
    if (fieldOf(resource.def, 'identifier')) texts.push(sql`fold(t.identifier) like ${pattern}`)
    conditions.push(sql<boolean>`(${sql.join(texts, sql` or `)})`)
  }
  return { name, where: listConditions(resource, { filters: [], global_search: '' }, both(...conditions), t, who) }
}

/** Whether rows of the entity can be put away, and are then offered no more. */
export const mayArchive = ({ def }: Resource) => fieldOf(def, 'archived') !== undefined

/** Whether the person may add a row somewhere, for `add_right` (TBL-21). */
export const addRight = (grant: Grant, resource: Resource) => can(grant.who, resource.def.rights.create)
