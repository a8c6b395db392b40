import { sql } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Changes, type Resources, type Stored, type WriteContext } from '#kit/server/data/resources/resource.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { defaultPersonAt } from '#kit/server/data/work/default-responsible.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { coverageTurn } from '#areas/policies/server/index.ts'
import { measureResetting } from '#areas/measures/contract/events.ts'
import type { measure } from '#areas/measures/contract/measure.ts'
import { writeBeneficiaries } from './beneficiaries.ts'
import { efficiency } from './derived.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'

interface Where {
  readonly solution: number
  readonly perimeter: number
}

/** The measure of a perimeter for a solution; made «to be handled» where no policy has called for it yet. */
export async function measureFor(tx: Tx, grant: Grant, resources: Resources, { solution, perimeter }: Where): Promise<number> {
  await takeTurn(tx, coverageTurn())
  const known = await tx.first(
    sql<{ id: number }>`select id from measure where customer_id = ${tx.customerId} and solution_id = ${solution} and perimeter_id = ${perimeter}`,
  )
  if (known) return known.id
  const model = await valuesOfModel(tx, solution)
  if (!model) throw invalidField('id', 'kit.errors.missing_reference')
  const made = await createRow(tx, grant, resourceOf(resources, 'measure'), resources, { ...model, solution, perimeter })
  return made.id
}

/** What a measure takes over from its model until somebody says otherwise (MEA-18). */
export async function valuesOfModel(tx: Tx, solution: number): Promise<Changes | undefined> {
  const model = await tx.first(sql<Stored>`select * from solution where customer_id = ${tx.customerId} and id = ${solution}`)
  if (!model) return undefined
  const { name_en, name_fr, description_en, description_fr, category_id, yearly_cost, yearly_internal_charge, build_days } = model
  return { name_en, name_fr, description_en, description_fr, category: category_id, yearly_cost, yearly_internal_charge, build_days }
}

/** IMPLEMENTED from a day on (today, in the customer's time zone, unless said); of which nobody says who manages it, and nobody does yet, whoever is responsible there by default. */
export async function implement(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  id: number,
  o: { on?: string; manager?: number | null; version?: number } = {},
): Promise<Stored> {
  const manager = o.manager === undefined ? await managerByDefault(tx, id) : o.manager
  return updateRow(
    tx,
    grant,
    resourceOf(resources, 'measure'),
    resources,
    id,
    {
      status: 'IMPLEMENTED',
      decision: null,
      justification: null,
      implemented_on: o.on ?? tx.today,
      ...(manager !== undefined && { manager }),
    },
    { action: 'implement', ...(o.version !== undefined && { version: o.version }) },
  )
}

async function managerByDefault(tx: Tx, id: number): Promise<number | undefined> {
  const open = await tx.first(
    sql<{ perimeter_id: number }>`select perimeter_id from measure where customer_id = ${tx.customerId} and id = ${id} and manager_id is null`,
  )
  return open ? ((await defaultPersonAt(tx, open.perimeter_id, 'measure.write')) ?? undefined) : undefined
}

/** NOT_IMPLEMENTED because an action is to implement it; an implemented measure cannot go back to planned. */
export async function plan(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<Stored> {
  await refuseImplemented(tx, grant, resources, id)
  return updateRow(
    tx,
    grant,
    resourceOf(resources, 'measure'),
    resources,
    id,
    { status: 'NOT_IMPLEMENTED', decision: 'PLANNED', justification: null },
    { action: 'plan' },
  )
}

/** Back to «to be handled» because no action is to implement it any more; a measure that is not planned stays as it is. */
export async function unplan(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<void> {
  const row = await tx.first(sql<{ decision: string | null }>`select decision from measure where customer_id = ${tx.customerId} and id = ${id}`)
  if (row?.decision === 'PLANNED')
    await updateRow(tx, grant, resourceOf(resources, 'measure'), resources, id, { status: 'TO_IMPLEMENT', decision: null }, { action: 'unplan' })
}

/** NOT_IMPLEMENTED on purpose, with the reason why. */
export async function discard(tx: Tx, grant: Grant, resources: Resources, id: number, justification: string, version?: number): Promise<Stored> {
  await refuseImplemented(tx, grant, resources, id, version)
  return updateRow(
    tx,
    grant,
    resourceOf(resources, 'measure'),
    resources,
    id,
    { status: 'NOT_IMPLEMENTED', decision: 'DISCARDED', justification },
    { action: 'discard' },
  )
}

/** What may not be changed is refused for that before it is for what it is. */
async function refuseImplemented(tx: Tx, grant: Grant, resources: Resources, id: number, version?: number): Promise<void> {
  const row = await lockRow(tx, grant, resourceOf(resources, 'measure'), resources, id, 'update', version)
  if (row.status === 'IMPLEMENTED') throw new AppError('CONFLICT', 'measures.errors.cannot_convert')
}

/**
 * Back to «to be handled»: the decision, the description's changes and the benefits of others go; all stays in history. The area of actions
 * ends what it tied to the measure by handling `measure.reset`, in the same transaction.
 */
export async function reset(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<Stored> {
  await tx.emit(measureResetting, id)
  const before =
    await tx.first(sql<Stored>`select m.*, s.description_en as model_en, s.description_fr as model_fr, s.name_en as model_name_en, s.name_fr as model_name_fr
    from measure m join solution s on s.customer_id = m.customer_id and s.id = m.solution_id where m.customer_id = ${tx.customerId} and m.id = ${id}`)
  const row = await updateRow(
    tx,
    grant,
    resourceOf(resources, 'measure'),
    resources,
    id,
    {
      status: 'TO_IMPLEMENT',
      decision: null,
      justification: null,
      implemented_on: null,
      base_efficiency: 100,
      efficiency_reason: null,
      serves_self: true,
      ...(before && { description_en: before.model_en, description_fr: before.model_fr, name_en: before.model_name_en, name_fr: before.model_name_fr }),
    },
    { action: 'reset' },
  )
  await writeBeneficiaries(tx, id, [])
  return row
}

/** A change of the base efficiency by hand says why (decisions, Scores 1). */
export function guardEfficiency({ verb, before, changes }: WriteContext<typeof measure>): void {
  if (verb !== 'update' || changes.base_efficiency === undefined || changes.base_efficiency === before?.base_efficiency) return
  if (changes.status !== undefined) return
  if (!changes.efficiency_reason) throw invalidField('efficiency_reason', 'measures.errors.reason_needed')
}

/** What is left of a measure's efficiency now, 0–100. */
export async function currentEfficiency(tx: Tx, id: number): Promise<number> {
  const row = await tx.first(
    sql<{ efficiency: number }>`select ${efficiency(rowRef('t'))} as efficiency from measure t where t.customer_id = ${tx.customerId} and t.id = ${id}`,
  )
  return row?.efficiency ?? 0
}
