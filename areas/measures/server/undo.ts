import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { holdPlans } from './action-facts.ts'

/** Decisions that only change the measure's own row: what else they would have ended cannot come back. */
const undoable = ['implement', 'discard']

interface Former {
  readonly status: string
  readonly decision: string | null
  readonly justification: string | null
  readonly implemented_on: string | null
  readonly manager_id: number | null
}

/**
 * Takes back the decision that made a version, whoever made it. Throws STALE when the measure has changed since, CONFLICT when that version was
 * not made by a decision that can be taken back, or something else was done to the measure after it. A plan whose action has ended meanwhile is none any more.
 */
export async function undo(tx: Tx, grant: Grant, resources: Resources, id: number, version: number): Promise<void> {
  const measures = resourceOf(resources, 'measure')
  const plans = await holdPlans(tx, [id])
  await lockRow(tx, grant, measures, resources, id, 'update', version)
  const last = await tx.first(sql<{ action: string; object_version: number | null }>`select action, object_version from audit_log
    where customer_id = ${tx.customerId} and entity = 'measure' and object_id = ${id} order by seq desc, n desc limit 1`)
  const former = await tx.first(sql<Former>`select status, decision, justification, implemented_on::text as implemented_on, manager_id from measure_history
    where customer_id = ${tx.customerId} and id = ${id} and version = ${version - 1}`)
  if (!former || !last || last.object_version !== version || !undoable.includes(last.action)) throw new AppError('CONFLICT', 'measures.errors.cannot_undo')
  const { manager_id: manager, ...values } = former
  const ended = former.decision === 'PLANNED' && plans === 0
  await updateRow(tx, grant, measures, resources, id, { ...values, manager, ...(ended && { status: 'TO_IMPLEMENT', decision: null }) }, { action: 'undo' })
}
