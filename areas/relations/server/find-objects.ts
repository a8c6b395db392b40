import { sql, type RawBuilder } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { crossLinkLimit, nodeTypes, treeDepth, treeLimit, type NodeType, type TreeType } from '#areas/relations/contract/types.ts'
import { branches, kinds, type Branch } from './branches.ts'

/** An object with its place in the tree. */
export interface Placed {
  readonly type: NodeType
  readonly id: number
  readonly parent: Placed | null
  readonly missing: boolean
}

export interface Found {
  /** The root first, parents before their children. */
  readonly objects: readonly Placed[]
  /** As many as there are up to the step at which the tree became full. */
  readonly total: number
}

interface Reading {
  readonly tx: Tx
  readonly resources: Resources
  /** The perimeters of the filter; null: everywhere. */
  readonly below: readonly number[] | null
  readonly all: boolean
}

const customerIds = (ids: readonly number[]) => sql`${ids}::bigint[]`
const of = (objects: readonly Placed[], type: NodeType) => objects.filter((object) => object.type === type).map(({ id }) => id)
const keyOf = (type: NodeType, id: number) => `${type} ${id}`

/** Whether a row `t` of a type may be part of a tree of this reader. */
function shownTo({ resources, below, tx }: Reading, type: NodeType): RawBuilder<unknown> | null {
  const { def, rules } = resourceOf(resources, type)
  const { who } = tx
  if (!can(who, def.rights.read)) return null
  const { live, placed } = kinds[type]
  const parts = [asSql(rules.read(rowRef('t'), who)), ...(live ? [live] : []), ...(below && placed ? [placed(customerIds(below))] : [])]
  return sql.join(parts, sql` and `)
}

/** The perimeters that the filter names: one that the reader may open, with all below it. */
export async function perimetersBelow(tx: Tx, resources: Resources, id: number): Promise<number[]> {
  const { who } = tx
  const { def, rules } = resourceOf(resources, 'perimeter')
  if (!can(who, def.rights.read)) return []
  const rows = await tx.run(sql<{ id: number }>`with recursive below as (
      select t.id from perimeter t where t.customer_id = ${who.customerId} and t.id = ${id} and ${asSql(rules.read(rowRef('t'), who))}
      union select p.id from perimeter p join below b on p.parent_id = b.id where p.customer_id = ${who.customerId})
    select id from below`)
  return rows.map((row) => row.id)
}

/** Whether the object that a tree is to begin with is there for its reader. */
export async function isThere(tx: Tx, resources: Resources, type: TreeType, id: number): Promise<boolean> {
  const { rules } = resourceOf(resources, type)
  const { who } = tx
  const t = rowRef('t')
  const row = await tx.first(
    sql`select 1 from ${sql.table(type)} as t where t.customer_id = ${who.customerId} and t.id = ${id} and ${asSql(rules.read(t, who))}`,
  )
  return row !== undefined
}

/** What hangs on the root, step by step, one statement for each: every object once, at the first step at which it is found. */
export async function findObjects(reading: Reading, type: TreeType, id: number): Promise<Found> {
  const objects: Placed[] = [{ type, id, parent: null, missing: false }]
  let level: readonly Placed[] = objects
  for (let step = 1; step <= treeDepth && level.length > 0; step += 1) {
    const left = treeLimit - objects.length
    const { found, total } = await nextLevel(reading, level, objects, left)
    const seen = objects.length
    objects.push(...found)
    if (total > left) return { objects, total: seen + total }
    level = found
  }
  return { objects, total: objects.length }
}

interface Pair {
  readonly type: NodeType
  readonly id: number
  readonly parent_type: NodeType
  readonly parent_id: number
}

interface Row extends Pair {
  readonly missing: boolean
  readonly total: number
}

async function nextLevel(reading: Reading, level: readonly Placed[], known: readonly Placed[], left: number): Promise<{ found: Placed[]; total: number }> {
  const { tx, all } = reading
  const parts = nodeTypes.flatMap((from) =>
    branches[from].flatMap((branch, place) => {
      if (branch.all && !all) return []
      const parents = level.filter(({ type, parent }) => type === from && (parent === null || (!branch.root && !branch.not?.includes(parent.type))))
      const visible = parents.length > 0 ? shownTo(reading, branch.to) : null
      return visible === null ? [] : [pairsOf(tx.who, from, branch, place, parents, sql`${visible} and t.id <> all(${customerIds(of(known, branch.to))})`)]
    }),
  )
  if (parts.length === 0) return { found: [], total: 0 }
  const rows = await tx.run(sql<Row>`with pairs as (${sql.join(parts, sql` union all `)}),
      once as (select distinct on (type, id) * from pairs order by type, id, missing, n, place)
    select type, id, parent_type, parent_id, missing, total from (
      select *, row_number() over (partition by type order by missing, n, rank, id) as turn, (count(*) over ())::int as total from once) as ranked
    order by turn, type limit ${Math.max(left, 1)}`)
  const parents = new Map(level.map((object) => [keyOf(object.type, object.id), object]))
  const found = rows.slice(0, left).map((row) => ({ ...row, parent: parents.get(keyOf(row.parent_type, row.parent_id)) ?? null }))
  return { found, total: rows[0]?.total ?? 0 }
}

/** The pairs of one branch below these parents. */
function pairsOf(
  who: Who,
  from: NodeType,
  { to, way, all }: Branch,
  place: number,
  parents: readonly Placed[],
  where: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const ordered = to === 'control' || to === 'control_group' ? sql`t.position` : sql`0`
  return sql`select ${sql.lit(from)} as parent_type, f.id as parent_id, ${sql.lit(to)} as type, t.id, ${sql.lit(place)} as place, f.n, ${ordered} as rank, ${sql.lit(all === true)} as missing
    from unnest(${customerIds(parents.map(({ id }) => id))}) with ordinality as f(id, n)${way(who.customerId, from, to)} where ${where}`
}

export interface CrossLink {
  readonly from: { readonly type: NodeType; readonly id: number }
  readonly to: { readonly type: NodeType; readonly id: number }
}

/** Links between objects of a tree that are not its own, in one statement. */
export async function crossLinks({ tx }: Reading, objects: readonly Placed[]): Promise<CrossLink[]> {
  const parts = nodeTypes.flatMap((from) =>
    branches[from].flatMap((branch, place) => {
      const [parents, children] = [objects.filter(({ type }) => type === from), of(objects, branch.to)]
      if (branch.all || parents.length === 0 || children.length === 0) return []
      return [pairsOf(tx.who, from, branch, place, parents, sql`t.id = any(${customerIds(children)})`)]
    }),
  )
  if (parts.length === 0) return []
  const tied = new Set(objects.flatMap(({ type, id, parent }) => (parent ? [pairKey(keyOf(type, id), keyOf(parent.type, parent.id))] : [])))
  const rows = await tx.run(sql<Pair>`select distinct parent_type, parent_id, type, id from (${sql.join(parts, sql` union all `)}) as pairs
    order by 1, 2, 3, 4 limit ${treeLimit + crossLinkLimit}`)
  const links: CrossLink[] = []
  for (const { parent_type, parent_id, type, id } of rows) {
    const pair = pairKey(keyOf(type, id), keyOf(parent_type, parent_id))
    if (tied.has(pair)) continue
    tied.add(pair)
    links.push({ from: { type: parent_type, id: parent_id }, to: { type, id } })
  }
  return links.slice(0, crossLinkLimit)
}

const pairKey = (a: string, b: string) => (a < b ? `${a}|${b}` : `${b}|${a}`)
