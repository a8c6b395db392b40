import { sql } from 'kysely'
import { AppError, notFound } from '#kit/contract/errors.ts'
import { lockPlaces } from '#kit/server/data/database/lock-order.ts'
import { lockRow, lockRows, takeTurns } from '#kit/server/data/store/locking.ts'
import { authorizeVerb, createRow, removeRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Changes, Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { everyKey } from '#areas/programs/server/index.ts'
import { decides, type Targets } from './deciders.ts'
import { inputOf } from './changes.ts'

interface Decision {
  readonly accept: readonly { readonly id: number; readonly version: number | null }[]
  readonly refuse: readonly number[]
}

interface Open {
  readonly id: number
  readonly entity: string
  readonly object_id: number | null
  readonly changes: Changes
  readonly key_id: number
}

/** Does what is accepted, as if it were done by hand: what follows from a change follows from this one, by the right of whoever accepts, and marks both; all of it, or nothing. */
export async function decide(tx: Tx, targets: Targets, resources: Resources, proposal: number, { accept, refuse }: Decision): Promise<void> {
  const ids = [...accept.map(({ id }) => id), ...refuse]
  if (new Set(ids).size < ids.length) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: { refuse: [{ key: 'kit.errors.invalid_value' }] } })
  const found = await openOnes(tx, targets, proposal, ids)
  const versions = new Map(accept.map(({ id, version }) => [id, version]))
  const wanted = inLockOrder(
    resources,
    found.filter(({ id }) => versions.has(id)),
  )
  await holdAll(tx, targets, wanted.map(writing))
  for (const one of wanted) await accepted(tx, targets, resources, one, versions.get(one.id) ?? null)
  if (refuse.length > 0) {
    const refused = await mark(tx, refuse, sql`decision = 'NO'`)
    if (refused.length < refuse.length) throw decidedMeanwhile()
  }
  for (const key of new Set(found.map(({ key_id: one }) => one)))
    tx.audit({
      entity: 'api_key',
      object_id: key,
      action: 'decide_proposal',
      details: JSON.stringify({ proposal, accepted: accept.length, refused: refuse.length }),
    })
}

type Placed = Pick<Open, 'id' | 'entity' | 'object_id' | 'changes'>

/** In which rows of several entities are locked, by all who do (docs/decisions/0017); new ones after those that are there. */
function inLockOrder<T extends Placed>(resources: Resources, changes: readonly T[]): T[] {
  const places = lockPlaces(resources)
  const place = ({ entity }: Placed) => places(entity) ?? 0
  const row = ({ object_id: object }: Placed) => object ?? Number.POSITIVE_INFINITY
  return changes.toSorted((a, b) => place(a) - place(b) || (row(a) === row(b) ? a.id - b.id : row(a) - row(b)))
}

type Writing = Placed & { readonly verb: 'create' | 'update' | 'delete' }
const writing = (change: Placed): Writing => ({ ...change, verb: change.object_id === null ? 'create' : 'update' })

/** All turns before any row, and all rows that stay before the first is written: what follows from one write may lock what another change is about. */
async function holdAll(tx: Tx, targets: Targets, changes: readonly Writing[]): Promise<void> {
  const of = [...Map.groupBy(changes, ({ entity }) => entity)].flatMap(([entity, these]) => {
    const resource = targets.get(entity)
    return resource ? [{ resource, these }] : []
  })
  for (const { resource, these } of of) for (const { verb, changes: values } of these) await takeTurns(tx, resource, verb, values)
  for (const { resource, these } of of) {
    const rows = these.flatMap(({ object_id: id, verb }) => (id === null || verb !== 'update' ? [] : [{ id }]))
    if (rows.length > 0) await lockRows(tx, authorizeVerb(tx, resource, 'update'), resource, rows, 'update')
  }
}

const decidedMeanwhile = () => new AppError('CONFLICT', 'assistants.errors.decided')

/** Those of a proposal that may still be decided, in the order in which rows are written. Throws NOT_FOUND for what is not the reader's, CONFLICT for what is decided or over. */
async function openOnes(tx: Tx, targets: Targets, proposal: number, ids: readonly number[]): Promise<Open[]> {
  const rows = await tx.run(sql<Open & { open: boolean; over: boolean }>`select c.id, c.entity, c.object_id, c.changes, p.key_id, c.decision is null as open,
      p.withdrawn_at is not null or k.revoked_at is not null or p.ends_at <= ${tx.now} as over
    from proposal_change c join proposal p on p.customer_id = c.customer_id and p.id = c.proposal_id join ${everyKey(tx.customerId)} k on k.id = p.key_id
    where c.customer_id = ${tx.customerId} and c.proposal_id = ${proposal} and c.id = any(${[...ids]}::bigint[]) and ${decides(targets, tx.who)} order by c.id`)
  if (rows.length < ids.length || rows.length === 0) throw notFound()
  if (rows.some(({ over }) => over)) throw new AppError('CONFLICT', 'assistants.errors.over')
  if (rows.some(({ open }) => !open)) throw decidedMeanwhile()
  return rows
}

