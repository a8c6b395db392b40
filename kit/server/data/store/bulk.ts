import { sql } from 'kysely'
import { AppError, invalidField, notFound, type FieldMessages } from '#kit/contract/errors.ts'
import { fileInput, inputKeys, type Field, type FileReference } from '#kit/contract/field.ts'
import { namedRow } from '#kit/contract/one-of.ts'
import { onlyIn } from '#kit/contract/work-item.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { hooksEach } from '#kit/server/data/resources/hooks.ts'
import type { Row } from '#kit/server/data/lists/list-engine.ts'
import type { Changes, Resource, Resources, Stored } from '#kit/server/data/resources/resource.ts'
import { indexForSearch } from '#kit/server/data/sql/search-document.ts'
import { selectRow } from '#kit/server/data/sql/select-row.ts'
import { aheadOfRemoval, lockRows, takeTurns } from './locking.ts'
import { removeRow, updateRow } from './store.ts'
import { updateAlike } from './update-rows.ts'
import { assertMaySet, assertNamed } from './write-checks.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from './turn.ts'
import { keepUndo } from './undo-tickets.ts'

interface Target {
  readonly id: number
  readonly version?: number
}

type Rows = readonly Stored[]

/**
 * Bulk writes of one kind of rows take turns: what follows from each row (the measures of an action, say) may lock other rows in an order of its own,
 * and two at once would each wait for the other. All rows are locked first, in one statement, then each is written in the order of the ids; if any
 * fails all are refused, each failing one named.
 */
async function onLocked(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  targets: readonly Target[],
  { verb, changes }: { verb: 'update' | 'delete'; changes?: Changes },
  write: (rows: Rows, attempt: Attempt) => Promise<void>,
): Promise<void> {
  await takeTurn(tx, `${resource.def.name} bulk`)
  if (verb === 'delete') {
    await takeTurns(tx, resource, verb, {})
    await aheadOfRemoval(
      tx,
      resource,
      targets.map(({ id }) => id),
    )
  }
  const { rows, refused } = await lockRows(tx, grant, resource, targets, verb, changes)
  const failing: FieldMessages = {}
  const note = (id: number, { key, details: { fields, values } }: AppError) => {
    const messages = Object.values(fields ?? {}).flat()
    failing[`rows.${id}`] = messages.length > 0 ? messages : [{ key, values }]
  }
  for (const [id, refusal] of refused) note(id, refusal)
  const attempt: Attempt = async (ids, work) => {
    try {
      await work()
      return true
    } catch (error) {
      if (error instanceof AppError) for (const id of ids) note(id, error)
      // A refusal by the database itself has ended the transaction: nothing more can be learnt from the other rows.
      else if (Object.keys(failing).length === 0) throw error
      return false
    }
  }
  await write(rows, attempt)
  if (Object.keys(failing).length > 0)
    throw new AppError('INVALID', 'kit.errors.bulk_refused', { fields: failing, values: { count: Object.keys(failing).length } })
}

/** Runs the write of some rows and remembers why it failed for them; answers whether it did not. */
type Attempt = (ids: readonly number[], work: () => Promise<void> | void) => Promise<boolean>

/** Applies the same changes to up to 1,000 rows, all or nothing, and some only where a row has nothing yet; answers the ticket of its one undo, and the versions that it made. */
export async function bulkUpdate(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  targets: readonly Target[],
  changes: Changes,
  whereEmpty: Changes = {},
): Promise<{ readonly undo: string; readonly rows: readonly Versioned[] }> {
  const { id: _, version: __, ...all } = changes
  const { id: ___, version: ____, ...missing } = whereEmpty
  const asked = { ...all, ...missing }
  if (Object.keys(asked).length === 0) throw invalidField('changes', 'kit.errors.mandatory')
  // A change of status may empty what the rows had of the status that they leave, and one field what another held: an undo brings that back too.
  const { def, work, oneOf = [] } = resource
  const emptied = [
    ...(work && asked[work.status] !== undefined ? Object.keys(onlyIn(work)).flatMap((name) => inputKeys(name, def.fields[name] as Field)) : []),
    ...oneOf.flatMap(([one, other]) => [...(asked[one] === undefined ? [] : [other]), ...(asked[other] === undefined ? [] : [one])]),
  ]
  let before: Edited[] = []
  await onLocked(tx, grant, resource, targets, { verb: 'update', changes: asked }, async (rows, attempt) => {
    const earlier = await previous(
      tx,
      grant,
      resource,
      resources,
      rows.map(({ id }) => id),
      [...Object.keys(asked), ...emptied],
    )
    const edited = ({ id, version }: Stored): Edited => ({
      id,
      version,
      changes: Object.fromEntries(Object.entries(earlier.get(id) ?? {}).filter(([key, value]) => key in asked || !isEmpty(value))),
    })
    if (!hooksEach(resource) && !resource.beforeWrites && Object.keys(missing).length === 0) {
      const sound: Stored[] = []
      for (const row of rows)
        if (
          await attempt([row.id], () => {
            assertMaySet(grant, resource, row, all)
            assertNamed(resource, row, all)
          })
        )
          sound.push(row)
      await attempt(
        sound.map(({ id }) => id),
        async () => {
          before = (await updateAlike(tx, grant, resource, resources, sound, all, 'bulk_update')).map(edited)
        },
      )
      return
    }
    const unindexed: number[] = []
    for (const { id } of rows) {
      const values = { ...all, ...Object.fromEntries(Object.entries(missing).filter(([key]) => isEmpty(earlier.get(id)?.[key]))) }
      await attempt([id], async () => {
        before.push(edited(await updateRow(tx, grant, resource, resources, id, values, { action: 'bulk_update', unindexed })))
      })
    }
    await attempt([], () => indexForSearch(tx, resource, unindexed))
  })
  return { undo: await keepUndo(tx, resource.def.name, before), rows: before.map(({ id, version }) => ({ id, version })) }
}

