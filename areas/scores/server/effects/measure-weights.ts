import { effectiveWeight, meanTree, type MeanNode } from '#areas/scores/server/compute/mean-tree.ts'
import type { Place, ScoreResult, Topic } from '#areas/scores/server/compute/compute.ts'

/**
 * What one point of each implemented measure's performance is worth in a score: as long as nothing but the performance of measures changes, the score is their
 * sum, performance times worth (scores, rules 4 to 8). Measures that do not count there are not named.
 */
export function measureWeights(result: ScoreResult, place: Place, topic?: Topic): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  const walk = (node: MeanNode, factor: number): void => {
    if (node.answer) return answer(node, factor, found)
    const children = node.children()
    const total = children.reduce((sum, child) => sum + effectiveWeight(child), 0)
    for (const child of children) if (effectiveWeight(child) > 0) walk(child, (factor * effectiveWeight(child)) / total)
  }
  const root = meanTree(result, { place, ...(topic && { topic }), view: { figure: 'PERFORMANCE', exemptions: true } })
  if (root.value !== null) walk(root, 1)
  return found
}

function answer({ id, perimeterId, result }: MeanNode, factor: number, found: Map<number, number>): void {
  const solutions = result.solutions.get(perimeterId ?? 0)
  const links = (result.index.links.get(id) ?? []).filter(({ solution_id }) => !solutions?.get(solution_id)?.discarded)
  const shares = links.reduce((sum, { share }) => sum + share, 0)
  for (const { solution_id, share } of links) {
    const serving = solutions?.get(solution_id)?.serving ?? []
    const part = (factor * share) / Math.max(100, shares) / serving.length
    for (const { fact } of serving) found.set(fact.id, (found.get(fact.id) ?? 0) + part)
  }
}
