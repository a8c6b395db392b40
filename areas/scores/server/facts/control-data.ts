import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ControlFact, Day } from './facts.ts'

/** How the kinds of control data are stored, named after the entity they come from. */
export const controlSources = { TASK: 'runtask', INDICATOR: 'indicator', EVIDENCE: 'evidence' } as const

/** What the value of a source is of: a perimeter, from the first day of its period to the last. */
export interface ControlRecord {
  readonly perimeter_id: number
  readonly from: Day
  readonly to: Day
}

/** Says how a source of control data or evidence stands from a day on, as `taskControl` and `indicatorControl` made it. */
export async function putControl(tx: Tx, fact: ControlFact, day: Day = tx.today, of: ControlRecord | null = null): Promise<void> {
  const { measure_id, kind, source_id, numerator, denominator, late, stale, proven } = fact
  await tx.run(sql`insert into measure_control (customer_id, measure_id, source, source_id, achieved, due, late, stale, proven, day,
      of_perimeter_id, of_from, of_to)
    values (${tx.customerId}, ${measure_id}, ${controlSources[kind]}, ${source_id}, ${numerator ?? 0}, ${numerator === null ? 0 : (denominator ?? 0)}, ${late}, ${stale}, ${proven}, ${day},
      ${of?.perimeter_id ?? null}, ${of?.from ?? null}, ${of?.to ?? null})
    on conflict (customer_id, source, source_id, measure_id, day) do update
      set achieved = excluded.achieved, due = excluded.due, late = excluded.late, stale = excluded.stale, proven = excluded.proven,
        of_perimeter_id = excluded.of_perimeter_id, of_from = excluded.of_from, of_to = excluded.of_to`)
  tx.audit({ entity: 'measure_control', object_id: measure_id, action: 'put', details: JSON.stringify({ kind, source_id, day }) })
}

/** The source controls the measure no more from a day on: what it said before stays. */
export async function removeControl(tx: Tx, source: Pick<ControlFact, 'measure_id' | 'kind' | 'source_id'>, day: string = tx.today): Promise<void> {
  await putControl(tx, { ...source, numerator: null, denominator: null, late: 0, stale: false, proven: false }, day)
}
