import { sql, type RawBuilder } from 'kysely'
import { fieldInBranch, type MixedBranch, type MixedList } from '#kit/contract/mixed-list.ts'
import type { Field } from '#kit/contract/field.ts'
import type { Filter, ListQuery, Sort } from '#kit/contract/list-query.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { rowRef } from './columns.ts'
import { checkQuery, listConditions, ordering } from './list-query-sql.ts'
import { resourceOf, type Resource, type Resources } from './resource.ts'
import { finishRow, selectRow } from './select-row.ts'
import type { Tx } from './transaction.ts'

/** A row of a mixed list: its id says of which entity, its fields are those of the list. */
export type MixedRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly entity: string; readonly version: number }

interface MixedPage {
  readonly objects: MixedRow[]
  readonly total: number
  readonly hidden?: number
}

/** What one branch adds to the statements that choose rows. */
interface BranchSql {
  readonly branch: MixedBranch
  readonly table: RawBuilder<unknown>
  readonly readable: RawBuilder<boolean>
  readonly counted: boolean
  /** Tenant, filters and search. */
  readonly matching: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  /** What the list is ordered by, as this branch has it; the id last. */
  readonly keys: readonly RawBuilder<unknown>[]
  readonly orderBy: RawBuilder<unknown>
}

const planned = { planned: true } as const

/** The types by which values of several tables stand in one column. */
const columnTypes: Partial<Record<Field['kind'], RawBuilder<unknown>>> = {
  integer: sql`bigint`,
  decimal: sql`numeric`,
  boolean: sql`boolean`,
  date: sql`date`,
  timestamp: sql`timestamptz`,
  ref: sql`jsonb`,
  links: sql`jsonb`,
  json: sql`jsonb`,
}
const columnType = (field: Field | undefined) => (field && columnTypes[field.kind]) ?? sql`text`

const typeOfBase = (name: string) => (name === 'id' ? sql`bigint` : sql`timestamptz`)

/** A key to sort by, of the type and in the alphabet in which all branches can be compared; a reference is sorted by its name. */
function sortType(name: string, field: Field | undefined): { readonly type: RawBuilder<unknown>; readonly collation: RawBuilder<unknown> } {
  if (!field) return { type: typeOfBase(name), collation: sql`` }
  const named = ['text', 'localized', 'ref', 'email', 'url'].includes(field.kind)
  return {
    type: field.kind === 'ref' ? sql`text` : columnType(field),
    collation: named ? sql` collate "und-x-icu"` : field.kind === 'identifier' ? sql` collate numeric_text` : sql``,
  }
}

/**
 * One page of a mixed list with its exact total, in as many statements as a list of one entity takes: three, two for a search. Each branch keeps to its own rights,
 * rule and filters and reads no further than the page; what a reader may not read at all is left out.
 */
export async function listMixedPage(tx: Tx, list: MixedList, resources: Resources, query: ListQuery): Promise<MixedPage> {
  checkMixedQuery(list, query)
  const { who } = tx
  const sorts = sortsOf(list, query)
  const branches = list.branches
    .filter(({ entity }) => can(who, entity.rights.read))
    .map((branch) => branchSql(list, branch, resourceOf(resources, branch.entity.name), resources, query, sorts, who))
  if (branches.length === 0) return { objects: [], total: 0 }
  const { ids, ...counts } = await (query.global_search.trim() ? found : inOrder)(tx, list, branches, sorts, query)
  return { objects: await readMixedRows(tx, list, resources, ids), ...counts }
}

/** Refuses sorts and filters that the list does not offer; a mixed list looks like an entity to the check. */
export const checkMixedQuery = ({ name, area, title, fields, list, right }: MixedList, query: Pick<ListQuery, 'sort' | 'filters'>): void =>
  checkQuery(
    {
      def: { name, area, title, fields, list, form: [], rights: { read: right, create: null, update: null, delete: null } },
      rules: { read: () => false, create: () => false, update: () => false, delete: () => false },
    },
    query,
  )

/** What is asked for, or declared, ended by the id. */
function sortsOf({ list }: MixedList, { sort }: Pick<ListQuery, 'sort'>): Sort[] {
  const declared = [list.sort].flat().map((key): Sort => (key.startsWith('-') ? { name: key.slice(1), order: 'desc' } : { name: key, order: 'asc' }))
  const wanted = sort.length > 0 ? sort : declared
  const last = wanted.at(-1)
  return last?.name === 'id' ? wanted : [...wanted, { name: 'id', order: last?.order ?? 'asc' }]
}

