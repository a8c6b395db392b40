import { sql, type RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { AppError, forbidden, invalidField, notFound, type FieldMessages } from '#kit/contract/errors.ts'
import { changedEvent, createdEvent, removedEvent, removingEvent } from '#kit/contract/event.ts'
import { storedOneOf } from '#kit/contract/one-of.ts'
import { inputKeys } from '#kit/contract/field.ts'
import type { Verb } from '#kit/contract/right.ts'
import { assertGranted, authorize, can, type Grant } from '#kit/server/access/authorize.ts'
import { asSql, both } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { assertRoom } from './attached-files.ts'
import { fieldOf, rowRef } from './columns.ts'
import { sqlState } from './database-failure.ts'
import { digestedColumns, versionedColumns, versionsAsOf } from './history.ts'
import { nextIdentifier } from './identifier.ts'
import type { LinkDetails } from './link-details.ts'
import { oneOfValues } from './one-of-sql.ts'
import { rankTurn } from './reorder.ts'
import { checkReferences, writeFiles, writeLinks, writeOwnedRows } from './links.ts'
import type { Row } from './list-engine.ts'
import type { Changes, Resource, Resources, Stored } from './resource.ts'
import { forgetInSearch, indexForSearch, searchColumns } from './search-document.ts'
import { asPast, finishRow, selectRow } from './select-row.ts'
import type { Tx } from './transaction.ts'
import { takeTurn } from './turn.ts'

/** One row as its reader may see it, or, with `asOf`, as it stood at the end of that day; throws NOT_FOUND when it is out of reach or was not there. */
export async function getRow(tx: Tx, grant: Grant, resource: Resource, resources: Resources, id: number, asOf?: string): Promise<Row> {
  assertGranted(grant, resource.def, 'read')
  const { who } = grant
  const t = rowRef('t')
  const readable = asSql(both(sql<boolean>`t.customer_id = ${who.customerId} and t.id = ${id}`, resource.rules.read(t, who)))
  const row = await tx.first(sql<Row>`select ${selectRow(resource, resources, who, Object.keys(resource.def.fields))}
    from ${asOf ? versionsAsOf(resource, who, asOf) : sql.table(resource.def.name)} as t where ${readable}`)
  if (!row) throw notFound(resource.refusals?.access)
  const finished = finishRow(resource.def, row)
  return asOf ? asPast(finished) : finished
}

type WriteVerb = Exclude<Verb, 'read' | 'create'>

interface Found {
  readonly row: Stored
  readonly readable: boolean
  readonly writable: boolean
}

/**
 * Locks rows for writing, in the order of their ids whatever the order in which they are named. A change leaves their keys alone, so that whoever
 * refers to them meanwhile does not wait; a removal makes them wait.
 */
async function lockFound(tx: Tx, grant: Grant, resource: Resource, ids: readonly number[], verb: WriteVerb): Promise<Found[]> {
  assertGranted(grant, resource.def, verb)
  const { who } = grant
  const t = rowRef('t')
  return tx.run(sql<Found>`select to_jsonb(t) as row, ${asSql(resource.rules.read(t, who))} as readable, ${asSql(resource.rules[verb](t, who))} as writable
    from ${sql.table(resource.def.name)} as t where t.customer_id = ${who.customerId} and t.id = any(${ids}::bigint[]) order by t.id for ${verb === 'delete' ? sql`update` : sql`no key update`} of t`)
}

/** Why a row cannot be written, if so. */
function refusalOf({ refusals }: Resource, verb: WriteVerb, found: Found | undefined, version: number | undefined): AppError | null {
  if (!found?.readable) return notFound(refusals?.access)
  if (!found.writable) return forbidden(refusals?.edit ?? (verb === 'update' ? 'kit.errors.no_update_right' : 'kit.errors.not_authorized'))
  return version !== undefined && version !== found.row.version ? new AppError('STALE', 'kit.errors.stale') : null
}

/**
 * Locks a row for writing and answers it as stored. Throws NOT_FOUND out of reach, FORBIDDEN when it may be read but not written, STALE with
 * the current row when `version` is given and no longer the current one.
 */
export async function lockRow(tx: Tx, grant: Grant, resource: Resource, resources: Resources, id: number, verb: WriteVerb, version?: number): Promise<Stored> {
  const [found] = await lockFound(tx, grant, resource, [id], verb)
  const refusal = refusalOf(resource, verb, found, version)
  if (refusal?.status === 'STALE') throw new AppError('STALE', 'kit.errors.stale', { object: await getRow(tx, grant, resource, resources, id) })
  if (refusal || !found) throw refusal ?? notFound(resource.refusals?.access)
  return found.row
}

/** Locks several rows for writing, after their turn, in one statement; answers those that may be written and why the others may not, by id. */
export async function lockRows(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  targets: readonly { readonly id: number; readonly version?: number }[],
  verb: WriteVerb,
  changes: Changes = {},
): Promise<{ rows: Stored[]; refused: Map<number, AppError> }> {
  await takeTurns(tx, resource, verb, changes)
  const found = new Map(
    (
      await lockFound(
        tx,
        grant,
        resource,
        targets.map(({ id }) => id),
        verb,
      )
    ).map((one) => [one.row.id, one]),
  )
  const refused = new Map<number, AppError>()
  for (const { id, version } of targets) {
    const refusal = refusalOf(resource, verb, found.get(id), version)
    if (refusal) refused.set(id, refusal)
  }
  return { rows: [...found.values()].map(({ row }) => row).filter(({ id }) => !refused.has(id)), refused }
}

/** Before anything else: what is decided together with other rows, and ranks, are given out one at a time. */
async function takeTurns(tx: Tx, { def, turn }: Resource, verb: 'create' | WriteVerb, changes: Changes): Promise<void> {
  const name = turn?.(verb, changes) ?? null
  if (name !== null) await takeTurn(tx, name)
  if (def.ordered && verb === 'create') await takeTurn(tx, rankTurn(def))
}

/** Creates a row with its links and children; answers it as stored. */
export async function createRow(tx: Tx, grant: Grant, resource: Resource, resources: Resources, input: Changes, action = 'create'): Promise<Stored> {
  const { def } = resource
  assertGranted(grant, def, 'create')
  const begins = defaults(resource)
  assertMaySet(grant, resource, begins, input)
  const changes: Changes = { ...begins, ...input }
  await takeTurns(tx, resource, 'create', changes)
  await resource.beforeWrite?.({ tx, grant, resources, verb: 'create', action, before: undefined, changes })
  await checkReferences(tx, grant, resource, resources, changes)
  for (const [name, field] of Object.entries(def.fields)) {
    if (field.kind === 'identifier' && !field.options.derived && (changes[name] ?? null) === null)
      changes[name] = await nextIdentifier(tx, def.name, field.options.prefix ?? 'X')
  }
  const columns = columnValues(resource, changes)
  const names = ['customer_id', 'created_by', 'updated_by', ...columns.keys()]
  const values = [sql`${tx.customerId}`, sql`${tx.who.memberId}`, sql`${tx.who.memberId}`, ...columns.values()]
  const position = def.ordered ? sql`, position` : sql``
  const rank = def.ordered ? sql`, (select coalesce(max(position), 0) + 1 from ${sql.table(def.name)} where customer_id = ${tx.customerId})` : sql``
  const [made] = await written(
    resource,
    changes,
    tx,
    1,
    sql`insert into ${sql.table(def.name)} as t (${sql.join(names.map((n) => sql.ref(n)))}${position})
    values (${sql.join(values)}${rank}) returning to_jsonb(t) as row, ${digestOf(def, 't')} as digest`,
  )
  const { row, digest } = made
  const details = await writeRelated(tx, resource, resources, row.id, changes, grant.who)
  if ((await outOfReach(tx, grant, resource, [row.id], 'create')).length > 0) throw forbidden('kit.errors.no_add_right')
  await indexForSearch(tx, resource, [row.id])
  tx.audit({ entity: def.name, object_id: row.id, action, version: row.version, digest, related: true, ...details })
  await resource.afterWrite?.({ tx, grant, resources, verb: 'create', action, before: undefined, changes, after: row })
  await tx.emit(createdEvent(def), row.id)
  return row
}

/**
 * Changes a row; absent keys stay as they are, a write that changes nothing leaves no trace. `action` names a transition in the history; what is
 * added to `unindexed` is the caller's to index for the search.
 */
export async function updateRow(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  id: number,
  input: Changes,
  options: { version?: number; action?: string; unindexed?: number[] } = {},
): Promise<Stored> {
  const { action = 'update' } = options
  assertGranted(grant, resource.def, 'update')
  // In one flight, the row after the turn: whoever comes next waits for as long as this takes.
  const [, before] = await Promise.all([takeTurns(tx, resource, 'update', input), lockRow(tx, grant, resource, resources, id, 'update', options.version)])
  assertMaySet(grant, resource, before, input)
  const changes: Changes = { ...input }
  await resource.beforeWrite?.({ tx, grant, resources, verb: 'update', action, before, changes })
  assertNamed(resource, before, changes)
  await checkReferences(tx, grant, resource, resources, changes, before)
  const after = (await writeChanges(tx, grant, resource, resources, [before], changes, action, options.unindexed)).get(id)
  if (!after) return before
  await resource.afterWrite?.({ tx, grant, resources, verb: 'update', action, before, changes, after })
  await tx.emit(changedEvent(resource.def, options.action), id, { before })
  return after
}

/** Makes the same changes to rows that are locked, of an entity without hooks, that keep their names: about as many statements as one row takes. Answers the rows as they are then. */
export async function updateAlike(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  rows: readonly Stored[],
  changes: Changes,
  action: string,
): Promise<Stored[]> {
  assertGranted(grant, resource.def, 'update')
  await checkReferences(tx, grant, resource, resources, changes)
  const after = await writeChanges(tx, grant, resource, resources, rows, changes, action)
  for (const before of rows) if (after.has(before.id)) await tx.emit(changedEvent(resource.def, action), before.id, { before })
  return rows.map((before) => after.get(before.id) ?? before)
}

/** Writes changes to locked rows, with their history, search document and audit; answers those that are changed by them, by id. */
async function writeChanges(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  rows: readonly Stored[],
  changes: Changes,
  action: string,
  unindexed?: number[],
): Promise<Map<number, Stored>> {
  const { def } = resource
  const given = [...columnValues(resource, changes)]
  const related = new Map<number, { details?: string }>()
  for (const { id } of rows) related.set(id, await writeRelated(tx, resource, resources, id, changes, grant.who))
  const differing = (before: Stored) => given.filter(([column]) => differs(before[column], rawValue(resource, column, changes)))
  const ids = rows.filter((before) => differing(before).length > 0 || related.get(before.id)?.details).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const columns = new Map(rows.flatMap(differing))
  const set = [...columns].map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const after = await written(
    resource,
    changes,
    tx,
    ids.length,
    sql`${archiveVersion(def, tx.customerId, ids)}
    update ${sql.table(def.name)} as t set ${sql.join([...set, sql`version = t.version + 1`, sql`updated_at = stamp.at`, sql`updated_by = ${tx.who.memberId}`])}
    from stamp where t.customer_id = ${tx.customerId} and t.id = any(${ids}::bigint[]) returning to_jsonb(t) as row, ${digestOf(def, 't')} as digest`,
  )
  if ((await outOfReach(tx, grant, resource, ids, 'update')).length > 0) throw forbidden('kit.errors.no_update_right')
  if (searchColumns(def).some((column) => columns.has(column))) {
    if (unindexed) unindexed.push(...ids)
    else await indexForSearch(tx, resource, ids)
  }
  for (const { row, digest } of after.toSorted((a, b) => a.row.id - b.row.id))
    tx.audit({ entity: def.name, object_id: row.id, action, version: row.version, digest, related: true, ...related.get(row.id) })
  return new Map(after.map(({ row }) => [row.id, row]))
}

/** Removes a row; its versions stay in history. Throws IN_USE while another row refers to it. */
export async function removeRow(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  id: number,
  version?: number,
  action = 'delete',
): Promise<void> {
  const { def } = resource
  await takeTurns(tx, resource, 'delete', {})
  const before = await lockRow(tx, grant, resource, resources, id, 'delete', version)
  await resource.beforeWrite?.({ tx, grant, resources, verb: 'delete', action, before, changes: {} })
  await tx.emit(removingEvent(def), id, { before })
  const details = await writeRelated(tx, resource, resources, id, emptied(resource), null)
  try {
    await tx.run(
      sql`${archiveVersion(def, tx.customerId, [id])} delete from ${sql.table(def.name)} t using stamp where t.customer_id = ${tx.customerId} and t.id = ${id}`,
    )
  } catch (error) {
    if (sqlState(error) === '23503') throw new AppError('IN_USE', 'kit.errors.in_use')
    throw error
  }
  await forgetInSearch(tx, resource, id)
  tx.audit({ entity: def.name, object_id: id, action, version: before.version, related: true, ...details })
  await resource.afterWrite?.({ tx, grant, resources, verb: 'delete', action, before, changes: {}, after: undefined })
  await tx.emit(removedEvent(def), id, { before })
}

/** Copies current versions into history and fixes the moment at which they ended, for the statement that follows. */
function archiveVersion(def: EntityDef, customerId: number, ids: readonly number[]): RawBuilder<unknown> {
  const columns = sql.join(versionedColumns(def).map((c) => sql.ref(c)))
  return sql`with stamp as materialized (select moment() as at),
    archived as (insert into ${sql.table(`${def.name}_history`)} (${columns}, valid_from, valid_to)
      select ${columns}, updated_at, stamp.at from ${sql.table(def.name)}, stamp where customer_id = ${customerId} and id = any(${ids}::bigint[]))`
}

/** Over what history keeps of a version, so that `tools/verify-audit.ts` can recompute it from there; ranks change without a version. */
const digestOf = (def: EntityDef, alias: string) => sql`(select encode(sha256(convert_to(jsonb_object_agg(e.key, e.value)::text, 'UTF8')), 'hex')
  from jsonb_each(to_jsonb(${sql.ref(alias)})) e where e.key = any(${digestedColumns(def)}::text[]))`

interface Written {
  readonly row: Stored
  readonly digest: string
}

async function written(resource: Resource, changes: Changes, tx: Tx, count: number, statement: RawBuilder<unknown>): Promise<[Written, ...Written[]]> {
  try {
    const [first, ...rest] = await tx.run(statement as RawBuilder<Written>)
    if (!first || rest.length + 1 !== count) throw new Error(`${resource.def.name}: ${count} rows were to be written`)
    return [first, ...rest]
  } catch (error) {
    throw explained(resource, error, changes)
  }
}

/** Says a constraint's refusal in words: a taken identifier or name, a duplicate, a reference to nothing, a value out of bounds. */
export function explained(resource: Resource, error: unknown, changes: Changes = {}): unknown {
  const { constraint = '', column = '', detail = '' } = error as { constraint?: string; column?: string; detail?: string }
  const field =
    Object.keys(resource.def.fields).find((name) => constraint.includes(`_${name}_`) || detail.includes(`, ${name})`) || detail.includes(`${name}_id)`)) ??
    resource.def.title
  const taken = (key: string, path = field) => new AppError('CONFLICT', key, { fields: { [path]: [{ key }] } })
  switch (sqlState(error)) {
    case '23505': {
      if (/identifier/.test(constraint + detail)) return taken('kit.errors.identifier_taken', 'identifier')
      const [, language] = /_name_(?:(en|fr)_)?unique$/.exec(constraint) ?? []
      if (!constraint.endsWith('_unique') || field !== 'name') return taken('kit.errors.duplicate')
      // In the language that was written: a name in one language alone is read in both.
      const written = [language, 'en', 'fr'].find((lang) => lang !== undefined && (changes[`name_${lang}`] ?? null) !== null)
      return taken('kit.errors.name_taken', written ? `name_${written}` : field)
    }
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

/** After a write the rows must still be such as their writer may write: nobody moves a row out of their own reach, or creates one there. */
async function outOfReach(tx: Tx, grant: Grant, resource: Resource, ids: readonly number[], verb: 'create' | 'update'): Promise<{ id: number }[]> {
  const t = rowRef('t')
  const rule = resource.rules[verb](t, grant.who)
  if (rule === true) return []
  return tx.run(sql<{ id: number }>`select t.id from ${sql.table(resource.def.name)} as t
    where t.customer_id = ${tx.customerId} and t.id = any(${ids}::bigint[]) and (${asSql(rule)}) is not true`)
}

async function writeRelated(tx: Tx, resource: Resource, resources: Resources, id: number, changes: Changes, writer: Who | null): Promise<{ details?: string }> {
  const links = await writeLinks(tx, resource, resources, id, changes, writer)
  const owned = await writeOwnedRows(tx, resource, id, changes)
  const files = await writeFiles(tx, resource, id, changes)
  const path = files.came ?? owned.came
  if (path !== undefined) await assertRoom(tx, { entity: resource.def.name, id, path })
  const rows = { ...owned.rows, ...files.rows }
  const details: LinkDetails = { ...(Object.keys(links).length > 0 ? { links } : {}), ...(Object.keys(rows).length > 0 ? { rows } : {}) }
  return Object.keys(details).length > 0 ? { details: JSON.stringify(details) } : {}
}

const emptied = ({ def }: Resource): Changes =>
  Object.fromEntries(
    Object.entries(def.fields)
      .filter(([, f]) => !f.options.derived && ['links', 'rows', 'files'].includes(f.kind))
      .map(([name]) => [name, []]),
  )

function defaults({ def }: Resource): Changes {
  return Object.fromEntries(
    Object.entries(def.fields)
      .filter(([, f]) => f.options.default !== undefined && !f.options.derived)
      .map(([name, f]) => [name, f.options.default]),
  )
}

/** Values that are for holders of a further right stay as they are, or begin, for everybody else; throws INVALID. */
export function assertMaySet(grant: Grant, { def }: Resource, before: Readonly<Record<string, unknown>>, input: Changes): void {
  const fields: FieldMessages = {}
  for (const [name, field] of Object.entries(def.fields)) {
    const { setBy } = field.options
    if (!setBy || can(grant.who, setBy)) continue
    for (const key of inputKeys(name, field)) {
      const stored =
        field.kind === 'ref_one_of' && !(name in before)
          ? storedOneOf(name, field, before)
          : before[field.kind === 'ref' && `${name}_id` in before ? `${name}_id` : key]
      if (input[key] !== undefined && differs(stored, input[key])) fields[key] = [{ key: 'kit.errors.no_update_right' }]
    }
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
}

/** A localized name that must exist in one language may lose one, not both; throws INVALID. */
export function assertNamed({ def }: Resource, before: Stored, changes: Changes): void {
  for (const [name, field] of Object.entries(def.fields)) {
    if (field.kind !== 'localized' || field.options.need !== 'required') continue
    const keys = [`${name}_en`, `${name}_fr`]
    if (keys.every((key) => ((key in changes ? changes[key] : before[key]) ?? null) === null)) throw invalidField(name, 'kit.errors.name_needed')
  }
}

/** The columns that changes touch, with their values as SQL. */
function columnValues({ def }: Resource, changes: Changes): Map<string, RawBuilder<unknown>> {
  const columns = new Map<string, RawBuilder<unknown>>([...oneOfValues(def, changes)].map(([column, id]) => [column, sql`${id}`]))
  for (const [name, field] of Object.entries(def.fields)) {
    if (field.options.derived || ['links', 'rows', 'files', 'ref_one_of'].includes(field.kind)) continue
    if (field.kind === 'localized') {
      for (const key of [`${name}_en`, `${name}_fr`]) if (changes[key] !== undefined) columns.set(key, sql`${changes[key]}`)
    } else if (changes[name] !== undefined) {
      columns.set(field.kind === 'ref' ? `${name}_id` : name, field.kind === 'json' ? sql`${JSON.stringify(changes[name])}::jsonb` : sql`${changes[name]}`)
    }
  }
  return columns
}

const rawValue = ({ def }: Resource, column: string, changes: Changes) => {
  const ids = oneOfValues(def, changes)
  if (ids.has(column)) return ids.get(column)
  return column in changes && fieldOf(def, column)?.kind !== 'ref' ? changes[column] : changes[column.replace(/_id$/, '')]
}

/** Compares a stored JSON value with a given one; instants by their time, so that equal ones are no change. */
function differs(stored: unknown, given: unknown): boolean {
  if (typeof stored === 'string' && typeof given === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(stored)) return Date.parse(stored) !== Date.parse(given)
  return canonical(stored) !== canonical(given)
}

const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, v: unknown) =>
    v !== null && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).toSorted(([a], [b]) => (a < b ? -1 : 1))) : v,
  )

/** The verbs that a person holds on an entity, for what is shown before any row is read. */
export const mayCreate = (grant: Grant, { def }: Resource) => can(grant.who, def.rights.create)

/** Grants the right of an entity's verb, or refuses; an entity without the verb has no such call. */
export function authorizeVerb(tx: Tx, { def }: Resource, verb: Verb): Grant {
  const right = def.rights[verb]
  if (right === null) throw notFound()
  if (verb === 'create' && !can(tx.who, right) && !tx.who.session?.withheld.has(right)) throw forbidden('kit.errors.no_add_right')
  return authorize(tx.who, right)
}
