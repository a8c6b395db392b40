import type { NodeFact } from '#areas/scores/server/facts/facts.ts'

/** A node of a policy version, with its place in the tree. */
export interface PolicyNode {
  readonly fact: NodeFact
  /** Place in `PolicyTree.nodes`; children always come after their parent. */
  readonly position: number
  readonly parent: PolicyNode | null
  readonly children: readonly PolicyNode[]
}

/** One version of a policy. */
export interface PolicyTree {
  readonly roots: readonly PolicyNode[]
  readonly nodes: readonly PolicyNode[]
  /** The same, children before their parent. */
  readonly upwards: readonly PolicyNode[]
  readonly byLineage: ReadonlyMap<number, PolicyNode>
}

/** Builds one version's tree; a parent outside the version makes a root, a cycle is left out. */
export function policyTree(facts: readonly NodeFact[]): PolicyTree {
  const ids = new Set(facts.map((fact) => fact.id))
  const childrenOf = new Map<number | null, NodeFact[]>()
  for (const fact of facts.toSorted((a, b) => a.id - b.id)) {
    const parent = fact.parent_id !== null && ids.has(fact.parent_id) ? fact.parent_id : null
    const siblings = childrenOf.get(parent)
    if (siblings) siblings.push(fact)
    else childrenOf.set(parent, [fact])
  }
  const nodes: PolicyNode[] = []
  const place = (fact: NodeFact, parent: PolicyNode | null): PolicyNode => {
    const children: PolicyNode[] = []
    const node: PolicyNode = { fact, position: nodes.length, parent, children }
    nodes.push(node)
    for (const child of childrenOf.get(fact.id) ?? []) children.push(place(child, node))
    return node
  }
  const roots = (childrenOf.get(null) ?? []).map((fact) => place(fact, null))
  return { roots, nodes, upwards: nodes.toReversed(), byLineage: new Map(nodes.map((node) => [node.fact.lineage_id, node])) }
}
