import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError, forbidden, invalidField, type FieldMessages } from '#kit/contract/errors.ts'
import { onward, type Grant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Changes, type Resources, type Stored } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { coverageTurn } from '#areas/policies/server/index.ts'
import { implement, measureFor, reset } from '#areas/measures/server/index.ts'
import type { forkRun } from '#areas/actions/contract/calls.ts'
import { isOpen } from '#areas/actions/contract/remediation-work.ts'
import { holdActions } from './measure-link.ts'
import { fromMeasure } from './origin.ts'

/** Where the action of a planned measure goes, who leads it and until when. */
interface Planned {
  readonly program: number
  readonly user: number | null
  readonly group: number | null
  readonly due: string | null
}

type Payload = z.output<NonNullable<(typeof forkRun)['body']>>

/** Implements a measure model in a perimeter, or plans it by a new or an existing action (MEA-20 … MEA-24). */
export async function forkIntoMeasure(tx: Tx, grant: Grant, resources: Resources, body: Payload): Promise<{ measure_id: number; remediation_id?: number }> {
  const { perimeter_id: perimeter, program, remediation_id: existing, user = null, group = null, target_date: due = null } = body
  if (!perimeter)
    throw new AppError('INVALID', 'measures.errors.missing_perimeter', {
      fields: { perimeter_id: [{ key: 'measures.errors.missing_perimeter' }] },
    })
  if (user !== null && group !== null) throw invalidField('group', 'actions.errors.manager_or_group')
  const perimeters = resourceOf(resources, 'perimeter')
  await getRow(tx, onward(grant, perimeters.def, 'read'), perimeters, resources, perimeter).catch(() => {
    throw invalidField('perimeter_id', 'kit.errors.missing_reference')
  })
  if (due !== null && !program) throw invalidField('target_date', 'actions.errors.date_for_action')
  await takeTurn(tx, coverageTurn())
  const actions = resourceOf(resources, 'remediation')
  const action = existing ? await lockRow(tx, onward(grant, actions.def, 'update'), actions, resources, existing, 'update') : undefined
  const measure = await measureFor(tx, grant, resources, { solution: body.id, perimeter })
  const row = await lockRow(tx, grant, resourceOf(resources, 'measure'), resources, measure, 'update')
  if (row.status === 'IMPLEMENTED') throw new AppError('CONFLICT', 'measures.errors.cannot_convert')
  if (action) return { measure_id: measure, remediation_id: await serveToo(tx, grant, resources, action, row) }
  if (program) return { measure_id: measure, remediation_id: await build(tx, resources, row, { program, user, group, due }) }
  // Only recurring tasks, which do not exist yet, would be a group's.
  if (group !== null) throw invalidField('group', 'actions.errors.group_for_action')
  if (body.implemented_on && body.implemented_on > tx.today) throw invalidField('implemented_on', 'kit.errors.date_future')
  await implement(tx, grant, resources, measure, {
    // An empty field says that nobody manages it; one that is not sent says nothing.
    ...(body.user !== undefined && { manager: body.user }),
    ...(body.implemented_on && { on: body.implemented_on }),
  })
  return { measure_id: measure }
}

async function build(tx: Tx, resources: Resources, measure: Stored, o: Planned): Promise<number> {
  const actions = resourceOf(resources, 'remediation')
  const made = await createRow(tx, authorizeVerb(tx, actions, 'create'), actions, resources, buildAction(measure, o))
  return made.id
}

/** The action that is to put a measure in place, as its model foresees it; planned once it is said until when. */
export const buildAction = (measure: Stored, o: Planned): Changes => ({
  name_en: measure.name_en,
  name_fr: measure.name_fr,
  type: 'BUILD',
  program: o.program,
  perimeter: measure.perimeter_id,
  measure: measure.id,
  manager: o.user,
  group: o.group,
  workload: measure.build_days,
  ...(o.due !== null && { target_date: o.due, status: 'PLANNED' }),
})

/** An open action that implements nothing yet, or already implements other measures, implements this one too (ACT-02 «existing»). */
async function serveToo(tx: Tx, grant: Grant, resources: Resources, action: Stored, measure: Stored): Promise<number> {
  const actions = resourceOf(resources, 'remediation')
  const { id } = action
  if (!isOpen(action.status) || action.type === 'UPGRADE') throw invalidField('remediation_id', 'actions.errors.cannot_implement')
  const first = action.type === 'SIMPLE' || action.measure_id === null
  const others = await tx.run(
    sql<{
      id: number
    }>`select target_id as id from remediation__measures where customer_id = ${tx.customerId} and owner_id = ${id}`,
  )
  const known = others.map((other) => other.id)
  if (!first && (action.measure_id === measure.id || known.includes(measure.id))) throw invalidField('remediation_id', 'kit.errors.duplicate')
  await updateRow(
    tx,
    onward(grant, actions.def, 'update'),
    actions,
    resources,
    id,
    first ? { type: 'BUILD', measure: measure.id, source: 'BUILD', ...fromMeasure(measure.id) } : { measures: [...known, measure.id] },
    { action: 'link' },
  )
  return id
}

/** Back to «to be handled», with its consequences. */
export async function resetToBeHandled(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<void> {
  const measures = resourceOf(resources, 'measure')
  const row = await getRow(tx, grant, measures, resources, id)
  if (row.edit_right !== true) throw forbidden('measures.errors.no_reset')
  if (row.reset_right !== true) throw new AppError('CONFLICT', 'measures.errors.cannot_convert')
  await holdActions(tx, id)
  await reset(tx, grant, resources, id)
}

/** Gives an action to the one who asks, unless somebody else is in charge. */
export async function takeCharge(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<void> {
  const actions = resourceOf(resources, 'remediation')
  const row = await lockRow(tx, grant, actions, resources, id, 'update')
  const { memberId, groupIds } = tx.who
  if (memberId === null) throw forbidden()
  const taken: FieldMessages = { manager: [{ key: 'actions.errors.already_assigned' }] }
  if (row.manager_id !== null && row.manager_id !== memberId) throw new AppError('CONFLICT', 'actions.errors.already_assigned', { fields: taken })
  if (row.group_id !== null && !groupIds.includes(row.group_id as number)) throw new AppError('CONFLICT', 'actions.errors.already_assigned', { fields: taken })
  await updateRow(tx, grant, actions, resources, id, { manager: memberId, group: null }, { action: 'assign_me' })
}
