import type { ExplanationNode } from '#areas/scores/contract/score.ts'
import type { ScoredPerimeter } from '#areas/scores/server/facts/fact-index.ts'
import type { MeanNode } from '#areas/scores/server/compute/mean-tree.ts'

/** A node of an explanation whose children are not built yet. */
export interface Draft extends Omit<ExplanationNode, 'path' | 'children'> {
  /** Its part of the path. */
  readonly key: string
  readonly children: () => readonly Draft[]
}

/** Whether the reader may open a perimeter. */
export type Visible = (perimeterId: number) => boolean

/** How many perimeters a node hides: 0 when the reader may open it, or anything under it. */
export function hides(node: MeanNode, visible: Visible): number {
  if (node.kind === 'OWN') return visible(node.id) ? 0 : 1
  if (node.kind !== 'CONSOLIDATED') return 0
  const perimeter = node.result.index.perimeter.get(node.id)
  return perimeter ? hiddenSubtree(perimeter, visible) : 0
}

/** One node in place of all that the reader may not open: its points stay in the sum. */
export function hiddenDraft(hidden: readonly { draft: Draft; count: number }[]): Draft {
  const counted = hidden.filter(({ draft }) => draft.contribution !== null)
  return {
    key: 'HIDDEN',
    kind: 'HIDDEN',
    id: null,
    value: null,
    weight: counted.reduce((sum, { draft }) => sum + (draft.weight ?? 0), 0),
    contribution: counted.length === 0 ? null : counted.reduce((sum, { draft }) => sum + (draft.contribution ?? 0), 0),
    reasons: [{ code: 'hidden', params: { count: hidden.reduce((sum, { count }) => sum + count, 0) } }],
    children: () => [],
  }
}

function hiddenSubtree({ fact, children }: ScoredPerimeter, visible: Visible): number {
  if (visible(fact.id)) return 0
  let count = 1
  for (const child of children) {
    const below = hiddenSubtree(child, visible)
    if (below === 0) return 0
    count += below
  }
  return count
}
