import { forbidden, notFound } from '#kit/contract/errors.ts'
import type { Verb } from '#kit/contract/right.ts'
import { assertGranted, authorize, can, type Grant } from '#kit/server/access/authorize.ts'
import { createRows } from './create-rows.ts'
import { aheadOfRemoval, lockRow, takeTurns } from './locking.ts'
import { removeLocked } from './remove-rows.ts'
import type { Changes, Resource, Resources, Stored } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateLocked, type UpdateOptions } from './update-rows.ts'

/** Creates a row with its links and children; answers it as stored. */
export async function createRow(tx: Tx, grant: Grant, resource: Resource, resources: Resources, input: Changes, action = 'create'): Promise<Stored> {
  const [row] = await createRows(tx, grant, resource, resources, [input], { action })
  if (!row) throw new Error(`${resource.def.name}: nothing was created`)
  return row
}

/** Changes a row; absent keys stay as they are, a write that changes nothing leaves no trace. Throws as `lockRow` does. */
export async function updateRow(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  id: number,
  input: Changes,
  { version, ...options }: UpdateOptions & { readonly version?: number } = {},
): Promise<Stored> {
  assertGranted(grant, resource.def, 'update')
  // In one flight, the row after the turn: whoever comes next waits for as long as this takes.
  const [, before] = await Promise.all([takeTurns(tx, resource, 'update', input), lockRow(tx, grant, resource, resources, id, 'update', version)])
  const [after] = await updateLocked(tx, grant, resource, resources, [{ before, input }], options)
  return after ?? before
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
  await takeTurns(tx, resource, 'delete', {})
  await aheadOfRemoval(tx, resource, [id])
  const before = await lockRow(tx, grant, resource, resources, id, 'delete', version)
  await removeLocked(tx, grant, resource, resources, [before], action)
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
