import type { Tx } from '#kit/server/data/transaction.ts'
import type { NamedExplanation } from '#areas/scores/contract/calls.ts'
import type { ExplanationKind, ExplanationNode } from '#areas/scores/contract/score.ts'
import { Labels } from './labels.ts'

const labelKinds: Partial<Record<ExplanationKind, 'perimeter' | 'tag' | 'policy' | 'lineage' | 'solution' | 'measure' | 'remediation'>> = {
  GROUPING: 'tag', CONSOLIDATED: 'perimeter', OWN: 'perimeter', POLICY: 'policy', GROUP: 'lineage', REQUIREMENT: 'lineage', SOLUTION: 'solution', MEASURE: 'measure', DEDUCTION: 'remediation',
}

/** The explanation with the names of what it speaks of; `perimeter_id` in a reason comes with `perimeter`, its name. */
export async function namedExplanation(tx: Tx, root: ExplanationNode): Promise<NamedExplanation> {
  const labels = new Labels()
  walk(root, (node) => {
    const kind = labelKinds[node.kind]
    if (kind) labels.want(kind, node.id)
    for (const { params } of node.reasons) if (typeof params.perimeter_id === 'number') labels.want('perimeter', params.perimeter_id)
  })
  await labels.load(tx)
  const named = ({ reasons, children, ...node }: ExplanationNode): NamedExplanation => {
    const kind = labelKinds[node.kind]
    return {
      ...node,
      label: kind ? labels.get(kind, node.id) : null,
      reasons: reasons.map(({ code, params }) => {
        const id = params.perimeter_id
        return { code, params: typeof id === 'number' ? { ...params, perimeter: labels.get('perimeter', id)?.name ?? '' } : { ...params } }
      }),
      children: children?.map(named) ?? null,
    }
  }
  return named(root)
}

function walk(node: ExplanationNode, visit: (node: ExplanationNode) => void): void {
  visit(node)
  for (const child of node.children ?? []) walk(child, visit)
}
