import { sql, type RawBuilder } from 'kysely'
import type { ListQuery } from '#kit/contract/list-query.ts'
import { asSql, type RowCondition } from '#kit/server/access/row-rule.ts'
import { countWays, rowByRow } from '#kit/server/access/ways.ts'
import type { Who } from '#kit/server/access/who.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { ordering } from '#kit/server/data/sql/list-query-sql.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { searchedIds } from '#kit/server/data/sql/search-sql.ts'
import { Remembered } from '#kit/server/data/remembered.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** From here on the total is awaited first, so that a page near the end is read from the end. */
const farOffset = 10_000

/** Whoever reaches no more perimeters than these finds few rows of many. */
const fewPerimeters = 20
/** So few rows are all fetched and put in order: an index that has them in order would be walked to its end for them, past everything that others reach. */
const fewRows = 100

/** Of so many rows that may be read a page is soon found by asking one after the other, in place of looking up all that lets in any of them. */
const commonRows = 5000

/** What is common to the statements of one list. */
export interface ListSql {
  readonly source: RawBuilder<unknown>
  readonly readable: RowCondition
  /** Tenant and filters. */
  readonly matching: RawBuilder<unknown>
  /** Whether rows that match and may not be read are counted too. */
  readonly counted: boolean
  /** Whether it is all that its reader may see. */
  readonly wholly?: boolean
}

interface Found {
  readonly ids: readonly number[]
  readonly total: number
  readonly hidden?: number
}

// The statements that choose rows are planned for their values: what is best for one reach, one filter and one offset is a thousand times too slow
// for another. Only the one that reads the chosen rows, far the longest, keeps a prepared plan.
const planned = { planned: true } as const

/** Chooses the rows of a page and counts all: two statements, one for a search, for a day gone by and for whoever reaches little. Of a grouped list its first order is that of the groups. */
export function chooseIds(tx: Tx, who: Who, resource: Resource, resources: Resources, query: ListQuery, list: ListSql): Promise<Found> {
  const little = list.readable !== true && who.perimeterIds.length <= fewPerimeters && offsetOf(query) < farOffset
  const choose = query.global_search.trim() ? found : tx.past || little ? atOnce : query.group !== undefined && !list.counted ? byGroup : inOrder
  return choose(tx, who, resource, resources, query, list)
}

/** Where a page lies in the list, or in the list read from its other end. */
interface Window {
  readonly offset: unknown
  readonly limit: unknown
  readonly reversed: boolean
}

const offsetOf = ({ page, per_page }: ListQuery) => (page - 1) * per_page

function countAll({ source, readable, matching, counted }: ListSql, past: boolean): RawBuilder<{ total: number; hidden: number }> {
  if (counted && readable !== true)
    return sql`select count(*) filter (where r.readable) as total, count(*) filter (where not r.readable) as hidden
        from (select coalesce(${asSql(readable)}, false) as readable from ${source} as t where ${matching}) r`
  // A view of the past stands on twice as many tables, each of which would be planned for each way.
  const summed = typeof readable === 'boolean' || past ? undefined : countWays(readable, sql`from ${source} as t where ${matching}`)
  return summed
    ? sql`select ${summed} as total, 0::bigint as hidden`
    : sql`select count(*) as total, 0::bigint as hidden from ${source} as t where ${matching} and ${asSql(readable)}`
}

function idsIn(
  { offset, limit, reversed }: Window,
  who: Who,
  resource: Resource,
  resources: Resources,
  query: ListQuery,
  { source, readable, matching }: ListSql,
): RawBuilder<{ id: number }> {
  const { joins, orderBy } = ordering(resource, resources, query.sort, rowRef('t'), who, reversed)
  // Far pages are best walked to in order. Estimates of a wide reach are too low, and would have everything in it sorted; this form has none.
  const wanted = offsetOf(query) >= farOffset ? sql`coalesce(${asSql(readable)}, false)` : asSql(readable)
  return sql`select t.id from ${source} as t${joins} where ${matching} and ${wanted} order by ${orderBy} limit ${limit} offset ${offset}`
}

