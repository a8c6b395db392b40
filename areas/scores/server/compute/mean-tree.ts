import type { Figure } from '#areas/scores/contract/score.ts'
import { consolidate, outcomeAt, ownOutcome } from './compute.ts'
import type { Place, ScoreResult, Topic } from './compute.ts'
import type { ScoredPerimeter } from '#areas/scores/server/facts/fact-index.ts'
import type { Outcome } from './mean.ts'
import { inScope } from './policy.ts'
import type { Answer, PolicyResult } from './policy.ts'
import type { PolicyNode } from './policy-tree.ts'

/** Which of a score's four numbers is looked at. */
export interface View {
  readonly figure: Figure
  /** True: exempted requirements are left out; false: they count. */
  readonly exemptions: boolean
}

/** A score to explain or to compare. */
export interface Subject {
  readonly place: Place
  readonly topic?: Topic
  readonly view: View
}

/** A mean, or a requirement at the end of means: its value is the weighted mean of its children's. */
export interface MeanNode {
  readonly kind: 'GROUPING' | 'CONSOLIDATED' | 'OWN' | 'POLICY' | 'GROUP' | 'REQUIREMENT'
  /** Id of the grouping, perimeter, policy or lineage. */
  readonly id: number
  readonly result: ScoreResult
  readonly view: View
  readonly perimeterId: number | null
  readonly policy: PolicyResult | null
  /** Null when nothing counts or, for a requirement, when it is left out. */
  readonly value: number | null
  /** Weight among its siblings, as long as it has a value. */
  readonly weight: number
  /** Weight set by hand on a group. */
  readonly byHand: number | null
  /** Σ weights of its requirements in scope that count for the groups above. */
  readonly mass: number
  /** Only for a requirement; its figures are known even when it is left out. */
  readonly answer: Answer | null
  /** What the node was read from: the same object on two days means that nothing under it differs. */
  readonly source: Outcome | null
  readonly children: () => readonly MeanNode[]
}

/** The weight with which a node really enters its parent's mean. */
export function effectiveWeight(node: MeanNode | undefined): number {
  return node && node.value !== null ? node.weight : 0
}

/** The children of a node on two days, matched by what they are. */
export function childPairs(before: MeanNode, after: MeanNode): (readonly [MeanNode | undefined, MeanNode | undefined])[] {
  const old = before.children()
  const now = after.children()
  if (old.length === now.length && old.every((child, at) => child.kind === now[at]?.kind && child.id === now[at].id)) {
    return old.map((child, at) => [child, now[at]])
  }
  const keyed = (nodes: readonly MeanNode[]): Map<string, MeanNode> => new Map(nodes.map((node) => [`${node.kind}:${node.id}`, node]))
  const [oldByKey, nowByKey] = [keyed(old), keyed(now)]
  return [...new Set([...oldByKey.keys(), ...nowByKey.keys()])].map((key) => [oldByKey.get(key), nowByKey.get(key)])
}

/** The value of a requirement that is left out, else the node's own. */
export function knownValue(node: MeanNode): number | null {
  return node.answer ? figureOf(node.answer.figures, node.view) : node.value
}

export function figureOf(figures: { performance: number; coverage: number }, view: View): number {
  return view.figure === 'PERFORMANCE' ? figures.performance : figures.coverage
}

