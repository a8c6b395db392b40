import { sql, type RawBuilder } from 'kysely'
import type { Reference } from '#kit/contract/field.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import type { Right } from '#kit/contract/right.ts'
import { type ListQuery } from '#kit/contract/list-query.ts'
import { assertGranted, can, type Grant } from '#kit/server/access/authorize.ts'
import { both, type RowCondition } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { isAssignee, mayAct, type AssigneeEntity } from '#kit/server/data/people/assignees.ts'
import { fieldOf, referenceObject, rowRef, title } from '#kit/server/data/sql/columns.ts'
import { chooseIds, type ListSql } from './list-ids.ts'
import { grouped, groupsOf, type RowGroup } from './list-groups.ts'
import { checkQuery, listConditions, ordering } from '#kit/server/data/sql/list-query-sql.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { asPast, finishRow, listFields, selectRow } from '#kit/server/data/sql/select-row.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

export type Row = Record<string, unknown> & { id: number; version: number }

interface PageResult {
  readonly objects: Row[]
  readonly total: number
  readonly hidden?: number
  /** Those on the page, in its order, when it is asked for grouped. */
  readonly groups?: readonly RowGroup[]
}

export interface ListOptions {
  /** Whole rows instead of what lists show. */
  readonly fields?: readonly string[]
  /** A further condition on rows, such as the ids of a selection. */
  readonly only?: (row: (column: string) => RawBuilder<unknown>) => RowCondition
}

/**
 * One page with its exact total: three statements, two for a search, and one for the groups of a grouped one. Sort, filters and search outside the declaration are refused with
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
    wholly: !options.only && query.filters.length === 0,
  }
  const { ids, ...counts } = await chooseIds(tx, who, resource, resources, grouped(resource, query), list)
  if (ids.length === 0) return { objects: [], ...counts, ...(query.group !== undefined && { groups: [] }) }
  const rows = await tx.run(sql<Row>`select ${selectRow(resource, resources, who, options.fields ?? listFields(resource.def))} from ${source} as t
    where t.customer_id = ${who.customerId} and t.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], t.id)`)
  // A row may have left its reader's reach since its id was read. Asked for in SQL, this would make the plan depend on the reach again.
  const shown = rows.filter((row) => row.view_right === true).map((row) => finishRow(resource.def, row))
  const groups = query.group === undefined ? {} : { groups: await groupsOf(tx, who, resource, resources, query, rule, shown) }
  return { objects: tx.past ? shown.map(asPast) : shown, ...counts, ...groups }
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
    where ${listConditions(resource, query, rule, t, who, resources)} order by ${orderBy} limit ${query.per_page}`)
  return rows.map((row) => finishRow(resource.def, row))
}

/** What a select offers: readable rows by name, archived ones left out unless they are asked for, together or by id; of people and groups those who hold all of the rights that are asked of them. */
export async function listOptions(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  o: { search: string; limit: number; ids?: readonly number[]; given?: Readonly<Record<string, number | string>>; archived?: boolean; asks?: readonly Right[] },
): Promise<Reference[]> {
  assertGranted(grant, resource.def, 'read')
  const { who } = grant
  const t = rowRef('t')
  const { name, where } = offered(resource, who, o)
  const { asks = [] } = o
  const able = isAssignee(resource.def.name) ? asks.map((right) => mayAct(tx, resource.def.name as AssigneeEntity, t, right)) : []
  const found = await tx.run(sql<{ object: Reference }>`select ${referenceObject(resource, t, who.lang)} as object
    from ${sql.table(resource.def.name)} as t where ${sql.join([where, ...able], sql` and `)} order by ${name}, t.id limit ${Math.min(o.limit, rowLimit)}`)
  return found.map((row) => row.object)
}

/** Which rows, under the alias `t`, a select offers, and what they are called. */
export function offered(
  resource: Resource,
  who: Who,
  o: { search: string; ids?: readonly number[]; given?: Readonly<Record<string, number | string>>; archived?: boolean },
): { name: RawBuilder<unknown>; where: RawBuilder<unknown> } {
  const t = rowRef('t')
  const name = title(resource, t, who.lang)
  const conditions: RowCondition[] = [resource.rules.read(t, who)]
  if (o.ids) conditions.push(sql<boolean>`t.id = any(${o.ids}::bigint[])`)
  else if (!o.archived && mayArchive(resource)) conditions.push(sql<boolean>`not t.archived`)
  for (const [field, value] of Object.entries(o.given ?? {}))
    conditions.push(typeof value === 'number' ? sql<boolean>`${t(`${field}_id`)} = ${value}` : sql<boolean>`${t(field)} = ${value}`)
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