interface Kept {
  /** Of the organisation's last write. */
  readonly seq: number | null
  readonly total: number
}

const totals = new WeakMap<object, Remembered<Kept>>()

/** The total of a list that keeps it, counted anew once something was written since; undefined for any other. Whoever writes and lists in one transaction counts. */
function keptTotal(tx: Tx, who: Who, resource: Resource, list: ListSql): Promise<{ total: number }> | undefined {
  if (!resource.keepsTotal || !list.wholly || list.counted || list.readable === true || tx.past || tx.touched.size > 0) return undefined
  const known = totals.get(tx.application) ?? new Remembered<Kept>(1000)
  totals.set(tx.application, known)
  const key = JSON.stringify([tx.customerId, tx.today, resource.def.name, who.roles, who.memberId, who.groupIds, who.perimeterIds, who.tagIds])
  const last = sql`(select seq from audit_head where customer_id = ${tx.customerId})`
  const counted = async () => {
    const row = await tx.first(sql<Kept>`select c.total, ${last} as seq from (${countAll(list, false)}) c`, planned)
    return known.keep(key, { total: row?.total ?? 0, seq: row?.seq ?? null })
  }
  const before = known.get(key)
  return before ? tx.first(sql<{ seq: number | null }>`select ${last} as seq`).then((row) => (row?.seq === before.seq ? before : counted())) : counted()
}

/** The ids of a page in the order of an index, apart from the count; near the end they are read from the other end. */
async function inOrder(tx: Tx, who: Who, resource: Resource, resources: Resources, query: ListQuery, list: ListSql): Promise<Found> {
  const offset = offsetOf(query)
  const kept = keptTotal(tx, who, resource, list)
  const count =
    kept ?? tx.first(countAll(list, tx.past), planned).then((row) => ({ total: row?.total ?? 0, ...(list.counted && { hidden: row?.hidden ?? 0 }) }))
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
  const each = typeof list.readable === 'boolean' || offset >= farOffset ? undefined : rowByRow(list.readable)
  const asked = each && (await count).total >= commonRows ? { ...list, readable: each } : list
  const page = await tx.run(idsIn(window, who, resource, resources, query, asked), planned)
  const ids = page.map((row) => row.id)
  return { ids: window.reversed ? ids.toReversed() : ids, ...(await count) }
}

/** The same list over nothing but its rows, which the planner is kept from looking for in their order. */
const fetched = ({ source, readable, matching, counted }: ListSql): ListSql => ({
  source: sql`(select t.* from ${source} as t where ${matching} and ${asSql(readable)} offset 0)`,
  readable: true,
  matching: sql`true`,
  counted,
})

/** The same in one statement, where what opened the past has taken the place of the other, and where the number of rows says how they are best found. */
async function atOnce(tx: Tx, who: Who, resource: Resource, resources: Resources, query: ListQuery, list: ListSql): Promise<Found> {
  const offset = offsetOf(query)
  const page = (window: Window, of = list) => sql`array(${idsIn(window, who, resource, resources, query, of)})`
  const first = { offset, limit: query.per_page, reversed: false }
  const near = tx.past
    ? page(first)
    : sql`case when c.total > ${fewRows} then ${page(first)} when c.total > ${offset}::bigint then ${page(first, fetched(list))} end`
  const rest = sql`greatest(0, c.total - ${offset}::bigint)`
  const last = sql`least(${query.per_page}::bigint, ${rest})`
  const far = () =>
    sql`case when ${offset}::bigint > c.total / 2 then ${page({ offset: sql`${rest} - ${last}`, limit: last, reversed: true })} else ${near} end`
  const row = await tx.first(
    sql<{
      total: number
      hidden: number
      ids: number[] | null
    }>`select c.total, c.hidden, ${offset >= farOffset ? far() : near} as ids from (${countAll(list, tx.past)}) c`,
    planned,
  )
  const { total = 0, hidden = 0 } = row ?? {}
  const ids = row?.ids ?? []
  return { ids: offset >= farOffset && offset > Math.floor(total / 2) ? ids.toReversed() : ids, total, ...(list.counted && { hidden }) }
}

