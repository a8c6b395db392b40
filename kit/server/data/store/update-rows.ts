import { sql } from 'kysely'
import { forbidden } from '#kit/contract/errors.ts'
import { changedEvent } from '#kit/contract/event.ts'
import { assertGranted, authorize, type Grant } from '#kit/server/access/authorize.ts'
import { columnValues, differs } from './column-values.ts'
import { afterWriting, beforeWriting, hooksEach } from '#kit/server/data/resources/hooks.ts'
import { checkLevels } from '#kit/server/data/resources/levels.ts'
import { checkReferences } from '#kit/server/data/links/links.ts'
import { lockRows } from './locking.ts'
import { assigned, recordSet } from './record-set.ts'
import { handOver, settleDefault } from '#kit/server/data/resources/one-default.ts'
import { writeRelated } from './related.ts'
import type { AnyWrite, Changes, Resource, Resources, Stored } from '#kit/server/data/resources/resource.ts'
import { indexForSearch, searchColumns } from '#kit/server/data/sql/search-document.ts'
import { notifyAssigned, notifyFollowers } from '#kit/server/data/people/notify-assigned.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { archiveVersion, digestOf, written } from './versions.ts'
import { assertMaySet, assertNamed, outOfReach } from './write-checks.ts'

export interface UpdateOptions {
  /** Names a transition in the history. */
  readonly action?: string | undefined
  /** What is added to it is the caller's to index for the search. */
  readonly unindexed?: number[] | undefined
}

interface RowUpdate {
  readonly id: number
  readonly version?: number
  readonly changes: Changes
}

/** Changes rows, each in its own way, as one row is changed; throws why one of them may not be written. Answers them as they are then, in the order given. */
export async function updateRows(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  updates: readonly RowUpdate[],
  options: UpdateOptions = {},
): Promise<Stored[]> {
  if (updates.length === 0) return []
  const { rows, refused } = await lockRows(tx, grant, resource, updates, 'update', Object.assign({}, ...updates.map(({ changes }) => changes)) as Changes)
  for (const refusal of refused.values()) throw refusal
  const stored = new Map(rows.map((row) => [row.id, row]))
  const wanted = updates.flatMap(({ id, changes }) => {
    const before = stored.get(id)
    stored.delete(id)
    return before ? [{ before, input: changes }] : []
  })
  if (wanted.length < updates.length) throw new Error(`${resource.def.name}: a row is named twice`)
  return updateLocked(tx, grant, resource, resources, wanted, options)
}

/** Before rows are written, the default that one of them takes is given up by the row that has it, with its history; see `settleDefault`. */
export async function takeDefault(resource: Resource, writes: readonly AnyWrite[]): Promise<void> {
  for (const write of writes) {
    const former = await settleDefault(resource.def, write)
    if (former === null) continue
    const { tx, grant, resources } = write
    const may = grant.work === undefined ? authorize(grant.who, resource.def.rights.update ?? 'session') : grant
    await updateRows(tx, may, resource, resources, [{ id: former, changes: { is_default: false } }], { action: handOver })
  }
}

interface LockedUpdate {
  readonly before: Stored
  readonly input: Changes
}

interface LockedChange {
  readonly before: Stored
  readonly changes: Changes
}

