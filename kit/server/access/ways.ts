import { sql, type RawBuilder } from 'kysely'

/*
 * A rule says that a row is somebody's in one of several ways: it stands where they are, or in a register of theirs, or is given to them. As one condition no index finds the rows; way by way each has
 * one, and most ways find nothing. So a condition remembers its ways.
 */
const ways = new WeakMap<RawBuilder<boolean>, readonly RawBuilder<boolean>[]>()
const placed = new WeakSet<RawBuilder<boolean>>()
const lookups = new WeakMap<RawBuilder<boolean>, RawBuilder<boolean>>()

/** The ways in which a condition holds; itself alone, where it is not known to have several. */
export const waysOf = (condition: RawBuilder<boolean>): readonly RawBuilder<boolean>[] => ways.get(condition) ?? [condition]

/** That any of these holds. */
export function anyWay(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  const one = sql<boolean>`(${sql.join(conditions, sql` or `)})`
  ways.set(one, conditions.flatMap(waysOf))
  return one
}

const hashed = new WeakMap<RawBuilder<boolean>, RawBuilder<boolean>>()

/** That a row stands in a place of somebody’s, which is how they find most of theirs; and the same by a table of hashes. */
export function byPlace(condition: RawBuilder<boolean>, byHash?: RawBuilder<boolean>): RawBuilder<boolean> {
  placed.add(condition)
  if (byHash) hashed.set(condition, byHash)
  return condition
}

/** The same condition for a plan that is kept and asks it of most rows: there a hundred places would be compared one after the other, of which only a plan for these very places makes a table of hashes. */
export function byHashes(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  const all = waysOf(condition)
  return all.some((way) => hashed.has(way)) ? anyWay(all.map((way) => hashed.get(way) ?? way)) : condition
}
export const isByPlace = (condition: RawBuilder<boolean>): boolean => waysOf(condition).every((way) => placed.has(way))

/** That a column names one of what a query finds, false where it names nothing: little, and looked up once, so that rows are found by it. */
export function amongFew(column: RawBuilder<unknown>, query: RawBuilder<unknown>): RawBuilder<boolean> {
  const one = sql<boolean>`(${column} is not null and ${column} = any(array(${query})))`
  lookups.set(one, sql<boolean>`exists (${query})`)
  return one
}

const each = new WeakMap<RawBuilder<boolean>, RawBuilder<boolean>>()

/** The same condition in two forms: what looks up all at once, for whoever asks of every row of a list, and what looks up row by row, for the first few of them. */
export function atOnceOrEach(atOnce: RawBuilder<boolean>, rowByRow: RawBuilder<boolean>): RawBuilder<boolean> {
  each.set(atOnce, rowByRow)
  return atOnce
}

/** The condition with what it looks up looked up row by row; undefined where nothing is looked up otherwise. */
export function rowByRow(condition: RawBuilder<boolean>): RawBuilder<boolean> | undefined {
  const all = waysOf(condition)
  return all.some((way) => each.has(way)) ? anyWay(all.map((way) => each.get(way) ?? way)) : undefined
}

/**
 * How many rows there are of which any way holds, as sums over one way after the other, each without the rows of those before it: `among` says of which rows. Undefined for a condition that is not by
 * place in one way and otherwise in others. What is looked up together is asked first whether it is anything, for then no row is.
 */
export function countWays(condition: RawBuilder<boolean>, among: RawBuilder<unknown>): RawBuilder<number> | undefined {
  const all = waysOf(condition)
  const places = all.filter(isByPlace)
  const others = all.filter((way) => !places.includes(way))
  if (places.length === 0 || others.length === 0) return undefined
  const looked = others.filter((way) => lookups.has(way))
  const any = (of: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(of, sql` or `)})`
  const terms = [
    any(places),
    ...others.filter((way) => !lookups.has(way)),
    ...(looked.length > 0 ? [sql<boolean>`${any(looked.flatMap((way) => lookups.get(way) ?? []))} and ${any(looked)}`] : []),
  ]
  const counts = terms.map(
    (term, n) => sql`(select count(*) ${among} and ${sql.join([term, ...terms.slice(0, n).map((before) => sql`(${before}) is not true`)], sql` and `)})`,
  )
  return sql<number>`${sql.join(counts, sql` + `)}`
}
