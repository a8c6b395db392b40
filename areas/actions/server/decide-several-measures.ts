import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { onward, type Grant } from '#kit/server/access/authorize.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { lockRows } from '#kit/server/data/store/locking.ts'
import { removeRows } from '#kit/server/data/store/remove-rows.ts'
import { resourceOf, type Changes, type Resources, type Stored } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { updateLocked } from '#kit/server/data/store/update-rows.ts'
import type { decideSeveral, undoSeveral } from '#areas/measures/contract/several.ts'
import { everyMeasure, holdPlans, undo } from '#areas/measures/server/index.ts'
import { coverageTurn } from '#areas/policies/server/index.ts'
import { buildAction } from './fork-run.ts'

type Decision = z.output<NonNullable<(typeof decideSeveral)['body']>>
type Undone = z.output<NonNullable<(typeof undoSeveral)['body']>>
interface Versioned {
  readonly id: number
  readonly version: number
}

const byId = (a: Versioned, b: Versioned) => a.id - b.id

/** Decides about several measures as about each of them; throws for the first that may not be decided about, and then none is. */
export async function decideAboutSeveral(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  { choice, measures: named, justification, plan }: Decision,
): Promise<{ measures: Versioned[]; actions: number[] }> {
  const measures = resourceOf(resources, 'measure')
  const ids = named.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw invalidField('measures', 'kit.errors.duplicate')
  if (choice === 'DISCARD' && justification === undefined) throw invalidField('justification', 'kit.errors.mandatory')
  if (choice === 'PLAN' && !plan) throw invalidField('plan', 'kit.errors.mandatory')
  const making = choice === 'PLAN' ? authorizeVerb(tx, resourceOf(resources, 'remediation'), 'create') : undefined
  await takeTurn(tx, coverageTurn())
  const { rows, refused } = await lockRows(tx, grant, measures, named, 'update')
  for (const refusal of refused.values()) throw refusal
  if (rows.some(({ status }) => status === 'IMPLEMENTED')) throw new AppError('CONFLICT', 'measures.errors.cannot_convert')
  const decided = rows.toSorted(byId)
  if (making && plan) {
    const actions = resourceOf(resources, 'remediation')
    const { program, manager = null, target_date = null } = plan
    const inputs = decided.map((row) => buildAction(row, { program, user: manager, group: null, due: target_date }))
    const made = await createRows(tx, making, actions, resources, inputs)
    return { measures: await versionsOf(tx, ids), actions: made.map(({ id }) => id) }
  }
  const input: Changes =
    choice === 'IMPLEMENT'
      ? { status: 'IMPLEMENTED', decision: null, justification: null, implemented_on: tx.today }
      : { status: 'NOT_IMPLEMENTED', decision: 'DISCARDED', justification }
  const action = choice === 'IMPLEMENT' ? 'implement' : 'discard'
  const written = await updateLocked(
    tx,
    grant,
    measures,
    resources,
    decided.map((before: Stored) => ({ before, input })),
    { action },
  )
  return { measures: written.map(({ id, version }) => ({ id, version })).toSorted(byId), actions: [] }
}

const versionsOf = (tx: Tx, ids: readonly number[]) =>
  tx.run(
    sql<{ id: number; version: number }>`select m.id, m.version from ${everyMeasure(tx.customerId)} m where m.id = any(${[...ids]}::bigint[]) order by m.id`,
  )

/** Takes a decision about several back; throws for the first of which that cannot be, and then all stays. */
export async function undoAboutSeveral(tx: Tx, grant: Grant, resources: Resources, { measures, actions }: Undone): Promise<number> {
  const plans = resourceOf(resources, 'remediation')
  if (actions.length > 0)
    await removeRows(
      tx,
      onward(grant, plans.def, 'delete'),
      plans,
      resources,
      [...new Set(actions)].toSorted((a, b) => a - b),
    )
  await holdPlans(
    tx,
    measures.map(({ id }) => id),
  )
  for (const { id, version } of measures.toSorted(byId)) await undo(tx, grant, resources, id, version)
  return measures.length + actions.length
}
