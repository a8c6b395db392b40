import { sql, type RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field, Fields } from '#kit/contract/field.ts'
import type { Change, ChildChange, HistoryEntry } from '#kit/contract/history.ts'
import { oneOfColumns, rowWord, storedOneOf, type NamedRow } from '#kit/contract/one-of.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { fieldsOfKind, mayOpen, rowRef, title } from '#kit/server/data/sql/columns.ts'
import { versionedColumns } from './history.ts'
import type { ChildDetail, LinkDetails } from '#kit/server/data/links/link-details.ts'
import type { Resource, Resources, Stored } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

interface AuditLine {
  version: number | null
  action: string
  at: Date
  actor: { id: number; name: string } | null
  impersonator: { id: number; name: string } | null
  details: string | null
  /** Whether the line tells of a version that it made, rather than of something beside it. */
  versioned: boolean
}

/** What happened to one object, newest first: the audit says who and when, the stored versions and the audit's details say what changed. */
export async function objectHistory(tx: Tx, resource: Resource, resources: Resources, id: number): Promise<HistoryEntry[]> {
  const { def } = resource
  const { who } = tx
  const columns = sql.join(versionedColumns(def).map((c) => sql.ref(c)))
  const versions = tx.run(sql<Stored>`select ${columns} from public.${sql.table(def.name)} where customer_id = ${who.customerId} and id = ${id}
    union all select ${columns} from ${sql.table(`${def.name}_history`)} where customer_id = ${who.customerId} and id = ${id} order by version desc limit 500`)
  const audit = tx.run(sql<AuditLine>`select l.object_version as version, l.action, e.at, l.details, l.digest is not null or l.action = 'create' as versioned,
      (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = e.customer_id and m.id = e.actor_id) as actor,
      (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = e.customer_id and m.id = e.impersonator_id) as impersonator
    from audit_log l join audit_entry e on e.customer_id = l.customer_id and e.seq = l.seq
    where l.customer_id = ${who.customerId} and l.entity = ${def.name} and l.object_id = ${id}${tx.past ? sql` and e.at <= moment()` : sql``} order by l.seq desc, l.n desc limit 500`)
  const [stored, lines] = await Promise.all([versions, audit])
  const byVersion = new Map(stored.map((row) => [row.version, row]))
  const details = lines.map((line) => (line.details ? (JSON.parse(line.details) as LinkDetails) : {}))
  const names = await namesOf(tx, resources, mentioned(def, stored, details, who))
  return lines.map((line, n) => {
    const own = line.versioned && line.version !== null ? columnChanges(def, byVersion.get(line.version - 1), byVersion.get(line.version), names, who) : []
    return {
      version: line.version ?? 0,
      at: line.at.toISOString(),
      actor: line.actor,
      impersonator: line.impersonator,
      action: line.action,
      changes: [...own, ...linkChanges(details[n] ?? {}, names), ...rowChanges(def, details[n] ?? {}, names, who)],
    }
  })
}

/** Numbers that only point to something are nothing to read. */
const isReadable = (name: string, { kind, options }: Field) => !options.derived && !(kind === 'integer' && /(^|_)id$/.test(name))

export function columnChanges(def: EntityDef, before: Stored | undefined, after: Stored | undefined, names: Names, who: Who): Change[] {
  if (!after) return []
  const changes: Change[] = []
  for (const [name, field] of Object.entries(def.fields)) {
    if (!isReadable(name, field)) continue
    if (field.kind === 'ref_one_of') {
      const [old, now] = [storedOneOf(name, field, before), storedOneOf(name, field, after)]
      const called = (named: NamedRow | null) => names(nameFor(field, who), named?.entity, [named?.id])
      if ((old && rowWord(old)) !== (now && rowWord(now))) changes.push(references(name, called(old), called(now)))
      continue
    }
    const columns = field.kind === 'localized' ? [`${name}_en`, `${name}_fr`] : field.kind === 'ref' ? [`${name}_id`] : [name]
    for (const column of columns) {
      if (!(column in after)) continue
      const [old, now] = [plain(before?.[column]), plain(after[column])]
      if (JSON.stringify(old) === JSON.stringify(now)) continue
      changes.push(
        field.kind === 'ref'
          ? references(name, names(nameFor(field, who), field.options.entity, [old]), names(nameFor(field, who), field.options.entity, [now]))
          : { field: column, before: old, after: now },
      )
    }
  }
  return changes
}

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null))

/** As in the row itself: what its reader may not know by name has none here either. */
const nameFor = ({ options }: Field, who: Who): keyof Mentioned => (options.namedTo?.some((role) => who.roles.includes(role)) ? 'all' : 'reached')

interface Found {
  readonly names: readonly string[]
  /** Those without a name for the reader. */
  readonly hidden: number
}

const joined = ({ names }: Found) => (names.length > 0 ? names.join(', ') : null)

function references(field: string, before: Found, after: Found): Change {
  return {
    field,
    before: joined(before),
    after: joined(after),
    ...(before.hidden + after.hidden > 0 && { hidden: { before: before.hidden, after: after.hidden } }),
  }
}

