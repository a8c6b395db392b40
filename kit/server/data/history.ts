import { sql, type RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { fieldsOfKind, linkTable, rowRef, storedColumns, title } from './columns.ts'
import type { Resource, Resources, Stored } from './resource.ts'
import type { Tx } from './transaction.ts'

/** The columns an entity's history repeats, by name: the two tables may list them in another order. */
export const versionedColumns = (def: EntityDef) => ['customer_id', 'id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', ...(def.ordered ? ['position'] : []), ...storedColumns(def)]

/** The columns whose values the audit's digest of a version covers. */
export const digestedColumns = (def: EntityDef) => versionedColumns(def).filter((column) => column !== 'position')

/** The rows of an entity as they stood at the end of a day in the customer's time zone: a source for the list engine. */
export function versionsAsOf({ def }: Resource, who: Who, day: string): RawBuilder<unknown> {
  const columns = sql.join(versionedColumns(def).map((c) => sql.ref(c)))
  const moment = sql`((${day}::date + 1)::timestamp at time zone ${who.timeZone})`
  const mine = sql`customer_id = ${who.customerId}`
  return sql`(select ${columns} from ${sql.table(def.name)} where ${mine} and updated_at < ${moment}
    union all select ${columns} from ${sql.table(`${def.name}_history`)} where ${mine} and valid_from < ${moment} and valid_to >= ${moment})`
}

export interface Change {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

export interface HistoryEntry {
  readonly version: number
  readonly at: string
  readonly actor: { id: number; name: string } | null
  /** Who acted in the actor's name. */
  readonly impersonator: { id: number; name: string } | null
  readonly action: string
  readonly changes: readonly Change[]
}

interface AuditLine {
  version: number | null
  action: string
  at: Date
  actor: { id: number; name: string } | null
  impersonator: { id: number; name: string } | null
  details: string | null
}

/** What happened to one object, newest first: the audit says who and when, the stored versions say what changed. */
export async function objectHistory(tx: Tx, resource: Resource, resources: Resources, id: number): Promise<HistoryEntry[]> {
  const { def } = resource
  const { who } = tx
  const columns = sql.join(versionedColumns(def).map((c) => sql.ref(c)))
  const versions = tx.run(sql<Stored>`select ${columns} from ${sql.table(def.name)} where customer_id = ${who.customerId} and id = ${id}
    union all select ${columns} from ${sql.table(`${def.name}_history`)} where customer_id = ${who.customerId} and id = ${id} order by version desc limit 500`)
  const lines = tx.run(sql<AuditLine>`select l.object_version as version, l.action, e.at, l.details,
      (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = e.customer_id and m.id = e.actor_id) as actor,
      (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = e.customer_id and m.id = e.impersonator_id) as impersonator
    from audit_log l join audit_entry e on e.customer_id = l.customer_id and e.seq = l.seq
    where l.customer_id = ${who.customerId} and l.entity = ${def.name} and l.object_id = ${id} order by l.seq desc, l.n desc limit 500`)
  const [stored, audit] = await Promise.all([versions, lines])
  const byVersion = new Map(stored.map((row) => [row.version, row]))
  const names = await referencedNames(tx, resource, resources, stored)
  return audit.map((line) => ({
    version: line.version ?? 0,
    at: line.at.toISOString(),
    actor: line.actor,
    impersonator: line.impersonator,
    action: line.action,
    changes: line.version === null ? [] : [...columnChanges(def, byVersion.get(line.version - 1), byVersion.get(line.version), names), ...linkChanges(line.details, names)],
  }))
}

type Names = ReadonlyMap<string, string>

function columnChanges(def: EntityDef, before: Stored | undefined, after: Stored | undefined, names: Names): Change[] {
  if (!after) return []
  const changes: Change[] = []
  for (const [name, field] of Object.entries(def.fields)) {
    if (field.options.derived) continue
    const columns = field.kind === 'localized' ? [`${name}_en`, `${name}_fr`] : field.kind === 'ref' ? [`${name}_id`] : [name]
    for (const column of columns) {
      if (!(column in after)) continue
      const [old, now] = [plain(before?.[column]), plain(after[column])]
      if (JSON.stringify(old) === JSON.stringify(now)) continue
      const shown = (value: unknown) => (field.kind === 'ref' && typeof value === 'number' ? (names.get(`${field.options.entity}:${value}`) ?? `#${value}`) : value)
      changes.push({ field: field.kind === 'ref' ? name : column, before: shown(old), after: shown(now) })
    }
  }
  return changes
}

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null))

/** What a write did to links and children, as the store noted it in the audit row. */
export interface LinkDetails {
  readonly links?: Readonly<Record<string, { entity: string; added: readonly number[]; removed: readonly number[] }>>
  readonly rows?: Readonly<Record<string, { before: unknown; after: unknown }>>
}

function linkChanges(details: string | null, names: Names): Change[] {
  const { links = {}, rows = {} } = details ? (JSON.parse(details) as LinkDetails) : {}
  const named = (entity: string, ids: readonly number[]) => (ids.length === 0 ? null : ids.map((id) => names.get(`${entity}:${id}`) ?? `#${id}`).join(', '))
  return [
    ...Object.entries(links).map(([field, l]) => ({ field, before: named(l.entity, l.removed), after: named(l.entity, l.added) })),
    ...Object.entries(rows).map(([field, r]) => ({ field, before: r.before, after: r.after })),
  ]
}

/** Names of everything that the versions refer to, in one statement. */
async function referencedNames(tx: Tx, { def }: Resource, resources: Resources, stored: readonly Stored[]): Promise<Names> {
  const branches: RawBuilder<unknown>[] = []
  for (const [name, field] of fieldsOfKind(def, 'ref', 'links')) {
    const target = resources.get(field.options.entity ?? '')
    if (!target) continue
    const r = rowRef('r')
    const ids = field.kind === 'ref'
      ? sql`any(${[...new Set(stored.map((row) => row[`${name}_id`]).filter((v) => typeof v === 'number'))]}::bigint[])`
      : sql`any(array(select target_id from ${sql.table(linkTable(def, name))} where customer_id = ${tx.customerId} and owner_id = ${stored[0]?.id ?? 0}
          union select target_id from ${sql.table(`${linkTable(def, name)}_history`)} where customer_id = ${tx.customerId} and owner_id = ${stored[0]?.id ?? 0}))`
    // As in the row itself: in lists of links only what the reader may open has a name.
    const seen = field.kind === 'links' ? target.rules.read(r, tx.who) : true
    branches.push(sql`select ${sql.lit(`${target.def.name}:`)} || r.id as key, ${title(target, r, tx.who.lang)}::text as name from ${sql.table(target.def.name)} as r
      where r.customer_id = ${tx.customerId} and r.id = ${ids}${seen === true ? sql`` : sql` and ${asSql(seen)}`}`)
  }
  if (branches.length === 0) return new Map()
  const found = await tx.run(sql<{ key: string; name: string | null }>`${sql.join(branches, sql` union all `)}`)
  return new Map(found.map((row) => [row.key, row.name ?? '']))
}