/**
 * The same of rows in groups: these are counted first, in their order, which says in which of them the page lies. No index has rows in the order of what another table
 * calls their groups, and all of them would be sorted for it.
 */
async function byGroup(tx: Tx, who: Who, resource: Resource, resources: Resources, query: ListQuery, list: ListSql): Promise<Found> {
  const [by, ...within] = query.sort
  const named = `${by?.name}_id`
  const key = sql.ref(`t.${named}`)
  const group = ordering(resource, resources, by ? [by] : [], (column) => sql.ref(`k.${column === 'id' ? named : column}`), who)
  const groups = await tx.run(
    sql<{ id: number | null; count: number }>`select ${sql.ref(`k.${named}`)} as id, k.count
      from (select t.customer_id, ${key}, count(*) as count from ${list.source} as t where ${list.matching} and ${asSql(list.readable)} group by 1, 2) k${group.joins} order by ${group.orderBy}`,
    planned,
  )
  const pieces: RawBuilder<unknown>[] = []
  let before = 0
  for (const { id, count } of groups) {
    const offset = Math.max(0, offsetOf(query) - before)
    const limit = Math.min(count, offsetOf(query) + query.per_page - before) - offset
    before += count
    if (limit <= 0) continue
    const among = { ...list, matching: sql`${list.matching} and ${key} ${id === null ? sql`is null` : sql`= ${id}`}` }
    pieces.push(sql`array(${idsIn({ offset, limit, reversed: false }, who, resource, resources, { ...query, sort: within }, among)})`)
  }
  const row = pieces.length === 0 ? undefined : await tx.first(sql<{ ids: number[] }>`select ${sql.join(pieces, sql` || `)} as ids`, planned)
  return { ids: row?.ids ?? [], total: before }
}

/** Up to so many hits their rows are looked up one by one and put in order; beyond, rows are asked in the order of the list whether they were hit, of which a page is soon full. It cannot be planned which. */
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
  const { joins, terms, orderBy } = ordering(resource, resources, query.sort, rowRef('t'), who)
  const keys = terms.map((_, n) => sql.ref(`key_${n}`))
  const columns = sql`t.id, ${sql.join(terms.map(({ value }, n) => sql`${value} as ${keys[n]}`))}, coalesce(${asSql(readable)}, false) as readable`
  const where = counted ? matching : sql`${matching} and ${asSql(readable)}`
  const page = sql`limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`
  // Not joined: the hits are looked up by their hashes, whatever is thought of how many there are.
  const isHit = sql`(t.id in (select hit.id from hit)) is true`
  const told = (few: RawBuilder<unknown>, many: RawBuilder<unknown>) => sql`case when n.hits <= ${fewHits} then ${few} else ${many} end`
  const hidden = counted
    ? told(
        sql`(select count(*) from few where not readable)`,
        sql`(select count(*) from ${source} as t where ${matching} and ${isHit} and (${asSql(readable)}) is not true)`,
      )
    : sql`0::bigint`
  const row = await tx.first(
    sql<{ ids: number[]; total: number; hidden: number }>`with hit (id) as materialized (${searchedIds(resource, resources, query.global_search, who)}),
    few as materialized (select ${columns} from (select distinct id from hit where (select count(*) from hit) <= ${fewHits}) h
      cross join lateral (select * from ${source} as r where r.customer_id = ${who.customerId} and r.id = h.id offset 0) t${joins} where ${where})
    select ${told(sql`(select count(*) from few where readable)`, sql`(select count(*) from ${source} as t where ${matching} and ${asSql(readable)} and ${isHit})`)} as total, ${hidden} as hidden,
      ${told(
        sql`array(select id from few where readable order by ${sql.join(terms.map(({ direction }, n) => sql`${keys[n]} ${direction}`))} ${page})`,
        sql`array(select t.id from ${source} as t${joins} where ${matching} and ${asSql(readable)} and ${isHit} order by ${orderBy} ${page})`,
      )} as ids
    from (select count(*) as hits from hit) n`,
    planned,
  )
  return { ids: row?.ids ?? [], total: row?.total ?? 0, ...(counted && { hidden: row?.hidden ?? 0 }) }
}
