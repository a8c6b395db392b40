import { measureValue } from './efficiency.ts'
import type { MeasureValue } from './efficiency.ts'
import { indexFacts } from '#areas/scores/server/facts/fact-index.ts'
import type { FactIndex, ScoredPerimeter } from '#areas/scores/server/facts/fact-index.ts'
import type { MeasureFact, ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import { NO_OUTCOME, OutcomeSum } from './mean.ts'
import type { Outcome } from './mean.ts'
import { nodeOutcome, policyResult } from './policy.ts'
import type { PolicyResult } from './policy.ts'
import { solutionValues } from './solution.ts'
import type { PerimeterSolutions, SolutionValue } from './solution.ts'

/** Every score of one organisation on one day; immutable, so an older result stays valid beside a newer one. */
export interface ScoreResult extends Totals {
  readonly facts: ScoreFacts
  readonly index: FactIndex
  /** Implemented measures, by id. */
  readonly measures: ReadonlyMap<number, MeasureValue>
  /** By perimeter, then by solution. */
  readonly solutions: ReadonlyMap<number, PerimeterSolutions>
  /** By perimeter, then by policy. */
  readonly policies: ReadonlyMap<number, ReadonlyMap<number, PolicyResult>>
}

/** What stands above the policies of a perimeter. */
export interface Totals {
  readonly own: ReadonlyMap<number, Outcome>
  readonly consolidated: ReadonlyMap<number, Outcome>
  /** Consolidated scores of one policy: by policy, then by perimeter. */
  readonly consolidatedPolicies: ReadonlyMap<number, ReadonlyMap<number, Outcome>>
  readonly groupings: ReadonlyMap<number, Outcome>
  /** The consolidated root. */
  readonly global: Outcome
}

/** Where a score is read. */
export type Place =
  | { readonly kind: 'OWN' | 'CONSOLIDATED'; readonly perimeter_id: number }
  | { readonly kind: 'GROUPING'; readonly grouping_id: number }
  | { readonly kind: 'GLOBAL' }

/** What it is restricted to: one policy, or one group or requirement of it. */
export interface Topic {
  readonly policy_id: number
  readonly lineage_id?: number
}

/** Computes every score from nothing (scores, rules 1–10). Rows may come in any order: figures are the same to the last bit. */
export function computeScores(facts: ScoreFacts): ScoreResult {
  const index = indexFacts(facts)
  const measures = new Map<number, MeasureValue>()
  for (const fact of facts.measures) {
    const value = valueOf(fact, index)
    if (value) measures.set(fact.id, value)
  }
  const solutions = new Map<number, Map<number, SolutionValue>>()
  for (const [solution, ofSolution] of index.measures) {
    for (const [perimeter, value] of solutionValues(ofSolution, measures, index)) {
      const inPerimeter = solutions.get(perimeter)
      if (inPerimeter) inPerimeter.set(solution, value)
      else solutions.set(perimeter, new Map([[solution, value]]))
    }
  }
  const policies = new Map<number, Map<number, PolicyResult>>()
  for (const { fact } of index.perimeters) {
    const ofPerimeter = new Map<number, PolicyResult>()
    for (const application of index.applications.get(fact.id) ?? []) {
      ofPerimeter.set(application.policy_id, policyResult(application, index, solutions.get(fact.id)))
    }
    policies.set(fact.id, ofPerimeter)
  }
  return { facts, index, measures, solutions, policies, ...totals(index, policies) }
}

/** A measure that is not implemented has no value. */
export function valueOf(fact: MeasureFact, index: FactIndex): MeasureValue | null {
  if (fact.status !== 'IMPLEMENTED') return null
  return measureValue(fact, index.deductions.get(fact.id) ?? [], index.controls.get(fact.id) ?? [])
}

/** Means above the policies (scores, rule 8): so few that they are always computed anew. */
export function totals(index: FactIndex, policies: ScoreResult['policies']): Totals {
  const own = new Map<number, Outcome>()
  const policyIds = new Set<number>()
  for (const { fact } of index.perimeters) {
    const sum = new OutcomeSum()
    for (const [policy, result] of policies.get(fact.id) ?? []) {
      sum.add(result.outcome, result.application.weight)
      policyIds.add(policy)
    }
    own.set(fact.id, sum.result())
  }
  const consolidated = consolidate(index, (id) => own.get(id))
  const consolidatedPolicies = new Map<number, ReadonlyMap<number, Outcome>>()
  for (const policy of policyIds) {
    consolidatedPolicies.set(
      policy,
      consolidate(index, (id) => policies.get(id)?.get(policy)?.outcome),
    )
  }
  const groupings = new Map<number, Outcome>()
  for (const [id, members] of index.groupings)
    groupings.set(
      id,
      groupingMean(members, (member) => own.get(member)),
    )
  const global = (index.root && consolidated.get(index.root.fact.id)) ?? NO_OUTCOME
  return { own, consolidated, consolidatedPolicies, groupings, global }
}

/** Any score of a result; groups and requirements above one perimeter are consolidated when asked for. */
export function outcomeAt(result: ScoreResult, place: Place, topic?: Topic): Outcome {
  const { index } = result
  const own = (id: number): Outcome | undefined => ownOutcome(result, id, topic)
  switch (place.kind) {
    case 'OWN':
      return own(place.perimeter_id) ?? NO_OUTCOME
    case 'GROUPING':
      return groupingMean(index.groupings.get(place.grouping_id) ?? [], own)
    case 'GLOBAL':
      return index.root ? outcomeAt(result, { kind: 'CONSOLIDATED', perimeter_id: index.root.fact.id }, topic) : NO_OUTCOME
    case 'CONSOLIDATED': {
      if (topic?.lineage_id !== undefined) return nodeAt(result, place.perimeter_id, topic)
      const known = topic ? result.consolidatedPolicies.get(topic.policy_id) : result.consolidated
      return (known ?? consolidate(index, own)).get(place.perimeter_id) ?? NO_OUTCOME
    }
  }
}

/** What was consolidated of a result for groups and requirements: a tree asks for hundreds of them, each a mean over all perimeters, and a result never changes. */
const nodesAt = new WeakMap<ScoreResult, Map<string, Outcome>>()
/** Outcomes kept of one result. */
const nodesKept = 20_000

function nodeAt(result: ScoreResult, perimeter: number, topic: Topic): Outcome {
  const kept = nodesAt.get(result) ?? new Map<string, Outcome>()
  nodesAt.set(result, kept)
  const key = `${perimeter} ${topic.policy_id} ${topic.lineage_id}`
  const known = kept.get(key)
  if (known) return known
  const outcome = consolidate(result.index, (id) => ownOutcome(result, id, topic)).get(perimeter) ?? NO_OUTCOME
  if (kept.size >= nodesKept) kept.clear()
  kept.set(key, outcome)
  return outcome
}

/** A perimeter's own outcome: of everything, of one policy, or of one node of a policy. */
export function ownOutcome(result: ScoreResult, perimeterId: number, topic?: Topic): Outcome | undefined {
  if (!topic) return result.own.get(perimeterId)
  const policy = result.policies.get(perimeterId)?.get(topic.policy_id)
  return policy && topic.lineage_id !== undefined ? nodeOutcome(policy, topic.lineage_id) : policy?.outcome
}

/** Consolidated outcomes of every perimeter, from any kind of own outcome. */
export function consolidate(index: FactIndex, own: (perimeterId: number) => Outcome | undefined): Map<number, Outcome> {
  const consolidated = new Map<number, Outcome>()
  for (const { fact, children } of index.perimeters) {
    const sum = new OutcomeSum()
    sum.add(own(fact.id) ?? NO_OUTCOME, fact.weight)
    for (const child of children) sum.add(consolidated.get(child.fact.id) ?? NO_OUTCOME, child.fact.weight)
    consolidated.set(fact.id, sum.result())
  }
  return consolidated
}

function groupingMean(members: readonly ScoredPerimeter[], own: (id: number) => Outcome | undefined): Outcome {
  const sum = new OutcomeSum()
  for (const { fact } of members) sum.add(own(fact.id) ?? NO_OUTCOME, fact.weight)
  return sum.result()
}