function branchSql(
  list: MixedList,
  branch: MixedBranch,
  resource: Resource,
  resources: Resources,
  query: ListQuery,
  sorts: readonly Sort[],
  who: Who,
): BranchSql {
  const t = rowRef('t')
  const filters = query.filters.map((filter) => ownFilter(branch, filter))
  const known = sorts.flatMap(({ name, order }): Sort[] => {
    const own = fieldInBranch(branch, name)
    return own === null ? [] : [{ name: own, order }]
  })
  const { joins, terms } = ordering(resource, resources, known, t, who)
  const values = terms.map(({ value }) => value)
  const keys = sorts.map(({ name }): RawBuilder<unknown> => {
    const value = fieldInBranch(branch, name) === null ? sql`null` : values.shift()
    return sql`(${value})::${sortType(name, list.fields[name]).type}`
  })
  const possible = filters.filter((filter) => filter !== 'all')
  const matching = listConditions(
    resource,
    { filters: possible.filter((filter) => filter !== 'none'), global_search: query.global_search },
    !possible.includes('none'),
    t,
    who,
    resources,
  )
  return {
    branch,
    table: sql.table(resource.def.name),
    readable: asSql(resource.rules.read(t, who)),
    counted: resource.countsHidden ?? false,
    matching,
    joins,
    keys,
    orderBy: sql.join(terms.map(({ value, direction }) => sql`${value} ${direction}`)),
  }
}

/** A filter in the words of a branch; of a field that it does not have everything is empty, and a value that it cannot have keeps no row. */
function ownFilter(branch: MixedBranch, { name, selected_options: options }: Filter): Filter | 'all' | 'none' {
  if (options.length === 0) return 'all'
  const own = fieldInBranch(branch, name)
  if (own === null) return options.includes(null) ? 'all' : 'none'
  const { values } = branch.entity.fields[own]?.options ?? {}
  const fitting = values ? options.filter((option) => typeof option !== 'string' || values.includes(option)) : options
  return fitting.length > 0 ? { name: own, selected_options: fitting } : 'none'
}

const keyNames = (sorts: readonly Sort[]) => sorts.map((_, n) => sql.ref(`key_${n}`))
const keyColumns = (keys: readonly RawBuilder<unknown>[], sorts: readonly Sort[]) => {
  const names = keyNames(sorts)
  return sql.join(keys.map((key, n) => sql`${key} as ${names[n]}`))
}

/** The order of rows of all branches; rows of two branches that are alike in everything stand in the order of their prefixes. */
function orderOf({ fields }: MixedList, sorts: readonly Sort[]): RawBuilder<unknown> {
  const names = keyNames(sorts)
  const terms = sorts.map(({ name, order }, n) => sql`${names[n]}${sortType(name, fields[name]).collation} ${order === 'asc' ? sql`asc` : sql`desc`}`)
  return sql.join([...terms, sql`prefix`])
}

interface Found {
  readonly ids: readonly string[]
  readonly total: number
  readonly hidden?: number
}

/** The ids of a page, apart from the count: each branch gives as many rows as the page may take from it, in its own order. */
async function inOrder(tx: Tx, list: MixedList, branches: readonly BranchSql[], sorts: readonly Sort[], { page, per_page }: ListQuery): Promise<Found> {
  const counted = branches.some((branch) => branch.counted)
  const counts = branches.map((one) =>
    one.counted
      ? sql`(select count(*) filter (where r.readable) as total, count(*) filter (where not r.readable) as hidden
        from (select coalesce(${one.readable}, false) as readable from ${one.table} as t where ${one.matching}) r)`
      : sql`(select count(*), 0::bigint from ${one.table} as t where ${one.matching} and ${one.readable})`,
  )
  const count = tx.first(
    sql<{
      total: number
      hidden: number
    }>`select sum(n.total)::bigint as total, sum(n.hidden)::bigint as hidden from (${sql.join(counts, sql` union all `)}) as n (total, hidden)`,
    planned,
  )
  // Both are on their way in one flight; a failure of one must not leave the other unobserved.
  count.catch(() => {})
  const offset = (page - 1) * per_page
  const rows = branches.map(
    ({ branch, table, matching, readable, joins, keys, orderBy }) => sql`(select ${sql.lit(branch.prefix)} as prefix, t.id, ${keyColumns(keys, sorts)}
      from ${table} as t${joins} where ${matching} and ${readable} order by ${orderBy} limit ${offset + per_page})`,
  )
  const chosen = await tx.run(
    sql<{
      id: string
    }>`select prefix || id as id from (${sql.join(rows, sql` union all `)}) as mixed order by ${orderOf(list, sorts)} limit ${per_page} offset ${offset}`,
    planned,
  )
  const { total = 0, hidden = 0 } = (await count) ?? {}
  return { ids: chosen.map(({ id }) => id), total, ...(counted && { hidden }) }
}

