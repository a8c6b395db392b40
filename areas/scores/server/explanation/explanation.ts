import type { ExplanationNode, ExplanationReason } from '#areas/scores/contract/score.ts'
import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import { solutionDrafts } from './explanation-answer.ts'
import { hiddenDraft, hides } from './explanation-draft.ts'
import type { Draft, Visible } from './explanation-draft.ts'
import { effectiveWeight, meanTree } from '#areas/scores/server/compute/mean-tree.ts'
import type { MeanNode, Subject } from '#areas/scores/server/compute/mean-tree.ts'

/** How much of an explanation is wanted. */
export interface ExplanationScope {
  /** Levels below the opened node; default 1. */
  readonly depth?: number
  /** `path` of the node to open; default the score itself. Contributions stay points of the whole score. */
  readonly at?: string
  /** Whether the reader may open a perimeter; default: every one. */
  readonly visible?: Visible
}

/**
 * Why a score is what it is, as a tree from the score down to measures, the actions that lower them, their control
 * sources and the exclusions. Undefined when `at` leads nowhere.
 */
export function explainScore(result: ScoreResult, subject: Subject, scope: ExplanationScope = {}): ExplanationNode | undefined {
  const { depth = 1, at, visible = () => true } = scope
  const root = meanTree(result, subject)
  let draft = meanDraft(root, null, 1, 1, visible)
  let path = draft.key
  for (const key of at?.split('/').slice(1) ?? []) {
    const child = draft.children().find((candidate) => candidate.key === key)
    if (!child) return undefined
    draft = child
    path = `${path}/${key}`
  }
  return at !== undefined && at !== path ? undefined : materialise(draft, path, depth)
}

function materialise(draft: Draft, path: string, depth: number): ExplanationNode {
  const { kind, id, value, weight, contribution, reasons } = draft
  const drafts = depth > 0 ? draft.children() : null
  const children = drafts?.map((child) => materialise(child, `${path}/${child.key}`, depth - 1)) ?? null
  return { kind, id, path, value, weight, contribution, reasons, children }
}

/** `factor` is what one point of the node is worth in the opened score; null under something that is left out. */
function meanDraft(node: MeanNode, parent: MeanNode | null, factor: number | null, weight: number | null, visible: Visible): Draft {
  const counts = node.value !== null && factor !== null
  return {
    key: `${node.kind}:${node.id}`,
    kind: node.kind,
    id: node.id,
    value: node.value,
    weight: parent ? weight : null,
    contribution: counts ? (node.value ?? 0) * factor : null,
    reasons: node.answer ? answerReasons(node, parent) : meanReasons(node, parent),
    children: () => (node.answer ? solutionDrafts(node, counts ? factor : null, visible) : meanDrafts(node, counts ? factor : null, visible)),
  }
}

function meanDrafts(parent: MeanNode, factor: number | null, visible: Visible): Draft[] {
  const children = parent.children()
  const total = children.reduce((sum, child) => sum + effectiveWeight(child), 0)
  const drafts: Draft[] = []
  const hidden: { draft: Draft; count: number }[] = []
  for (const child of children) {
    const inner = factor === null || total === 0 ? null : (factor * effectiveWeight(child)) / total
    const draft = meanDraft(child, parent, child.value === null ? null : inner, child.weight, visible)
    const count = hides(child, visible)
    if (count > 0) hidden.push({ draft, count })
    else drafts.push(draft)
  }
  return hidden.length === 0 ? drafts : [...drafts, hiddenDraft(hidden)]
}

function meanReasons(node: MeanNode, parent: MeanNode | null): ExplanationReason[] {
  const reasons: ExplanationReason[] = []
  if (node.value === null) reasons.push({ code: 'nothing_counts', params: {} })
  if (parent && node.value !== null && node.weight === 0) reasons.push({ code: 'weight_zero', params: {} })
  else if (node.byHand !== null) reasons.push({ code: 'weight_by_hand', params: { weight: node.byHand } })
  return reasons
}

/** By which of the two choices of an application the policy does not ask for a requirement. */
function outOfScope({ policy, id }: MeanNode): ExplanationReason {
  const asked = policy?.tree.byLineage.get(id)?.fact.level ?? null
  const level = policy?.application.level ?? null
  return asked !== null && level !== null && asked > level ? { code: 'out_of_level', params: { asked, level } } : { code: 'out_of_groups', params: {} }
}

function answerReasons(node: MeanNode, parent: MeanNode | null): ExplanationReason[] {
  const reasons: ExplanationReason[] = []
  const { answer, result, id } = node
  if (!answer) return reasons
  if (parent?.kind === 'GROUP' && parent.id === id) reasons.push({ code: 'own_answer', params: {} })
  const exclusion = result.index.exclusions.get(node.perimeterId ?? 0)?.get(id)
  if (answer.scope === 'OUT_OF_LEVEL') reasons.push(outOfScope(node))
  else if (exclusion) {
    const params = { exclusion_id: exclusion.id, from: exclusion.from, ...(exclusion.to !== null && { to: exclusion.to }) }
    reasons.push({ code: answer.scope === 'EXEMPTED' ? 'exempted' : 'not_applicable', params })
  }
  if (node.value !== null && node.weight === 0) reasons.push({ code: 'weight_zero', params: {} })
  if (answer.mapping === 'UNMAPPED') return [...reasons, { code: 'unmapped', params: {} }]
  if (answer.mapping === 'DISCARDED') return [...reasons, { code: 'all_discarded', params: {} }]
  const solutions = result.solutions.get(node.perimeterId ?? 0)
  const shares = (result.index.links.get(id) ?? []).reduce((sum, { solution_id, share }) => (solutions?.get(solution_id)?.discarded ? sum : sum + share), 0)
  if (shares < 100) reasons.push({ code: 'shares_below_100', params: { shares } })
  if (shares > 100) reasons.push({ code: 'shares_above_100', params: { shares } })
  return reasons
}
