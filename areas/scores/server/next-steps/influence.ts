import type { Place, ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { ScoredPerimeter } from '#areas/scores/server/facts/fact-index.ts'
import { policyInfluences } from './policy-influence.ts'

/** Where a perimeter's own score comes from. */
interface OwnInfluence {
  /** Points of it for each point of a model; of a discarded model, which counts nowhere, at most those once it is back. */
  readonly solutions: ReadonlyMap<number, number>
  /** Points of it for each point of a requirement, by lineage: of those asked for. */
  readonly requirements: ReadonlyMap<number, number>
}

/** Where a place's score comes from: it is a weighted sum of what models are worth in perimeters. */
export class Influence {
  /** By perimeter: its part in the place's score, and what its own score comes from, which perimeters alike share. */
  readonly perimeters: ReadonlyMap<number, OwnInfluence & { readonly factor: number }>

  /** Read from the means themselves, exempted requirements left out; `asked`: lineages of requirements. */
  constructor(result: ScoreResult, place: Place, asked: ReadonlySet<number>) {
    const own = ownInfluences(result, asked)
    this.perimeters = new Map([...factors(result, place)].map(([perimeter, factor]) => [perimeter, { factor, ...own(perimeter) }]))
  }

  /** Points of the score for each point of a model in a perimeter. */
  of(perimeter: number, solution: number): number {
    const here = this.perimeters.get(perimeter)
    return here ? here.factor * (here.solutions.get(solution) ?? 0) : 0
  }
}

function ownInfluences(result: ScoreResult, asked: ReadonlySet<number>): (perimeter: number) => OwnInfluence {
  const ofPolicy = policyInfluences(result, asked)
  const shared = new Map<string, OwnInfluence>()
  return (perimeter) => {
    const policies = [...(result.policies.get(perimeter)?.values() ?? [])].filter(({ outcome, application }) => outcome.eased && application.weight > 0)
    const total = policies.reduce((sum, { application }) => sum + application.weight, 0)
    const parts = policies.map((policy) => ({ part: ofPolicy(perimeter, policy), weight: policy.application.weight / total }))
    const key = parts.map(({ part, weight }) => `${part.key}:${weight}`).join(';')
    const known = shared.get(key) ?? { solutions: sumOf(parts, 'solutions'), requirements: sumOf(parts, 'requirements') }
    shared.set(key, known)
    return known
  }
}

function sumOf(parts: readonly { readonly part: OwnInfluence; readonly weight: number }[], field: keyof OwnInfluence): ReadonlyMap<number, number> {
  const sum = new Map<number, number>()
  for (const { part, weight } of parts) for (const [id, points] of part[field]) sum.set(id, (sum.get(id) ?? 0) + weight * points)
  return sum
}

/** The part that each perimeter's own score has in the score of a place. */
function factors(result: ScoreResult, place: Place): Map<number, number> {
  const { index } = result
  const found = new Map<number, number>()
  const below = ({ fact, children }: ScoredPerimeter, factor: number): void => {
    const own = result.own.get(fact.id)?.eased ? fact.weight : 0
    const counted = children.filter((child) => result.consolidated.get(child.fact.id)?.eased && child.fact.weight > 0)
    const total = counted.reduce((sum, child) => sum + child.fact.weight, own)
    if (own > 0) found.set(fact.id, (factor * own) / total)
    for (const child of counted) below(child, (factor * child.fact.weight) / total)
  }
  if (place.kind === 'OWN') found.set(place.perimeter_id, 1)
  else if (place.kind === 'GROUPING') {
    const members = (index.groupings.get(place.grouping_id) ?? []).filter(({ fact }) => result.own.get(fact.id)?.eased && fact.weight > 0)
    const total = members.reduce((sum, { fact }) => sum + fact.weight, 0)
    for (const { fact } of members) found.set(fact.id, fact.weight / total)
  } else {
    const root = place.kind === 'GLOBAL' ? index.root : index.perimeter.get(place.perimeter_id)
    if (root) below(root, 1)
  }
  return found
}