/** The ids of a page of what a search found, with the count: the index of texts is searched once for both. */
async function found(tx: Tx, list: MixedList, branches: readonly BranchSql[], sorts: readonly Sort[], { page, per_page }: ListQuery): Promise<Found> {
  const counted = branches.some((branch) => branch.counted)
  const rows = branches.map(
    (
      one,
    ) => sql`(select ${sql.lit(one.branch.prefix)} as prefix, t.id, ${keyColumns(one.keys, sorts)}, coalesce(${one.readable}, false) as readable, ${sql.lit(one.counted)} as counted
      from ${one.table} as t${one.joins} where ${one.matching})`,
  )
  const row = await tx.first(
    sql<{ ids: string[]; total: number; hidden: number }>`with found as materialized (${sql.join(rows, sql` union all `)})
    select (select count(*) from found where readable) as total, (select count(*) from found where counted and not readable) as hidden,
      array(select prefix || id from found where readable order by ${orderOf(list, sorts)} limit ${per_page} offset ${(page - 1) * per_page}) as ids`,
    planned,
  )
  const { ids = [], total = 0, hidden = 0 } = row ?? {}
  return { ids, total, ...(counted && { hidden }) }
}

/** Columns that some entities' rows have and others' do not. */
const rightColumns = (resource: Resource) => ({
  copy_right: resource.fork !== undefined,
  reset_right: resource.rules.reset !== undefined,
  edit_right_regular: resource.rules.regular !== undefined,
})

/** The chosen rows as their reader may see them, in the order of their ids, by one statement. */
export async function readMixedRows(tx: Tx, list: MixedList, resources: Resources, ids: readonly string[]): Promise<MixedRow[]> {
  const { who } = tx
  const shown = list.branches.flatMap((branch): RawBuilder<unknown>[] => {
    const own = ids.filter((id) => id.startsWith(branch.prefix)).map((id) => Number(id.slice(1)))
    if (own.length === 0) return []
    const resource = resourceOf(resources, branch.entity.name)
    const fields = Object.entries(list.fields)
    const wanted = fields.map(([name]) => fieldInBranch(branch, name)).filter((name) => name !== null)
    const optional = Object.entries(rightColumns(resource)).map(([name, has]) => sql`${has ? sql.ref(`x.${name}`) : sql`null::boolean`} as ${sql.ref(name)}`)
    return [
      sql`(select ${sql.lit(branch.prefix)} || x.id as id, ${sql.lit(branch.entity.name)} as entity, x.version, x.created_at, x.updated_at, x.created_by, x.updated_by,
        ${sql.join(fields.flatMap(([name, field]) => valueColumns(branch, name, field)))}, x.view_right, x.edit_right, x.delete_right, ${sql.join(optional)}
      from (select ${selectRow(resource, resources, who, [...new Set(wanted)])} from ${sql.table(resource.def.name)} as t
        where t.customer_id = ${who.customerId} and t.id = any(${own}::bigint[])) as x)`,
    ]
  })
  if (shown.length === 0) return []
  const rows = await tx.run(
    sql<
      Record<string, unknown> & { entity: string }
    >`select * from (${sql.join(shown, sql` union all `)}) as shown order by array_position(${ids}::text[], shown.id)`,
  )
  // A row may have left its reader's reach since its id was read.
  return rows
    .filter((row) => row.view_right === true)
    .map((row) => {
      const { def } = resourceOf(resources, row.entity)
      const has = Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null || !name.endsWith('_right')))
      return finishRow(def, { ...has, edit_right_regular: row.edit_right_regular ?? undefined }) as unknown as MixedRow // as selected above
    })
}

function valueColumns(branch: MixedBranch, name: string, field: Field): RawBuilder<unknown>[] {
  const own = fieldInBranch(branch, name)
  const suffixes = field.kind === 'localized' ? ['', '_en', '_fr'] : ['']
  // What is derived is so in the reader's language alone.
  const has = (suffix: string) => own !== null && (suffix === '' || !branch.entity.fields[own]?.options.derived)
  return suffixes.map((suffix) => sql`${has(suffix) ? sql.ref(`x.${own}${suffix}`) : sql`null`}::${columnType(field)} as ${sql.ref(`${name}${suffix}`)}`)
}
