import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import { inScope } from '#areas/scores/server/compute/policy.ts'
import type { PolicyResult } from '#areas/scores/server/compute/policy.ts'
import type { PolicyNode } from '#areas/scores/server/compute/policy-tree.ts'

/** Where the score of a policy in one perimeter comes from. */
export interface PolicyInfluence {
  /** Names the same influence in every perimeter where it is the same. */
  readonly key: string
  /** Points of it for each point of a model. */
  readonly solutions: ReadonlyMap<number, number>
  /** Points of it for each point of a requirement, by lineage: of those asked for. */
  readonly requirements: ReadonlyMap<number, number>
}

/** Reads it from the means; perimeters that ask for the same of a version, and where nothing is left out or discarded, share it. */
export function policyInfluences(result: ScoreResult, asked: ReadonlySet<number>): (perimeter: number, policy: PolicyResult) => PolicyInfluence {
  const shared = new Map<string, PolicyInfluence>()
  const discarding = new Map<number, boolean>()
  const discards = (perimeter: number): boolean => {
    let known = discarding.get(perimeter)
    if (known === undefined) {
      known = [...(result.solutions.get(perimeter)?.values() ?? [])].some(({ discarded }) => discarded !== null)
      discarding.set(perimeter, known)
    }
    return known
  }
  return (perimeter, policy) => {
    const { version_id, level, groups } = policy.application
    const own = discards(perimeter) || (result.index.exclusions.get(perimeter)?.size ?? 0) > 0
    const key = `${version_id}|${level}|${groups?.join('\n') ?? '*'}${own ? `|${perimeter}` : ''}`
    const known = shared.get(key) ?? { key, ...read(result, perimeter, policy, asked) }
    shared.set(key, known)
    return known
  }
}

function read(result: ScoreResult, perimeter: number, { tree, groups, answers }: PolicyResult, asked: ReadonlySet<number>): Omit<PolicyInfluence, 'key'> {
  const solutions = new Map<number, number>()
  const requirements = new Map<number, number>()
  const values = result.solutions.get(perimeter)
  const requirement = (lineage: number, factor: number): void => {
    if (asked.has(lineage)) requirements.set(lineage, factor)
    const links = result.index.links.get(lineage)
    if (!links) return
    const isDiscarded = (id: number) => values?.get(id)?.discarded != null
    const shares = links.reduce((sum, { solution_id, share }) => (isDiscarded(solution_id) ? sum : sum + share), 0)
    for (const { solution_id, share } of links) {
      const all = isDiscarded(solution_id) ? shares + share : shares
      solutions.set(solution_id, (solutions.get(solution_id) ?? 0) + (factor * share) / Math.max(100, all))
    }
  }
  const answered = ({ fact, position }: PolicyNode): number => {
    const answer = answers.get(position)
    return answer && inScope(answer, true) ? fact.weight : 0
  }
  const weightOf = (node: PolicyNode): number => {
    const group = groups.get(node.position)
    if (!group) return answered(node)
    return group.eased === null ? 0 : (node.fact.group_weight ?? group.easedMass)
  }
  const walk = (node: PolicyNode | null, children: readonly PolicyNode[], factor: number): void => {
    const own = node ? answered(node) : 0
    const weights = children.map(weightOf)
    const total = weights.reduce((sum, weight) => sum + weight, own)
    if (total === 0) return
    if (node && own > 0) requirement(node.fact.lineage_id, (factor * own) / total)
    children.forEach((child, at) => {
      const part = (factor * (weights[at] ?? 0)) / total
      if (part === 0) return
      if (groups.get(child.position)) walk(child, child.children, part)
      else requirement(child.fact.lineage_id, part)
    })
  }
  walk(null, tree.roots, 1)
  return { solutions, requirements }
}