/** The means under a score, built as far as they are looked at. */
export function meanTree(result: ScoreResult, { place, topic, view }: Subject): MeanNode {
  const base = { result, view, perimeterId: null, policy: null, byHand: null, mass: 0, answer: null, source: null }
  const valueOf = (outcome: Outcome | undefined): number | null => {
    const figures = view.exemptions ? outcome?.eased : outcome?.strict
    return figures ? figureOf(figures, view) : null
  }

  const ownNode = ({ fact }: ScoredPerimeter): MeanNode => ({
    ...base,
    kind: 'OWN',
    id: fact.id,
    perimeterId: fact.id,
    value: valueOf(ownOutcome(result, fact.id, topic)),
    weight: fact.weight,
    children: () => ownChildren(fact.id),
  })
  const ownChildren = (perimeterId: number): MeanNode[] => {
    const policies = result.policies.get(perimeterId)
    if (!topic) return [...(policies?.values() ?? [])].map((policy) => policyNode(policy, policy.application.weight))
    const policy = policies?.get(topic.policy_id)
    if (!policy) return []
    if (topic.lineage_id === undefined) return [policyNode(policy, 1)]
    const node = policy.tree.byLineage.get(topic.lineage_id)
    return node ? [{ ...treeNode(policy, node), weight: 1 }] : []
  }
  const policyNode = (policy: PolicyResult, weight: number): MeanNode => ({
    ...base,
    kind: 'POLICY',
    id: policy.application.policy_id,
    perimeterId: policy.application.perimeter_id,
    policy,
    source: policy.outcome,
    value: valueOf(policy.outcome),
    weight,
    children: () => policy.tree.roots.map((node) => treeNode(policy, node)),
  })
  const treeNode = (policy: PolicyResult, node: PolicyNode): MeanNode => {
    const group = policy.groups.get(node.position)
    if (!group) return requirementNode(policy, node)
    const mass = view.exemptions ? group.easedMass : group.strictMass
    const byHand = node.fact.group_weight
    return {
      ...base,
      kind: 'GROUP',
      id: node.fact.lineage_id,
      perimeterId: policy.application.perimeter_id,
      policy,
      source: group,
      value: valueOf(group),
      weight: byHand ?? mass,
      byHand,
      mass: byHand === 0 ? 0 : mass,
      children: () => [...(node.fact.assessable ? [requirementNode(policy, node)] : []), ...node.children.map((child) => treeNode(policy, child))],
    }
  }
  const requirementNode = (policy: PolicyResult, { fact, position }: PolicyNode): MeanNode => {
    const answer = policy.answers.get(position)
    const counts = answer !== null && inScope(answer, view.exemptions)
    return {
      ...base,
      kind: 'REQUIREMENT',
      id: fact.lineage_id,
      perimeterId: policy.application.perimeter_id,
      policy,
      value: counts ? figureOf(answer.figures, view) : null,
      weight: fact.weight,
      mass: counts ? fact.weight : 0,
      answer,
      children: () => [],
    }
  }

  switch (place.kind) {
    case 'GROUPING': {
      const members = result.index.groupings.get(place.grouping_id) ?? []
      return {
        ...base,
        kind: 'GROUPING',
        id: place.grouping_id,
        value: valueOf(outcomeAt(result, place, topic)),
        weight: 1,
        children: () => members.map(ownNode),
      }
    }
    case 'OWN': {
      const perimeter = result.index.perimeter.get(place.perimeter_id)
      return perimeter ? ownNode(perimeter) : { ...base, kind: 'OWN', id: place.perimeter_id, value: null, weight: 0, children: () => [] }
    }
    case 'CONSOLIDATED':
    case 'GLOBAL': {
      const id = place.kind === 'GLOBAL' ? result.index.root?.fact.id : place.perimeter_id
      const perimeter = id === undefined ? undefined : result.index.perimeter.get(id)
      const outcomes = topic ? consolidate(result.index, (of) => ownOutcome(result, of, topic)) : result.consolidated
      const consolidatedNode = (scored: ScoredPerimeter): MeanNode => ({
        ...base,
        kind: 'CONSOLIDATED',
        id: scored.fact.id,
        perimeterId: scored.fact.id,
        value: valueOf(outcomes.get(scored.fact.id)),
        weight: scored.fact.weight,
        children: () => [ownNode(scored), ...scored.children.map(consolidatedNode)],
      })
      return perimeter ? consolidatedNode(perimeter) : { ...base, kind: 'CONSOLIDATED', id: id ?? 0, value: null, weight: 0, children: () => [] }
    }
  }
}
