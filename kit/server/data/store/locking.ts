import { sql } from 'kysely'
import { AppError, forbidden, notFound } from '#kit/contract/errors.ts'
import { aheadOfRemovalEvent } from '#kit/contract/event.ts'
import type { Verb } from '#kit/contract/right.ts'
import { assertGranted, authorize, type Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { defaultTurn } from '#kit/server/data/resources/one-default.ts'
import { rankTurn } from './reorder.ts'
import type { Changes, Resource, Resources, Stored } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from './turn.ts'

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
  if (refusal?.status === 'STALE')
    throw new AppError('STALE', 'kit.errors.stale', { object: await getRow(tx, readingOf(grant, resource), resource, resources, id) })
  if (refusal || !found) throw refusal ?? notFound(resource.refusals?.access)
  return found.row
}

/** What nobody writes by a right of its own is read by one all the same. */
const readingOf = (grant: Grant, { def }: Resource): Grant => (grant.right === 'session' ? authorize(grant.who, def.rights.read) : grant)

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

/** What is to be done before rows are locked for removal is done by whoever follows that, once for all of them. */
export async function aheadOfRemoval(tx: Tx, { def }: Resource, ids: readonly number[]): Promise<void> {
  const [first] = ids
  if (first !== undefined) await tx.emit(aheadOfRemovalEvent(def), first, { ids })
}

/** Before anything else: what is decided together with other rows, and ranks, are given out one at a time. */
export async function takeTurns(tx: Tx, { def, turn }: Resource, verb: 'create' | WriteVerb, changes: Changes, ranked = false): Promise<void> {
  const names = [turn?.(verb, changes) ?? null, defaultTurn(def, verb, changes)].filter((name) => name !== null)
  // In one flight, so that whoever locks a row in the same one comes after both.
  await Promise.all(names.map((name) => takeTurn(tx, name)))
  if (def.ordered && verb === 'create' && !ranked) await takeTurn(tx, rankTurn(def))
}
