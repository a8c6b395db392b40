import type { ScoreResult } from './compute.ts'

/** How a requirement stands in one perimeter, whether or not it is in scope there. */
export interface RequirementScore {
  readonly performance: number
  readonly coverage: number
  /** Measures that serve it, by id: the perimeter's own and others'. */
  readonly serving: readonly number[]
  /** The perimeter's own that are planned. */
  readonly planned: readonly number[]
}

/** By lineage; null where the policy has no score in the perimeter. */
export function requirementScore(result: ScoreResult, perimeterId: number, policyId: number, lineageId: number): RequirementScore | null {
  const policy = result.policies.get(perimeterId)?.get(policyId)
  const node = policy?.tree.byLineage.get(lineageId)
  const answer = node && policy?.answers.get(node.position)
  if (!answer) return null
  const solutions = (result.index.links.get(lineageId) ?? []).map(({ solution_id }) => solution_id)
  const ofPerimeter = result.solutions.get(perimeterId)
  return {
    performance: answer.figures.performance,
    coverage: answer.figures.coverage,
    serving: solutions.flatMap((id) => ofPerimeter?.get(id)?.serving.map(({ fact }) => fact.id) ?? []),
    planned: solutions.flatMap((id) =>
      (result.index.measures.get(id) ?? []).filter((fact) => fact.perimeter_id === perimeterId && fact.decision === 'PLANNED').map((fact) => fact.id),
    ),
  }
}