/** Changes rows that are locked; a change that changes nothing leaves no trace. */
export async function updateLocked(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  rows: readonly LockedUpdate[],
  options: UpdateOptions = {},
): Promise<Stored[]> {
  const { def } = resource
  const { action = 'update', unindexed } = options
  assertGranted(grant, def, 'update')
  if (rows.length > 1 && hooksEach(resource)) {
    const after: Stored[] = []
    for (const row of rows) after.push(...(await updateLocked(tx, grant, resource, resources, [row], options)))
    return after
  }
  for (const { before, input } of rows) assertMaySet(grant, resource, before, input)
  const writes = rows.map(({ before, input }) => ({ before, changes: { ...input } }))
  const contexts = writes.map((write) => ({ tx, grant, resources, verb: 'update' as const, action, ...write }))
  await beforeWriting(resource, contexts)
  await takeDefault(resource, contexts)
  for (const { before, changes } of writes) assertNamed(resource, before, changes)
  await checkReferences(tx, grant, resource, resources, writes, action)
  await checkLevels(tx, def, writes)
  const after = await writeChanges(tx, grant, resource, resources, writes, action, unindexed)
  const changed = contexts.flatMap((context) => (after.has(context.before.id) ? [{ ...context, after: after.get(context.before.id) }] : []))
  await afterWriting(resource, changed)
  for (const { before, after: row } of changed) {
    if (!row) continue
    notifyAssigned(tx, resource, row, before)
    notifyFollowers(tx, resource, row, before)
  }
  for (const { before, after: row } of changed) {
    if (!row) continue
    if (options.action !== undefined) await tx.emit(changedEvent(def, options.action), before.id, { before, after: row })
    // Whoever follows changes hears of each, whatever name it has.
    await tx.emit(changedEvent(def), before.id, { before, after: row })
  }
  return rows.map(({ before }) => after.get(before.id) ?? before)
}

/** Makes the same changes to rows that are locked: about as many statements as one row takes. Answers the rows as they are then. */
export const updateAlike = (
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  rows: readonly Stored[],
  changes: Changes,
  action: string,
): Promise<Stored[]> =>
  updateLocked(
    tx,
    grant,
    resource,
    resources,
    rows.map((before) => ({ before, input: changes })),
    { action },
  )

/** Writes changes to locked rows, with their history, search document and audit; answers those that are changed by them, by id. */
async function writeChanges(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  writes: readonly LockedChange[],
  action: string,
  unindexed?: number[],
): Promise<ReadonlyMap<number, Stored>> {
  const { def } = resource
  const related = await writeRelated(
    tx,
    resource,
    resources,
    writes.map(({ before, changes }) => ({ id: before.id, changes })),
    grant.who,
  )
  const differing = writes.map(({ before, changes }) => {
    const columns = Object.entries(columnValues(resource, changes)).filter(([column, value]) => differs(before[column], value))
    return { id: before.id, columns: Object.fromEntries(columns) }
  })
  const changed = differing.filter(({ id, columns }) => Object.keys(columns).length > 0 || related.has(id))
  if (changed.length === 0) return new Map()
  const ids = changed.map(({ id }) => id)
  const records = changed.map(({ columns }) => columns)
  const after = await written(
    resource,
    Object.assign({}, ...writes.map(({ changes }) => changes)) as Changes,
    tx,
    ids.length,
    sql`${archiveVersion(def, tx.customerId, ids)}
    update ${sql.table(def.name)} as t set ${sql.join([...assigned(records), sql`version = t.version + 1`, sql`updated_at = stamp.at`, sql`updated_by = ${tx.who.memberId}`])}
    from stamp, ${recordSet(
      def.name,
      changed.map(({ id, columns }) => ({ ...columns, id })),
    )} where t.customer_id = ${tx.customerId} and t.id = w.id returning to_jsonb(t) as row, ${digestOf(def, 't')} as digest`,
  )
  if ((await outOfReach(tx, grant, resource, ids, 'update')).length > 0) throw forbidden('kit.errors.no_update_right')
  const stored = new Map(writes.map(({ before }) => [before.id, before]))
  // A column may follow from others that were written.
  const retold = after.filter(({ row }) => searchColumns(def).some((column) => differs(stored.get(row.id)?.[column], row[column]))).map(({ row }) => row.id)
  if (unindexed) unindexed.push(...retold)
  else await indexForSearch(tx, resource, retold)
  for (const { row, digest } of after.toSorted((a, b) => a.row.id - b.row.id))
    tx.audit({ entity: def.name, object_id: row.id, action, version: row.version, digest, related: true, ...related.get(row.id) })
  return new Map(after.map(({ row }) => [row.id, row]))
}
