import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import { effectiveWeight, figureOf, meanTree } from '#areas/scores/server/compute/mean-tree.ts'
import type { MeanNode, Subject } from '#areas/scores/server/compute/mean-tree.ts'
import { measureFigures } from '#areas/scores/server/compute/solution.ts'

/** A measure that would raise a score: one to implement in a perimeter, or an implemented one to bring to 100. */
export interface MeasureGain {
  readonly solution_id: number
  readonly perimeter_id: number
  readonly measure_id: number | null
  /** Points of the score, exact: a score is a weighted sum of what its measures are worth. */
  gain: number
}

/** Whatever a score loses, by the measure that loses it; largest gain first. Discarded solutions have left the formula and are not proposed. */
export function improvementsOf(result: ScoreResult, subject: Subject): MeasureGain[] {
  const found = new Map<string, MeasureGain>()
  const add = (solution_id: number, perimeter_id: number, measure_id: number | null, gain: number): void => {
    if (gain <= 0) return
    const key = measure_id === null ? `${solution_id}:${perimeter_id}` : `m${measure_id}`
    const known = found.get(key)
    if (known) known.gain += gain
    else found.set(key, { solution_id, perimeter_id, measure_id, gain })
  }
  const walk = (node: MeanNode, factor: number): void => {
    if (node.value === null) return
    if (node.answer) raiseAnswer(node, factor, add)
    const children = node.children()
    const total = children.reduce((sum, child) => sum + effectiveWeight(child), 0)
    for (const child of children) if (effectiveWeight(child) > 0) walk(child, (factor * effectiveWeight(child)) / total)
  }
  walk(meanTree(result, subject), 1)
  return [...found.values()].toSorted((a, b) => b.gain - a.gain)
}

function raiseAnswer(
  { result, id, perimeterId, view }: MeanNode,
  factor: number,
  add: (solution: number, perimeter: number, measure: number | null, gain: number) => void,
): void {
  const solutions = result.solutions.get(perimeterId ?? 0)
  const links = (result.index.links.get(id) ?? []).filter(({ solution_id }) => !solutions?.get(solution_id)?.discarded)
  const shares = Math.max(
    100,
    links.reduce((sum, { share }) => sum + share, 0),
  )
  for (const { solution_id, share } of links) {
    const inner = (factor * share) / shares
    const serving = solutions?.get(solution_id)?.serving ?? []
    if (serving.length === 0) add(solution_id, perimeterId ?? 0, null, inner * 100)
    for (const measure of serving) {
      add(solution_id, measure.fact.perimeter_id, measure.fact.id, (inner * (100 - figureOf(measureFigures(measure), view))) / serving.length)
    }
  }
}
