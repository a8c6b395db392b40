import { everyModel } from '#areas/catalog/server/index.ts'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Cost } from '#areas/scores/server/index.ts'
import { everyMeasure, measureInPlace } from '#areas/measures/server/index.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'

/** What models cost where nobody has said otherwise, by model. */
export async function modelCosts(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Cost>> {
  const rows = await tx.run(sql<
    Cost & { readonly id: number }
  >`select id, yearly_cost::float8 as yearly_cost, build_days::float8 as build_days from ${everyModel(tx.customerId)} s
    where id = any(${ids}::bigint[]) order by id`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What a perimeter says of a measure that it has not implemented. */
export interface UndoneMeasure extends Cost {
  readonly base: number
  readonly serves_self: boolean
}

interface Undone extends UndoneMeasure {
  readonly solution_id: number
  readonly perimeter_id: number
}

/** Of some models, with how they are found by model and perimeter. */
export async function undoneMeasures(
  tx: Tx,
  models: readonly number[],
): Promise<{ readonly rows: readonly Undone[]; readonly undone: (solution: number, perimeter: number) => UndoneMeasure | undefined }> {
  const rows = await tx.run(sql<Undone>`
    select solution_id, perimeter_id, yearly_cost::float8 as yearly_cost, build_days::float8 as build_days, base_efficiency as base, serves_self from ${everyMeasure(tx.customerId)} m
    where solution_id = any(${models}::bigint[]) and not ${measureInPlace(rowRef('m'))} order by solution_id, perimeter_id`)
  const keyOf = (solution: number, perimeter: number) => `${solution}:${perimeter}`
  const byPlace = new Map(rows.map((row) => [keyOf(row.solution_id, row.perimeter_id), row]))
  return { rows, undone: (solution, perimeter) => byPlace.get(keyOf(solution, perimeter)) }
}

/** Several costs as one; null where nobody has said any. */
function sumOfCosts(costs: readonly Cost[]): Cost {
  const sum = (field: keyof Cost) => {
    const known = costs.map((cost) => cost[field]).filter((value) => value !== null)
    return known.length > 0 ? known.reduce((total, value) => total + value, 0) : null
  }
  return { yearly_cost: sum('yearly_cost'), build_days: sum('build_days') }
}

/** What implementing a model in some perimeters costs: what they say themselves, else what the model does. */
export function costOfPlaces(model: Cost | undefined, own: (perimeter: number) => Cost | undefined, perimeters: readonly number[]): Cost {
  return sumOfCosts(
    perimeters.map((perimeter) => {
      const ownCost = own(perimeter)
      return { yearly_cost: ownCost?.yearly_cost ?? model?.yearly_cost ?? null, build_days: ownCost?.build_days ?? model?.build_days ?? null }
    }),
  )
}
