import { sql, type RawBuilder } from 'kysely'
import type { Change } from '#kit/contract/history.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { LinkDetails } from '#kit/server/data/links/link-details.ts'
import type { Resource, Resources, Stored } from '#kit/server/data/resources/resource.ts'
import { fieldOf, mayOpen, rowRef, title } from '#kit/server/data/sql/columns.ts'
import { columnChanges, linkChanges, mentioned, namesOf, rowChanges, type Mentioned } from './object-history.ts'

/** A line of the audit, as it is kept. */
export interface LoggedLine {
  readonly n: number
  readonly entity: string
  readonly object_id: number | null
  readonly action: string
  readonly version: number | null
  readonly details: string | null
  /** Whether it tells of a version that it made. */
  readonly versioned: boolean
}

/** What an object is called now, or was when it went. */
export interface LoggedObject {
  readonly identifier: string | null
  readonly name: string
  /** It is still there. */
  readonly live: boolean
}

export interface ReadLine {
  /** Null where it is no row of an entity, or not one that the reader may open. */
  readonly object: LoggedObject | null
  /** A row that the reader may not open: what changed is not told. */
  readonly hidden: boolean
  readonly changes: readonly Change[]
}

/**
 * What lines of any entities tell their reader, in as many statements however many there are: which of their objects they may open, what these are called, the versions
 * before and after, and the names in them.
 */
export async function readLines(tx: Tx, resources: Resources, lines: readonly LoggedLine[]): Promise<ReadLine[]> {
  const { who } = tx
  const ofRows = lines.filter(({ entity, object_id: id }) => id !== null && resources.has(entity))
  const byEntity = [...Map.groupBy(ofRows, ({ entity }) => entity)].map(([entity, own]) => ({ resource: resources.get(entity) as Resource, own }))
  const [objects, versions] = await Promise.all([objectsOf(tx, byEntity), versionsOf(tx, byEntity)])
  const wanted: Mentioned = { all: new Map(), reached: new Map() }
  const details = new Map(lines.map((line) => [line, line.details ? (JSON.parse(line.details) as LinkDetails) : {}]))
  for (const { resource, own } of byEntity) {
    const open = own.filter((line) => objects.has(`${line.entity}:${line.object_id}`))
    const stored = open.flatMap(({ entity, object_id: id, version }) =>
      version === null ? [] : [versions.get(`${entity}:${id}:${version - 1}`), versions.get(`${entity}:${id}:${version}`)].filter((row) => row !== undefined),
    )
    const found = mentioned(
      resource.def,
      stored,
      open.map((line) => detailsOf(details.get(line))),
      who,
    )
    for (const where of ['all', 'reached'] as const)
      for (const [entity, ids] of found[where]) wanted[where].set(entity, new Set([...(wanted[where].get(entity) ?? []), ...ids]))
  }
  const names = await namesOf(tx, resources, wanted)
  return lines.map((line) => {
    const resource = resources.get(line.entity)
    if (!resource || line.object_id === null) return { object: null, hidden: false, changes: [] }
    const object = objects.get(`${line.entity}:${line.object_id}`)
    if (!object) return { object: null, hidden: true, changes: [] }
    const { def } = resource
    const at = (version: number) => versions.get(`${line.entity}:${line.object_id}:${version}`)
    const told = detailsOf(details.get(line))
    const own = line.versioned && line.version !== null ? columnChanges(def, at(line.version - 1), at(line.version), names, who) : []
    return { object, hidden: false, changes: [...own, ...linkChanges(told, names), ...rowChanges(def, told, names, who)] }
  })
}

/** Details of what is no write, such as an export, say something else. */
const detailsOf = (details: LinkDetails | undefined): LinkDetails =>
  details === null || typeof details !== 'object' || Array.isArray(details)
    ? {}
    : { ...(plainObject(details.links) && { links: onlyLinks(details.links) }), ...(plainObject(details.rows) && { rows: onlyRows(details.rows) }) }

const plainObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const onlyLinks = (links: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(links).filter(([, one]) => plainObject(one) && Array.isArray(one.added) && Array.isArray(one.removed))) as NonNullable<
    LinkDetails['links']
  >
const onlyRows = (rows: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(rows).filter(([, one]) => plainObject(one))) as NonNullable<LinkDetails['rows']>

type Grouped = readonly { readonly resource: Resource; readonly own: readonly LoggedLine[] }[]

/** The objects that the reader may open, those that have gone among them. */
async function objectsOf(tx: Tx, groups: Grouped): Promise<ReadonlyMap<string, LoggedObject>> {
  const branches: RawBuilder<unknown>[] = []
  const r = rowRef('r')
  for (const { resource, own } of groups) {
    const open = mayOpen(resource, r, tx.who)
    if (open === false) continue
    const { name } = resource.def
    const these = sql`customer_id = ${tx.customerId} and id = any(${[...new Set(own.map(({ object_id: id }) => id))]}::bigint[])`
    const gone = sql`(select distinct on (id) h.* from ${sql.table(`${name}_history`)} h where ${these}
      and not exists (select 1 from ${sql.table(name)} live where live.customer_id = h.customer_id and live.id = h.id) order by id, version desc)`
    for (const [source, live] of [
      [sql`(select * from ${sql.table(name)} where ${these})`, true],
      [gone, false],
    ] as const)
      branches.push(sql`select ${sql.lit(`${name}:`)} || r.id as key, ${fieldOf(resource.def, 'identifier') ? sql`r.identifier::text` : sql`null::text`} as identifier,
        coalesce(${title(resource, r, tx.who.lang)}::text, '') as name, ${sql.lit(live)}::boolean as live
        from ${source} r where r.customer_id = ${tx.customerId}${open === true ? sql`` : sql` and ${asSql(open)}`}`)
  }
  if (branches.length === 0) return new Map()
  const rows = await tx.run(sql<LoggedObject & { key: string }>`${sql.join(branches, sql` union all `)}`, { planned: true })
  return new Map(rows.map(({ key, ...object }) => [key, object]))
}

/** The versions that the lines made, and those before. */
async function versionsOf(tx: Tx, groups: Grouped): Promise<ReadonlyMap<string, Stored>> {
  const branches = groups.flatMap(({ resource, own }) => {
    const pairs = own.flatMap(({ object_id: id, version, versioned }) =>
      versioned && version !== null ? [[id, version - 1] as const, [id, version] as const] : [],
    )
    if (pairs.length === 0) return []
    const { name } = resource.def
    const these = sql`t.customer_id = ${tx.customerId} and (t.id, t.version) in (select * from unnest(${pairs.map(([id]) => id)}::bigint[], ${pairs.map(([, version]) => version)}::int[]))`
    return [name, `${name}_history`].map((table) => sql`select ${sql.lit(name)} as entity, to_jsonb(t) as row from ${sql.table(table)} t where ${these}`)
  })
  if (branches.length === 0) return new Map()
  const rows = await tx.run(sql<{ entity: string; row: Stored }>`${sql.join(branches, sql` union all `)}`, { planned: true })
  return new Map(rows.map(({ entity, row }) => [`${entity}:${row.id}:${row.version}`, row]))
}
