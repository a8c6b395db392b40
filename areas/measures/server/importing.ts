import { sql } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import { resourceOf, type Changes, type ImportingOf, type SettleContext } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { measure, MeasureSituation } from '#areas/measures/contract/measure.ts'
import { discard, implement, valuesOfModel } from './lifecycle.ts'

/**
 * A security base out of a file: a perimeter's measure for a model is one, whatever it is called, and takes over from the model what its line
 * does not say. What was decided about it may come along; what would make or end actions is done where they are seen.
 */
export const measureImporting: ImportingOf<typeof measure> = {
  needs: ['solution', 'perimeter'],
  sameBy: ['solution', 'perimeter'],
  also: ['situation', 'justification', 'implemented_on'],
  complete: takeOver,
  completes: ['name'],
  settle: decide,
}

async function takeOver(tx: Tx, changes: Changes): Promise<void> {
  const model = typeof changes.solution === 'number' ? await valuesOfModel(tx, changes.solution) : undefined
  for (const [name, value] of Object.entries(model ?? {})) changes[name] ??= value
}

/** How a line says that the measure stands, taken as its own dialog takes it. */
async function decide({ tx, resources, id, given }: SettleContext): Promise<void> {
  const grant = authorizeVerb(tx, resourceOf(resources, 'measure'), 'update')
  const before = await tx.first(
    sql<{
      status: string
      decision: string | null
      justification: string | null
    }>`select status, decision, justification from measure where customer_id = ${tx.customerId} and id = ${id}`,
  )
  const stands = before?.status === 'IMPLEMENTED' ? 'IMPLEMENTED' : (before?.decision ?? 'TO_HANDLE')
  const situation = (given.situation ?? stands) as MeasureSituation
  if (situation === 'IMPLEMENTED')
    return void (await implement(tx, grant, resources, id, typeof given.implemented_on === 'string' ? { on: checked(tx, given.implemented_on) } : {}))
  if ((given.implemented_on ?? null) !== null) throw invalidField('implemented_on', 'kit.errors.invalid_value')
  if (situation === 'DISCARDED') {
    const justification = 'justification' in given ? given.justification : before?.justification
    if (typeof justification !== 'string' || justification.trim() === '') throw invalidField('justification', 'kit.errors.mandatory')
    return void (await discard(tx, grant, resources, id, justification))
  }
  if ((given.justification ?? null) !== null) throw invalidField('justification', 'kit.errors.invalid_value')
  if (situation === 'SERVED') throw invalidField('situation', 'measures.errors.served_by_others')
  if (situation !== stands) throw invalidField('situation', situation === 'PLANNED' ? 'measures.errors.plan_by_action' : 'measures.errors.reset_by_hand')
}

function checked(tx: Tx, day: string): string {
  if (day > tx.today) throw invalidField('implemented_on', 'kit.errors.date_future')
  return day
}