const isEmpty = (value: unknown) => value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** A row as a write left it. */
interface Versioned {
  readonly id: number
  readonly version: number
}

/** What an undo needs of a row: the version that the edit made, and the values before, in the form a write takes. */
interface Edited extends Versioned {
  readonly changes: Changes
}

/** The values that would bring rows back, by id. */
async function previous(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  ids: readonly number[],
  keys: readonly string[],
): Promise<Map<number, Changes>> {
  const { def } = resource
  const touched = Object.entries(def.fields).filter(([name, field]) => inputKeys(name, field).some((key) => keys.includes(key)))
  const rows = await tx.run(sql<Row & { id: number }>`select ${selectRow(
    resource,
    resources,
    grant.who,
    touched.map(([name]) => name),
  )}
    from ${sql.table(def.name)} as t where t.customer_id = ${tx.customerId} and t.id = any(${ids}::bigint[])`)
  return new Map(rows.map((row) => [row.id, valuesOf(touched, row, keys)]))
}

/** What was read of some fields, or of those keys of them, in the form a write takes. */
function valuesOf(fields: readonly (readonly [string, Field])[], row: Row, keys?: readonly string[]): Changes {
  const changes: Changes = {}
  for (const [name, field] of fields) {
    for (const key of inputKeys(name, field)) {
      if (keys && !keys.includes(key)) continue
      const value = row[key]
      if (field.kind === 'ref') changes[key] = (value as { id: number } | null)?.id ?? null
      else if (field.kind === 'ref_one_of') changes[key] = namedRow(value)
      else if (field.kind === 'links') changes[key] = (value as { id: number }[]).map((v) => v.id)
      else if (field.kind === 'files') changes[key] = (value as FileReference[]).map(fileInput)
      else if (field.kind === 'rows')
        changes[key] = (value as (Row & { id: number })[]).map((child) => ({ id: child.id, ...valuesOf(Object.entries(field.options.fields ?? {}), child) }))
      else changes[key] = value
    }
  }
  return changes
}

/** Takes a bulk edit back, once, by its author, for as long as none of its rows has changed since; answers the versions that this made. */
export async function bulkUndo(tx: Tx, grant: Grant, resource: Resource, resources: Resources, ticket: string): Promise<Versioned[]> {
  const mine = sql`customer_id = ${tx.customerId} and id = ${ticket} and entity = ${resource.def.name} and member_id is not distinct from ${grant.who.memberId} and not undone`
  const edit = await tx.first(sql<{ before: Edited[] }>`select before from bulk_edit where ${mine}`)
  if (!edit) throw notFound()
  const byId = new Map(edit.before.map((entry) => [entry.id, entry.changes]))
  const changes: Changes = Object.assign({}, ...byId.values())
  const written: Versioned[] = []
  await onLocked(tx, grant, resource, edit.before, { verb: 'update', changes }, async (rows, attempt) => {
    // Asked twice at once, only the first is an undo.
    if (!(await tx.first(sql`update bulk_edit set undone = true where ${mine} returning 1`))) throw notFound()
    const unindexed: number[] = []
    for (const { id } of rows)
      await attempt([id], async () => {
        const { version } = await updateRow(tx, grant, resource, resources, id, byId.get(id) ?? {}, { action: 'bulk_undo', unindexed })
        written.push({ id, version })
      })
    await attempt([], () => indexForSearch(tx, resource, unindexed))
  })
  return written
}

/** Removes up to 1,000 rows, all or nothing. */
export async function bulkRemove(tx: Tx, grant: Grant, resource: Resource, resources: Resources, ids: readonly number[]): Promise<void> {
  await onLocked(
    tx,
    grant,
    resource,
    [...new Set(ids)].map((id) => ({ id })),
    { verb: 'delete' },
    async (rows, attempt) => {
      for (const { id } of rows) {
        await attempt([id], async () => {
          await tx.send('savepoint bulk')
          try {
            await removeRow(tx, grant, resource, resources, id)
          } catch (error) {
            await tx.send('rollback to savepoint bulk')
            throw error
          }
        })
      }
    },
  )
}