export const linkChanges = ({ links = {} }: LinkDetails, names: Names): Change[] =>
  Object.entries(links).map(([field, { entity, added, removed }]) => references(field, names('reached', entity, removed), names('reached', entity, added)))

export function rowChanges(def: EntityDef, { rows = {} }: LinkDetails, names: Names, who: Who): Change[] {
  return Object.entries(rows).map(([field, { before, after, children, moved, comments }]) => ({
    field,
    before,
    after,
    ...(moved && { moved }),
    ...(comments && { comments }),
    ...(children && { children: children.map((child) => childChange(def.fields[field]?.options.fields ?? {}, child, names, who)) }),
  }))
}

const childChange = (fields: Fields, { change, name_en, name_fr, place, fields: changed }: ChildDetail, names: Names, who: Who): ChildChange => ({
  change,
  place,
  name: who.lang === 'en' ? (name_en ?? name_fr) : (name_fr ?? name_en),
  changes: changed.flatMap(({ field: name, before, after, comments }) => {
    const field = fields[name]
    if (field && !isReadable(name, field)) return []
    return [
      field?.kind === 'ref'
        ? references(name, names(nameFor(field, who), field.options.entity, [before]), names(nameFor(field, who), field.options.entity, [after]))
        : { field: name, before, after, ...(comments && { comments }) },
    ]
  }),
})

/** Ids by entity: those that anybody reads who reads the row, and those of which only what is in reach has a name. */
export interface Mentioned {
  readonly all: Map<string, Set<number>>
  readonly reached: Map<string, Set<number>>
}

export function mentioned(def: EntityDef, stored: readonly Stored[], details: readonly LinkDetails[], who: Who): Mentioned {
  const found: Mentioned = { all: new Map(), reached: new Map() }
  const note = (where: keyof Mentioned, entity: string | undefined, ids: readonly unknown[]) => {
    if (!entity) return
    const known = found[where].get(entity) ?? new Set()
    for (const id of ids) if (typeof id === 'number') known.add(id)
    found[where].set(entity, known)
  }
  for (const [name, field] of fieldsOfKind(def, 'ref_one_of'))
    for (const { entity, column } of oneOfColumns(name, field))
      note(
        nameFor(field, who),
        entity,
        stored.map((row) => row[column]),
      )
  for (const [name, field] of Object.entries(def.fields))
    if (field.kind === 'ref' && !field.options.derived)
      note(
        nameFor(field, who),
        field.options.entity,
        stored.map((row) => row[`${name}_id`]),
      )
  for (const { links = {}, rows = {} } of details) {
    for (const { entity, added, removed } of Object.values(links)) note('reached', entity, [...added, ...removed])
    for (const [name, { children = [] }] of Object.entries(rows)) {
      const fields = def.fields[name]?.options.fields ?? {}
      for (const { field, before, after } of children.flatMap((child) => child.fields))
        if (fields[field]?.kind === 'ref') note(nameFor(fields[field], who), fields[field].options.entity, [before, after])
    }
  }
  return found
}

/** Names of rows: of all of them, or of those within reach. */
export type Names = (where: keyof Mentioned, entity: string | undefined, ids: readonly unknown[]) => Found

/** Names of everything that the history mentions, what has gone since among it, in one statement. */
export async function namesOf(tx: Tx, resources: Resources, wanted: Mentioned): Promise<Names> {
  const branches: RawBuilder<unknown>[] = []
  const r = rowRef('r')
  for (const where of ['all', 'reached'] as const) {
    for (const [entity, ids] of wanted[where]) {
      const target = resources.get(entity)
      if (!target || ids.size === 0) continue
      const { name } = target.def
      const these = sql`customer_id = ${tx.customerId} and id = any(${[...ids]}::bigint[])`
      const gone = sql`(select distinct on (id) h.* from ${sql.table(`${name}_history`)} h where ${these}
        and not exists (select 1 from ${sql.table(name)} live where live.customer_id = h.customer_id and live.id = h.id) order by id, version desc)`
      const seen = where === 'reached' ? mayOpen(target, r, tx.who) : true
      for (const source of [sql`(select * from ${sql.table(name)} where ${these})`, gone])
        branches.push(sql`select ${sql.lit(`${where}:${entity}:`)} || r.id as key, ${title(target, r, tx.who.lang)}::text as name
          from ${source} r where r.customer_id = ${tx.customerId}${seen === true ? sql`` : sql` and ${asSql(seen)}`}`)
    }
  }
  const rows = branches.length === 0 ? [] : await tx.run(sql<{ key: string; name: string | null }>`${sql.join(branches, sql` union all `)}`)
  const byKey = new Map(rows.map((row) => [row.key, row.name ?? '']))
  return (where, entity, ids) => {
    const asked = ids.filter((id) => typeof id === 'number')
    const names = asked.map((id) => byKey.get(`${where}:${entity ?? ''}:${id}`)).filter((name) => name !== undefined && name !== '')
    return { names: names as string[], hidden: asked.length - names.length }
  }
}
