import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { removedEvent, removingEvent } from '#kit/contract/event.ts'
import { assertGranted, type Grant } from '#kit/server/access/authorize.ts'
import { emptied } from './column-values.ts'
import { sqlState } from '#kit/server/data/database/database-failure.ts'
import { afterWriting, beforeWriting, hooksEach } from '#kit/server/data/resources/hooks.ts'
import { aheadOfRemoval, lockRows, takeTurns } from './locking.ts'
import { settleDefault } from '#kit/server/data/resources/one-default.ts'
import { writeRelated } from './related.ts'
import type { Resource, Resources, Stored } from '#kit/server/data/resources/resource.ts'
import { forgetInSearch } from '#kit/server/data/sql/search-document.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { archiveVersion } from './versions.ts'

/** Removes rows as one row is removed; throws why one of them may not be, or IN_USE while another row refers to one of them. */
export async function removeRows(tx: Tx, grant: Grant, resource: Resource, resources: Resources, ids: readonly number[], action = 'delete'): Promise<void> {
  if (ids.length === 0) return
  await takeTurns(tx, resource, 'delete', {})
  await aheadOfRemoval(tx, resource, ids)
  const { rows, refused } = await lockRows(
    tx,
    grant,
    resource,
    ids.map((id) => ({ id })),
    'delete',
  )
  for (const refusal of refused.values()) throw refusal
  await removeLocked(tx, grant, resource, resources, rows, action)
}

/** Removes rows that are locked; their versions stay in history. */
export async function removeLocked(tx: Tx, grant: Grant, resource: Resource, resources: Resources, rows: readonly Stored[], action: string): Promise<void> {
  const { def } = resource
  assertGranted(grant, def, 'delete')
  if (rows.length > 1 && hooksEach(resource)) {
    for (const row of rows) await removeLocked(tx, grant, resource, resources, [row], action)
    return
  }
  const ids = rows.map(({ id }) => id)
  const contexts = rows.map((before) => ({ tx, grant, resources, verb: 'delete' as const, action, before, changes: {} }))
  await beforeWriting(resource, contexts)
  for (const context of contexts) await settleDefault(def, context)
  for (const before of rows) await tx.emit(removingEvent(def), before.id, { before })
  const related = await endRelated(tx, resource, resources, ids)
  try {
    await tx.run(
      sql`${archiveVersion(def, tx.customerId, ids)} delete from ${sql.table(def.name)} t using stamp where t.customer_id = ${tx.customerId} and t.id = any(${ids}::bigint[])`,
    )
  } catch (error) {
    if (sqlState(error) === '23503') throw new AppError('IN_USE', 'kit.errors.in_use')
    throw error
  }
  await forgetInSearch(tx, resource, ids)
  for (const { id, version } of rows) tx.audit({ entity: def.name, object_id: id, action, version, related: true, ...related.get(id) })
  await afterWriting(
    resource,
    contexts.map((context) => ({ ...context, after: undefined })),
  )
  for (const before of rows) await tx.emit(removedEvent(def), before.id, { before })
}

/**
 * Keeps rows that the database removes together with the row that they belong to, just before it does: their versions and what belongs to them go to history, the audit
 * is told, the search forgets them. They need no locks of their own: whoever changes one holds the row that is locked for removal. No events: that row has its own.
 */
export async function archiveRows(tx: Tx, grant: Grant, resource: Resource, resources: Resources, ids: readonly number[]): Promise<void> {
  const { def } = resource
  assertGranted(grant, def, 'delete')
  if (ids.length === 0) return
  const related = await endRelated(tx, resource, resources, ids)
  const rows = await tx.run(sql<{ id: number; version: number }>`${archiveVersion(def, tx.customerId, ids)}
    select id, version from ${sql.table(def.name)} where customer_id = ${tx.customerId} and id = any(${ids}::bigint[]) order by id`)
  await forgetInSearch(tx, resource, ids)
  for (const { id, version } of rows) tx.audit({ entity: def.name, object_id: id, action: 'delete', version, related: true, ...related.get(id) })
}

/** Ends the links, owned rows and files of rows that go. */
function endRelated(tx: Tx, resource: Resource, resources: Resources, ids: readonly number[]) {
  const nothing = emptied(resource)
  return writeRelated(
    tx,
    resource,
    resources,
    ids.map((id) => ({ id, changes: nothing })),
    null,
  )
}
