import type { MeasureValue } from './efficiency.ts'
import type { FactIndex } from '#areas/scores/server/facts/fact-index.ts'
import type { MeasureFact } from '#areas/scores/server/facts/facts.ts'
import { MeanSum } from './mean.ts'
import type { Figures } from './mean.ts'

/** What a solution is worth in one perimeter; a solution that nothing serves and nobody discarded has none. */
export interface SolutionValue {
  readonly figures: Figures
  /** The perimeter's own measures, else those it benefits from; empty when discarded. */
  readonly serving: readonly MeasureValue[]
  /** The perimeter's own measure that says DISCARDED, when nothing serves. */
  readonly discarded: MeasureFact | null
}

/** Solution values by solution id, in one perimeter. */
export type PerimeterSolutions = ReadonlyMap<number, SolutionValue>

export const NO_FIGURES: Figures = { performance: 0, coverage: 0, proven: 0 }

/** Values of one solution by perimeter (scores, rule 4). A measure whose operator is archived serves nobody. */
export function solutionValues(measures: readonly MeasureFact[], values: ReadonlyMap<number, MeasureValue>, index: FactIndex): Map<number, SolutionValue> {
  const own = new Map<number, MeasureValue[]>()
  const shared = new Map<number, MeasureValue[]>()
  const result = new Map<number, SolutionValue>()
  for (const fact of measures) {
    if (!index.live.has(fact.perimeter_id)) continue
    const value = values.get(fact.id)
    if (value) {
      if (fact.serves_operator) push(own, fact.perimeter_id, value)
      for (const id of fact.beneficiary_ids) if (id !== fact.perimeter_id) push(shared, id, value)
    } else if (fact.status === 'NOT_IMPLEMENTED' && fact.decision === 'DISCARDED') {
      result.set(fact.perimeter_id, { figures: NO_FIGURES, serving: [], discarded: fact })
    }
  }
  for (const [id, serving] of shared) result.set(id, served(serving))
  for (const [id, serving] of own) result.set(id, served(serving))
  return result
}

/** The figures of one implemented measure. */
export function measureFigures(value: MeasureValue): Figures {
  return { performance: value.performance, coverage: 100, proven: value.proven ? value.performance : 0 }
}

function served(serving: readonly MeasureValue[]): SolutionValue {
  const sum = new MeanSum()
  for (const value of serving) sum.add(measureFigures(value), 1)
  return { figures: sum.result() ?? NO_FIGURES, serving, discarded: null }
}

function push(map: Map<number, MeasureValue[]>, id: number, value: MeasureValue): void {
  const values = map.get(id)
  if (values) values.push(value)
  else map.set(id, [value])
}
