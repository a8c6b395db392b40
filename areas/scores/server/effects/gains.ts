import { valueOf, type ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { Visible } from '#areas/scores/server/explanation/explanation-draft.ts'
import { WorkedOutOf } from '#kit/server/data/remembered.ts'
import { improvementsOf, type MeasureGain } from './improvements.ts'
import { highest } from '#areas/scores/server/places/reach.ts'

interface Gain {
  readonly solution: number
  readonly perimeter: number
  readonly gain: number
}

/** What raises the score of a place, by the place: walking through all requirements of all perimeters takes longer than all else that is asked of it. */
const known = new WorkedOutOf<ScoreResult, readonly MeasureGain[]>(20)

/**
 * Points that measures, of some models or of all, would bring to the score of the highest perimeter that the reader may open, once they are in place as they are:
 * a score is a weighted sum of what its measures are worth, so that one walk tells them all, and they add up.
 */
export function gainsOf(current: ScoreResult, visible: Visible, solutions?: readonly number[]): Gain[] {
  const top = highest(current.index, visible)
  if (top === undefined) return []
  const asked = solutions && new Set(solutions)
  const raises = known.of(current, top, () =>
    improvementsOf(current, { place: { kind: 'CONSOLIDATED', perimeter_id: top }, view: { figure: 'PERFORMANCE', exemptions: true } }),
  )
  return raises.flatMap(({ solution_id, perimeter_id, measure_id, gain }) => {
    if (measure_id !== null || (asked && !asked.has(solution_id)) || !visible(perimeter_id)) return []
    const fact = current.index.measures.get(solution_id)?.find((row) => row.perimeter_id === perimeter_id)
    if (fact && !fact.serves_operator) return []
    const worth = fact ? (valueOf({ ...fact, status: 'IMPLEMENTED' }, current.index)?.performance ?? 0) : 100
    return [{ solution: solution_id, perimeter: perimeter_id, gain: (gain * worth) / 100 }]
  })
}
