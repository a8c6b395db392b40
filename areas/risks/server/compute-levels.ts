import type { MeasureWorth } from '#areas/scores/server/index.ts'
import { currentOf, layersOf, levelAt, type CurrentLevel } from '#areas/risks/contract/levels.ts'
import type { Judged } from './scale-of.ts'

/** What the levels of a risk are worked out of. */
export interface Sides {
  readonly init_impact: number
  readonly init_probability: number
  readonly min_impact: number | null
  readonly min_probability: number | null
  readonly target_impact: number | null
  readonly target_probability: number | null
  readonly manual_impact: number | null
  readonly manual_probability: number | null
  readonly measures: readonly number[]
  /** Percent of its worth that a measure brings, by its id; all of it where it has none. */
  readonly shares: Readonly<Record<number, number>>
}

/** What the server writes of it. */
export interface Derived {
  readonly current_impact: number
  readonly current_probability: number
  readonly efficiency: number | null
  readonly init_level: number
  readonly current_level: number
  readonly target_level: number | null
}

/** As the pure function says, of what the linked measures are worth; what is not in place does not count. */
export function currentFrom(sides: Sides, worths: ReadonlyMap<number, MeasureWorth>): CurrentLevel {
  return currentOf({
    initial: { impact: sides.init_impact, probability: sides.init_probability },
    minimum: { impact: sides.min_impact ?? 1, probability: sides.min_probability ?? 1 },
    manual: { impact: sides.manual_impact, probability: sides.manual_probability },
    layers: layersOf(sides.measures, sides.shares, worths),
  })
}

/** Where it would be with every planned measure in place and every defect mended: what is planned is expected to bring that. */
export function expectedFrom(sides: Sides, worths: ReadonlyMap<number, MeasureWorth>): CurrentLevel {
  const expected = new Map([...worths].map(([id, one]) => [id, { ...one, worth: one.expected }]))
  return currentFrom(sides, expected)
}

/** Everything that follows; a place that the scale does not have has the level 0. */
export function derive(sides: Sides, { scale: { matrix } }: Judged, worths: ReadonlyMap<number, MeasureWorth>): Derived {
  const current = currentFrom(sides, worths)
  const at = (impact: number, probability: number) => levelAt(matrix, { impact, probability }) ?? 0
  return {
    current_impact: current.impact,
    current_probability: current.probability,
    efficiency: current.effect === null ? null : Math.round(current.effect),
    init_level: at(sides.init_impact, sides.init_probability),
    current_level: at(current.impact, current.probability),
    target_level: sides.target_impact === null || sides.target_probability === null ? null : at(sides.target_impact, sides.target_probability),
  }
}
