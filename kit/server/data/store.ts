import { sql, type RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { AppError, forbidden, invalidField, notFound } from '#kit/contract/errors.ts'
import { authorize, can, type Grant } from '#kit/server/access/authorize.ts'
import { asSql, both } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { fieldOf, rowRef } from './columns.ts'
import { sqlState } from './database.ts'
import { digestedColumns, versionedColumns, versionsAsOf, type LinkDetails } from './history.ts'
import { nextIdentifier } from './identifier.ts'
import { checkReferences, writeFiles, writeLinks, writeOwnedRows } from './links.ts'
import type { Row } from './list-engine.ts'
import type { Changes, Resource, Resources, Stored } from './resource.ts'
import { forgetInSearch, indexForSearch } from './search-document.ts'
import { asPast, finishRow, selectRow } from './select-row.ts'
import type { Tx } from './transaction.ts'

/** One row as its reader may see it, or, with `asOf`, as it stood at the end of that day; throws NOT_FOUND when it is out of reach or was not there. */
export async function getRow(tx: Tx, grant: Grant, resource: Resource, resources: Resources, id: number, asOf?: string): Promise<Row> {
  const { who } = grant
  const t = rowRef('t')
  const readable = asSql(both(sql<boolean>`t.customer_id = ${who.customerId} and t.id = ${id}`, resource.rules.read(t, who)))
  const row = await tx.first(sql<Row>`select ${selectRow(resource, resources, who, Object.keys(resource.def.fields))}
    from ${asOf ? versionsAsOf(resource, who, asOf) : sql.table(resource.def.name)} as t where ${readable}`)
  if (!row) throw notFound()
  const finished = finishRow(resource.def, row)
  return asOf ? asPast(finished) : finished
}

type Verb = 'update' | 'delete'

/**
 * Locks a row for writing and answers it as stored. Throws NOT_FOUND out of reach, FORBIDDEN when it may be read but not written, STALE with
 * the current row when `version` is given and no longer the current one.
 */
export async function lockRow(tx: Tx, grant: Grant, resource: Resource, resources: Resources, id: number, verb: Verb, version?: number): Promise<Stored> {
  const { who } = grant
  const t = rowRef('t')
  const found = await tx.first(sql<{ row: Stored; readable: boolean; writable: boolean }>`select to_jsonb(t) as row,
      ${asSql(resource.rules.read(t, who))} as readable, ${asSql(resource.rules[verb](t, who))} as writable
    from ${sql.table(resource.def.name)} as t where t.customer_id = ${who.customerId} and t.id = ${id} for update of t`)
  if (!found?.readable) throw notFound()
  if (!found.writable) throw forbidden()
  if (version !== undefined && version !== found.row.version) {
    throw new AppError('STALE', 'kit.errors.stale', { object: await getRow(tx, grant, resource, resources, id) })
  }
  return found.row
}

/** Creates a row with its links and children; answers it as stored. */
export async function createRow(tx: Tx, grant: Grant, resource: Resource, resources: Resources, input: Changes, action = 'create'): Promise<Stored> {
  const { def } = resource
  const changes: Changes = { ...defaults(resource), ...input }
  await resource.beforeWrite?.({ tx, grant, resources, verb: 'create', action, before: undefined, changes })
  await checkReferences(tx, grant, resource, resources, changes)
  for (const [name, field] of Object.entries(def.fields)) {
    if (field.kind === 'identifier' && !field.options.derived && (changes[name] ?? null) === null) changes[name] = await nextIdentifier(tx, def.name, field.options.prefix ?? 'X')
  }
  const columns = columnValues(resource, changes)
  const names = ['customer_id', 'created_by', 'updated_by', ...columns.keys()]
  const values = [sql`${tx.customerId}`, sql`${tx.who.memberId}`, sql`${tx.who.memberId}`, ...columns.values()]
  const position = def.ordered ? sql`, position` : sql``
  const rank = def.ordered ? sql`, (select coalesce(max(position), 0) + 1 from ${sql.table(def.name)} where customer_id = ${tx.customerId})` : sql``
  const { row, digest } = await written(resource, tx, sql`insert into ${sql.table(def.name)} as t (${sql.join(names.map((n) => sql.ref(n)))}${position})
    values (${sql.join(values)}${rank}) returning to_jsonb(t) as row, ${digestOf(def, 't')} as digest`)
  const details = await writeRelated(tx, resource, resources, row.id, changes, grant.who)
  await assertWritten(tx, grant, resource, row.id, 'create')
  await indexForSearch(tx, resource, [row.id])
  tx.audit({ entity: def.name, object_id: row.id, action, version: row.version, digest, ...details })
  await resource.afterWrite?.({ tx, grant, resources, verb: 'create', action, before: undefined, changes, after: row })
  await tx.emit({ name: `${def.name}.created`, entity: def.name, id: row.id })
  return row
}

/** Changes a row; absent keys stay as they are, a write that changes nothing leaves no trace. `action` names a transition in the history. */
export async function updateRow(
  tx: Tx, grant: Grant, resource: Resource, resources: Resources, id: number, input: Changes, options: { version?: number; action?: string } = {},
): Promise<Stored> {
  const { def } = resource
  const { action = 'update' } = options
  const before = await lockRow(tx, grant, resource, resources, id, 'update', options.version)
  const changes: Changes = { ...input }
  await resource.beforeWrite?.({ tx, grant, resources, verb: 'update', action, before, changes })
  assertNamed(resource, before, changes)
  await checkReferences(tx, grant, resource, resources, changes)
  const columns = new Map([...columnValues(resource, changes)].filter(([column]) => differs(before[column], rawValue(resource, column, changes))))
  const details = await writeRelated(tx, resource, resources, id, changes, grant.who)
  if (columns.size === 0 && !details.details) return before
  const set = [...columns].map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { row, digest } = await written(resource, tx, sql`${archiveVersion(def, tx.customerId, id)}
    update ${sql.table(def.name)} as t set ${sql.join([...set, sql`version = t.version + 1`, sql`updated_at = stamp.at`, sql`updated_by = ${tx.who.memberId}`])}
    from stamp where t.customer_id = ${tx.customerId} and t.id = ${id} returning to_jsonb(t) as row, ${digestOf(def, 't')} as digest`)
  await assertWritten(tx, grant, resource, id, 'update')
  await indexForSearch(tx, resource, [id])
  tx.audit({ entity: def.name, object_id: id, action, version: row.version, digest, ...details })
  await resource.afterWrite?.({ tx, grant, resources, verb: 'update', action, before, changes, after: row })
  await tx.emit({ name: `${def.name}.${options.action ?? 'updated'}`, entity: def.name, id, payload: { before } })
  return row
}

/** Removes a row; its versions stay in history. Throws IN_USE while another row refers to it. */
export async function removeRow(tx: Tx, grant: Grant, resource: Resource, resources: Resources, id: number, version?: number, action = 'delete'): Promise<void> {
  const { def } = resource
  const before = await lockRow(tx, grant, resource, resources, id, 'delete', version)
  await resource.beforeWrite?.({ tx, grant, resources, verb: 'delete', action, before, changes: {} })
  await tx.emit({ name: `${def.name}.removing`, entity: def.name, id, payload: { before } })
  const related = await writeRelated(tx, resource, resources, id, emptied(resource), null)
  try {
    await tx.run(sql`${archiveVersion(def, tx.customerId, id)} delete from ${sql.table(def.name)} t using stamp where t.customer_id = ${tx.customerId} and t.id = ${id}`)
  } catch (error) {
    if (sqlState(error) === '23503') throw new AppError('IN_USE', 'kit.errors.in_use')
    throw error
  }
  await forgetInSearch(tx, resource, id)
  tx.audit({ entity: def.name, object_id: id, action, version: before.version, ...related })
  await resource.afterWrite?.({ tx, grant, resources, verb: 'delete', action, before, changes: {}, after: undefined })
  await tx.emit({ name: `${def.name}.removed`, entity: def.name, id, payload: { before } })
}

/** Copies the current version into history and fixes the moment at which it ended, for the statement that follows. */
function archiveVersion(def: EntityDef, customerId: number, id: number): RawBuilder<unknown> {
  const columns = sql.join(versionedColumns(def).map((c) => sql.ref(c)))
  return sql`with stamp as materialized (select moment() as at),
    archived as (insert into ${sql.table(`${def.name}_history`)} (${columns}, valid_from, valid_to)
      select ${columns}, updated_at, stamp.at from ${sql.table(def.name)}, stamp where customer_id = ${customerId} and id = ${id})`
}

/** Over what history keeps of a version, so that `tools/verify-audit.ts` can recompute it from there; ranks change without a version. */
const digestOf = (def: EntityDef, alias: string) => sql`(select encode(sha256(convert_to(jsonb_object_agg(e.key, e.value)::text, 'UTF8')), 'hex')
  from jsonb_each(to_jsonb(${sql.ref(alias)})) e where e.key = any(${digestedColumns(def)}::text[]))`

async function written(resource: Resource, tx: Tx, statement: RawBuilder<unknown>): Promise<{ row: Stored; digest: string }> {
  try {
    const result = await tx.first(statement as RawBuilder<{ row: Stored; digest: string }>)
    if (!result) throw new Error(`${resource.def.name}: nothing was written`)
    return result
  } catch (error) {
    throw explained(resource, error)
  }
}

/** Says a constraint's refusal in words: a taken identifier, a duplicate, a reference to nothing, a value out of bounds. */
export function explained(resource: Resource, error: unknown): unknown {
  const { constraint = '', column = '', detail = '' } = error as { constraint?: string; column?: string; detail?: string }
  const field = Object.keys(resource.def.fields).find((name) => constraint.includes(`_${name}_`) || detail.includes(`, ${name})`) || detail.includes(`${name}_id)`)) ?? resource.def.title
  switch (sqlState(error)) {
    case '23505':
      return /identifier/.test(constraint + detail) ? new AppError('CONFLICT', 'kit.errors.identifier_taken', { fields: { identifier: [{ key: 'kit.errors.identifier_taken' }] } })
        : new AppError('CONFLICT', 'kit.errors.duplicate', { fields: { [field]: [{ key: 'kit.errors.duplicate' }] } })
    case '23503':
      return invalidField(field, 'kit.errors.missing_reference')
    case '23502':
      return invalidField(column.replace(/_id$/, ''), 'kit.errors.mandatory')
    case '23514':
      return invalidField(field, 'kit.errors.invalid_value')
    default:
      return error
  }
}

/** After a write the row must still be one that its writer may write: nobody moves a row out of their own reach, or creates one there. */
async function assertWritten(tx: Tx, grant: Grant, resource: Resource, id: number, verb: 'create' | 'update'): Promise<void> {
  const t = rowRef('t')
  const rule = resource.rules[verb](t, grant.who)
  if (rule === true) return
  const row = await tx.first(sql<{ allowed: boolean | null }>`select ${asSql(rule)} as allowed from ${sql.table(resource.def.name)} as t where t.customer_id = ${tx.customerId} and t.id = ${id}`)
  if (row?.allowed !== true) throw forbidden(verb === 'create' ? 'kit.errors.no_add_right' : undefined)
}

async function writeRelated(tx: Tx, resource: Resource, resources: Resources, id: number, changes: Changes, writer: Who | null): Promise<{ details?: string }> {
  const links = await writeLinks(tx, resource, resources, id, changes, writer)
  const rows = await writeOwnedRows(tx, resource, id, changes)
  const files = await writeFiles(tx, resource, id, changes)
  const details: LinkDetails = { ...(Object.keys(links).length > 0 ? { links } : {}), ...(Object.keys({ ...rows, ...files }).length > 0 ? { rows: { ...rows, ...files } } : {}) }
  return Object.keys(details).length > 0 ? { details: JSON.stringify(details) } : {}
}

const emptied = ({ def }: Resource): Changes =>
  Object.fromEntries(Object.entries(def.fields).filter(([, f]) => !f.options.derived && ['links', 'rows', 'files'].includes(f.kind)).map(([name]) => [name, []]))

function defaults({ def }: Resource): Changes {
  return Object.fromEntries(Object.entries(def.fields).filter(([, f]) => f.options.default !== undefined && !f.options.derived).map(([name, f]) => [name, f.options.default]))
}

/** A localized name that must exist in one language may lose one, not both. */
function assertNamed({ def }: Resource, before: Stored, changes: Changes): void {
  for (const [name, field] of Object.entries(def.fields)) {
    if (field.kind !== 'localized' || field.options.need !== 'required') continue
    const keys = [`${name}_en`, `${name}_fr`]
    if (keys.every((key) => ((key in changes ? changes[key] : before[key]) ?? null) === null)) throw invalidField(name, 'kit.errors.name_needed')
  }
}

/** The columns that changes touch, with their values as SQL. */
function columnValues({ def }: Resource, changes: Changes): Map<string, RawBuilder<unknown>> {
  const columns = new Map<string, RawBuilder<unknown>>()
  for (const [name, field] of Object.entries(def.fields)) {
    if (field.options.derived || ['links', 'rows', 'files'].includes(field.kind)) continue
    if (field.kind === 'localized') {
      for (const key of [`${name}_en`, `${name}_fr`]) if (changes[key] !== undefined) columns.set(key, sql`${changes[key]}`)
    } else if (changes[name] !== undefined) {
      columns.set(field.kind === 'ref' ? `${name}_id` : name, field.kind === 'json' ? sql`${JSON.stringify(changes[name])}::jsonb` : sql`${changes[name]}`)
    }
  }
  return columns
}

const rawValue = ({ def }: Resource, column: string, changes: Changes) => (column in changes && fieldOf(def, column)?.kind !== 'ref' ? changes[column] : changes[column.replace(/_id$/, '')])

/** Compares a stored JSON value with a given one; instants by their time, so that equal ones are no change. */
function differs(stored: unknown, given: unknown): boolean {
  if (typeof stored === 'string' && typeof given === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(stored)) return Date.parse(stored) !== Date.parse(given)
  return canonical(stored) !== canonical(given)
}

const canonical = (value: unknown): string => JSON.stringify(value ?? null, (_, v: unknown) =>
  v !== null && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).toSorted(([a], [b]) => (a < b ? -1 : 1))) : v)

/** The verbs that a person holds on an entity, for what is shown before any row is read. */
export const mayCreate = (grant: Grant, { def }: Resource) => can(grant.who, def.rights.create)

/** Grants the right of an entity's verb, or refuses; an entity without the verb has no such call. */
export function authorizeVerb(tx: Tx, { def }: Resource, verb: 'read' | 'create' | 'update' | 'delete'): Grant {
  const right = def.rights[verb]
  if (right === null) throw notFound()
  if (verb === 'create' && !can(tx.who, right)) throw forbidden('kit.errors.no_add_right')
  return authorize(tx.who, right)
}