async function accepted(
  tx: Tx,
  targets: Targets,
  resources: Resources,
  { id, entity, object_id: object, changes }: Open,
  version: number | null,
): Promise<void> {
  const resource = targets.get(entity)
  if (!resource) throw notFound()
  if (object === null) {
    const made = await createRow(tx, authorizeVerb(tx, resource, 'create'), resource, resources, changes)
    const [marked] = await mark(tx, [id], sql`decision = 'YES', object_id = ${made.id}, made_version = ${made.version}`)
    if (marked === undefined) throw decidedMeanwhile()
    return
  }
  if (version === null) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: { accept: [{ key: 'kit.errors.invalid_value' }] } })
  const grant = authorizeVerb(tx, resource, 'update')
  const before = await lockRow(tx, grant, resource, resources, object, 'update', version)
  const after = await updateRow(tx, grant, resource, resources, object, changes)
  const former = JSON.stringify(inputOf(resource.def, before, Object.keys(changes)))
  const [marked] = await mark(tx, [id], sql`decision = 'YES', before = ${former}::jsonb, made_version = ${after.version}`)
  if (marked === undefined) throw decidedMeanwhile()
}

const mark = (tx: Tx, ids: readonly number[], set: ReturnType<typeof sql>) =>
  tx.run(sql<{ id: number }>`update proposal_change set ${set}, decided_by = ${tx.who.memberId}, decided_at = ${tx.now}
    where customer_id = ${tx.customerId} and id = any(${[...ids]}::bigint[]) and decision is null returning id`)

interface Decided extends Open {
  readonly refused: boolean
  readonly before: Changes | null
  readonly made_version: number | null
}

/** What the reader themselves decided is open again, and rows are as they were; throws STALE for a row that was changed since. */
export async function undoDecision(tx: Tx, targets: Targets, resources: Resources, proposal: number, ids: readonly number[]): Promise<void> {
  const rows = await tx.run(sql<Decided>`update proposal_change c set decision = null, decided_by = null, decided_at = null, before = null, made_version = null,
      object_id = case when d.read_version is null then null else c.object_id end
    from proposal_change d join proposal p on p.customer_id = d.customer_id and p.id = d.proposal_id where d.customer_id = c.customer_id and d.id = c.id and c.customer_id = ${tx.customerId} and c.proposal_id = ${proposal} and c.id = any(${[...new Set(ids)]}::bigint[])
      and d.decision is not null and d.decided_by = ${tx.who.memberId} returning d.id, p.key_id, d.entity, d.object_id, d.changes, d.decision = 'NO' as refused, d.before, d.made_version`)
  if (rows.length < new Set(ids).size) throw notFound()
  const back = inLockOrder(
    resources,
    rows.filter(({ refused, object_id: object }) => !refused && object !== null),
  )
  await holdAll(
    tx,
    targets,
    back.map((one) => ({ ...one, changes: one.before ?? {}, verb: one.before ? 'update' : 'delete' })),
  )
  for (const { id, entity, object_id: object, before, made_version: made } of back) {
    const resource = targets.get(entity)
    if (object === null || !resource) continue
    if (before) {
      const { version } = await updateRow(tx, authorizeVerb(tx, resource, 'update'), resource, resources, object, before, {
        action: 'bulk_undo',
        ...(made !== null && { version: made }),
      })
      // It is as it was read: nobody has changed it since.
      await tx.run(sql`update proposal_change set read_version = ${version} where customer_id = ${tx.customerId} and id = ${id}`)
    } else await removeRow(tx, authorizeVerb(tx, resource, 'delete'), resource, resources, object, made ?? undefined)
  }
  for (const key of new Set(rows.map(({ key_id: one }) => one)))
    tx.audit({ entity: 'api_key', object_id: key, action: 'undo_proposal', details: JSON.stringify({ proposal, changes: rows.length }) })
}

/** What a proposal would come to, if all that its reader may still accept of it were accepted: done as they would do it, in a transaction that is to be undone. Answers how many changes that is. */
export async function rehearseAll(tx: Tx, targets: Targets, resources: Resources, proposal: number): Promise<number> {
  const open = await tx.run(sql<Placed>`select c.id, c.entity, c.object_id, c.changes
    from proposal_change c join proposal p on p.customer_id = c.customer_id and p.id = c.proposal_id join ${everyKey(tx.customerId)} k on k.id = p.key_id
    where c.customer_id = ${tx.customerId} and c.proposal_id = ${proposal} and c.decision is null and p.withdrawn_at is null and k.revoked_at is null and p.ends_at > ${tx.now}
      and ${decides(targets, tx.who)} order by c.id`)
  const wanted = inLockOrder(resources, open)
  await holdAll(tx, targets, wanted.map(writing))
  for (const { entity, object_id: object, changes } of wanted) {
    const resource = targets.get(entity)
    if (!resource) continue
    if (object === null) await createRow(tx, authorizeVerb(tx, resource, 'create'), resource, resources, changes)
    else await updateRow(tx, authorizeVerb(tx, resource, 'update'), resource, resources, object, changes)
  }
  return wanted.length
}
