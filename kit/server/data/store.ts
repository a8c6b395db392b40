import { sql } from 'kysely'
import { AppError, forbidden, notFound } from '#kit/contract/errors.ts'
import { changedEvent, createdEvent, removedEvent, removingEvent } from '#kit/contract/event.ts'
import type { Verb } from '#kit/contract/right.ts'
import { assertGranted, authorize, can, type Grant } from '#kit/server/access/authorize.ts'
import type { Who } from '#kit/server/access/who.ts'
import { assertRoom } from './attached-files.ts'
import { columnValues, defaults, differs, emptied, rawValue } from './column-values.ts'
import { sqlState } from './database-failure.ts'
import { nextIdentifier } from './identifier.ts'
import type { LinkDetails } from './link-details.ts'
import { checkReferences, writeFiles, writeLinks, writeOwnedRows } from './links.ts'
import { lockRow, takeTurns } from './locking.ts'
import type { Changes, Resource, Resources, Stored } from './resource.ts'
import { forgetInSearch, indexForSearch, searchColumns } from './search-document.ts'
import type { Tx } from './transaction.ts'
import { archiveVersion, digestOf, written } from './versions.ts'
import { assertMaySet, assertNamed, outOfReach } from './write-checks.ts'

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

/** The verbs that a person holds on an entity, for what is shown before any row is read. */
export const mayCreate = (grant: Grant, { def }: Resource) => can(grant.who, def.rights.create)

/** Grants the right of an entity's verb, or refuses; an entity without the verb has no such call. */
export function authorizeVerb(tx: Tx, { def }: Resource, verb: Verb): Grant {
  const right = def.rights[verb]
  if (right === null) throw notFound()
  if (verb === 'create' && !can(tx.who, right) && !tx.who.session?.withheld.has(right)) throw forbidden('kit.errors.no_add_right')
  return authorize(tx.who, right)
}
