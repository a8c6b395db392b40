import type { ScoreResult } from '#areas/scores/server/index.ts'

/** Models by id. */
export interface OpenModels {
  readonly missing: readonly number[]
  readonly planned: readonly number[]
}

/** The models that answer a requirement in a perimeter where nobody has them in place: those to plan, and those that are. What was discarded is neither. */
export function missingMeasures(current: ScoreResult, perimeterId: number, lineage: number): OpenModels {
  const missing: number[] = []
  const planned: number[] = []
  for (const { solution_id: model } of current.index.links.get(lineage) ?? []) {
    const value = current.solutions.get(perimeterId)?.get(model)
    if ((value?.serving.length ?? 0) > 0 || value?.discarded) continue
    const own = (current.index.measures.get(model) ?? []).find(({ perimeter_id }) => perimeter_id === perimeterId)
    if (own?.decision === 'PLANNED') planned.push(model)
    else if (own?.decision !== 'DISCARDED') missing.push(model)
  }
  return { missing, planned }
}
