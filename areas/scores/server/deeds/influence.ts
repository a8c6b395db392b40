import type { Place, ScoreResult } from '#areas/scores/server/compute.ts'
import type { ScoredPerimeter } from '#areas/scores/server/fact-index.ts'
import { inScope } from '#areas/scores/server/policy.ts'
import type { PolicyResult } from '#areas/scores/server/policy.ts'
import type { PolicyNode } from '#areas/scores/server/policy-tree.ts'

/** Where a place's score comes from: it is a weighted sum of what models are worth in perimeters. */
export interface Influence {
  /** Points of the score for each point of a model, by perimeter and model. For a discarded model, which counts nowhere, at most that once it is back. */
  readonly solutions: ReadonlyMap<number, ReadonlyMap<number, number>>
  /** Points of the score for each point of a requirement, by lineage: of those asked for. */
  readonly requirements: ReadonlyMap<number, readonly { readonly perimeter: number; readonly factor: number }[]>
}

/** Read from the means themselves, exemptions left out; `asked`: lineages of requirements. */
export function influenceOn(result: ScoreResult, place: Place, asked: ReadonlySet<number>): Influence {
  const solutions = new Map<number, Map<number, number>>()
  const requirements = new Map<number, { perimeter: number; factor: number }[]>()
  const { index } = result

  const ownPart = (perimeter: number, factor: number): void => {
    const policies = [...(result.policies.get(perimeter)?.values() ?? [])].filter(({ outcome }) => outcome.eased)
    const total = policies.reduce((sum, { application }) => sum + application.weight, 0)
    if (total === 0) return
    const here = solutions.get(perimeter) ?? new Map<number, number>()
    solutions.set(perimeter, here)
    for (const policy of policies) policyPart(perimeter, here, policy, (factor * policy.application.weight) / total)
  }
  const policyPart = (perimeter: number, here: Map<number, number>, policy: PolicyResult, whole: number): void => {
    const values = result.solutions.get(perimeter)
    const answerPart = (lineage: number, factor: number): void => {
      if (asked.has(lineage)) {
        const known = requirements.get(lineage)
        if (known) known.push({ perimeter, factor })
        else requirements.set(lineage, [{ perimeter, factor }])
      }
      const links = index.links.get(lineage)
      if (!links) return
      let shares = 0
      for (const { solution_id, share } of links) if (!values?.get(solution_id)?.discarded) shares += share
      for (const { solution_id, share } of links) {
        const all = values?.get(solution_id)?.discarded ? shares + share : shares
        here.set(solution_id, (here.get(solution_id) ?? 0) + (factor * share) / (all > 100 ? all : 100))
      }
    }
    const weightOf = ({ fact, position }: PolicyNode): number => {
      const group = policy.groups.get(position)
      if (group) return group.eased === null ? 0 : (fact.group_weight ?? group.easedMass)
      const answer = policy.answers.get(position)
      return answer && inScope(answer, true) ? fact.weight : 0
    }
    const walk = (node: PolicyNode | null, children: readonly PolicyNode[], factor: number): void => {
      const answer = node && policy.answers.get(node.position)
      const own = node && answer && inScope(answer, true) ? node.fact.weight : 0
      let total = own
      for (const child of children) total += weightOf(child)
      if (total === 0) return
      if (node && own > 0) answerPart(node.fact.lineage_id, (factor * own) / total)
      for (const child of children) {
        const weight = weightOf(child)
        if (weight === 0) continue
        const part = (factor * weight) / total
        if (policy.groups.get(child.position)) walk(child, child.children, part)
        else answerPart(child.fact.lineage_id, part)
      }
    }
    walk(null, policy.tree.roots, whole)
  }
  const below = ({ fact, children }: ScoredPerimeter, factor: number): void => {
    const own = result.own.get(fact.id)?.eased ? fact.weight : 0
    const counted = children.filter((child) => result.consolidated.get(child.fact.id)?.eased)
    const total = counted.reduce((sum, child) => sum + child.fact.weight, own)
    if (total === 0) return
    if (own > 0) ownPart(fact.id, (factor * own) / total)
    for (const child of counted) if (child.fact.weight > 0) below(child, (factor * child.fact.weight) / total)
  }

  if (place.kind === 'OWN') ownPart(place.perimeter_id, 1)
  else if (place.kind === 'GROUPING') {
    const members = (index.groupings.get(place.grouping_id) ?? []).filter(({ fact }) => result.own.get(fact.id)?.eased)
    const total = members.reduce((sum, { fact }) => sum + fact.weight, 0)
    for (const { fact } of members) if (fact.weight > 0) ownPart(fact.id, fact.weight / total)
  } else {
    const root = place.kind === 'GLOBAL' ? index.root : index.perimeter.get(place.perimeter_id)
    if (root) below(root, 1)
  }
  return { solutions, requirements }
}
