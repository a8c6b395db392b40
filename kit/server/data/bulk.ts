import { sql } from 'kysely'
import { AppError, invalidField, notFound, type FieldMessages } from '#kit/contract/errors.ts'
import { inputKeys } from '#kit/contract/field.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import type { Changes, Resource, Resources } from './resource.ts'
import { getRow, removeRow, updateRow } from './store.ts'
import type { Row } from './list-engine.ts'
import type { Tx } from './transaction.ts'

interface Target {
  readonly id: number
  readonly version?: number
}

/** Runs a write on each row in id order, so that two bulk edits cannot lock each other; refuses all, naming every failing row, if one fails. */
async function each(targets: readonly Target[], write: (target: Target) => Promise<void>): Promise<void> {
  const failing: FieldMessages = {}
  for (const target of targets.toSorted((a, b) => a.id - b.id)) {
    try {
      await write(target)
    } catch (error) {
      // A refusal by the database itself has ended the transaction: nothing more can be learnt from the other rows.
      if (!(error instanceof AppError)) throw error
      const messages = Object.values(error.details.fields ?? {}).flat()
      failing[`rows.${target.id}`] = messages.length > 0 ? messages : [{ key: error.key, values: error.details.values }]
    }
  }
  if (Object.keys(failing).length > 0) throw new AppError('INVALID', 'kit.errors.bulk_refused', { fields: failing, values: { count: Object.keys(failing).length } })
}

/** Applies the same changes to up to 1,000 rows, all or nothing; answers the ticket of its one undo. */
export async function bulkUpdate(tx: Tx, grant: Grant, resource: Resource, resources: Resources, targets: readonly Target[], changes: Changes): Promise<string> {
  const { id: _, version: __, ...values } = changes
  if (Object.keys(values).length === 0) throw invalidField('changes', 'kit.errors.mandatory')
  const before: { id: number; version: number; changes: Changes }[] = []
  await each(targets, async ({ id, version }) => {
    const row = await getRow(tx, grant, resource, resources, id)
    const written = await updateRow(tx, grant, resource, resources, id, { ...values }, { ...(version !== undefined && { version }), action: 'bulk_update' })
    before.push({ id, version: written.version, changes: previous(resource, row, Object.keys(values)) })
  })
  const saved = await tx.first(sql<{ id: string }>`insert into bulk_edit (customer_id, member_id, entity, before)
    values (${tx.customerId}, ${grant.who.memberId}, ${resource.def.name}, ${JSON.stringify(before)}::jsonb) returning id`)
  return saved?.id ?? ''
}

/** The values that would bring a row back, in the form a write takes. */
function previous({ def }: Resource, row: Row, keys: readonly string[]): Changes {
  const changes: Changes = {}
  for (const [name, field] of Object.entries(def.fields)) {
    for (const key of inputKeys(name, field)) {
      if (!keys.includes(key)) continue
      const value = row[key]
      if (field.kind === 'ref') changes[key] = (value as { id: number } | null)?.id ?? null
      else if (field.kind === 'links' || field.kind === 'files') changes[key] = (value as { id: number }[]).map((v) => v.id)
      else changes[key] = value
    }
  }
  return changes
}

/** Takes a bulk edit back, once, by its author, for as long as none of its rows has changed since. */
export async function bulkUndo(tx: Tx, grant: Grant, resource: Resource, resources: Resources, ticket: string): Promise<void> {
  const edit = await tx.first(sql<{ before: { id: number; version: number; changes: Changes }[] }>`update bulk_edit set undone = true
    where customer_id = ${tx.customerId} and id = ${ticket} and entity = ${resource.def.name} and member_id is not distinct from ${grant.who.memberId} and not undone returning before`)
  if (!edit) throw notFound()
  const byId = new Map(edit.before.map((entry) => [entry.id, entry]))
  await each(edit.before, async ({ id }) => {
    const entry = byId.get(id)
    if (entry) await updateRow(tx, grant, resource, resources, id, entry.changes, { version: entry.version, action: 'bulk_undo' })
  })
}

/** Removes up to 1,000 rows, all or nothing. */
export async function bulkRemove(tx: Tx, grant: Grant, resource: Resource, resources: Resources, ids: readonly number[]): Promise<void> {
  await each([...new Set(ids)].map((id) => ({ id })), async ({ id }) => {
    await tx.send('savepoint bulk')
    try {
      await removeRow(tx, grant, resource, resources, id)
    } catch (error) {
      await tx.send('rollback to savepoint bulk')
      throw error
    }
  })
}
