import type { Tx } from '#kit/server/data/transaction.ts'
import type { NamedExplanation } from '#areas/scores/contract/calls.ts'
import type { ExplanationKind, ExplanationNode } from '#areas/scores/contract/score.ts'
import { Labels } from './labels.ts'

const labelKinds: Partial<Record<ExplanationKind, 'perimeter' | 'tag' | 'policy' | 'lineage' | 'solution' | 'measure' | 'remediation'>> = {
  GROUPING: 'tag',
  CONSOLIDATED: 'perimeter',
  OWN: 'perimeter',
  POLICY: 'policy',
  GROUP: 'lineage',
  REQUIREMENT: 'lineage',
  SOLUTION: 'solution',
  MEASURE: 'measure',
  DEDUCTION: 'remediation',
}

/** The explanation with the names of what it speaks of; `perimeter_id` in a reason comes with `perimeter`, its name. */
export async function namedExplanation(tx: Tx, root: ExplanationNode): Promise<NamedExplanation> {
  const labels = new Labels()
  walk(root, (node) => {
    const kind = labelKinds[node.kind]
    if (kind) labels.want(kind, node.id)
    for (const { params } of node.reasons) if (typeof params.perimeter_id === 'number') labels.want('operator', params.perimeter_id)
  })
  await labels.load(tx)
  const named = ({ reasons, children, ...node }: ExplanationNode): NamedExplanation => {
    const kind = labelKinds[node.kind]
    return {
      ...node,
      label: kind ? labels.get(kind, node.id) : null,
      reasons: reasons.map(({ code, params }) => {
        const id = params.perimeter_id
        return { code, params: typeof id === 'number' ? { ...params, perimeter: labels.get('operator', id)?.name ?? '' } : { ...params } }
      }),
      children: children && inTextOrder(children, labels).map(named),
    }
  }
  return named(root)
}

/** Groups and requirements in the order of the policy's text, a group first where they stand at the same place; the rest as it is. */
function inTextOrder(children: readonly ExplanationNode[], labels: Labels): readonly ExplanationNode[] {
  const placeOf = ({ kind, id }: ExplanationNode): number => (kind === 'GROUP' || kind === 'REQUIREMENT' ? labels.placeOf(id ?? 0) : 0)
  return children.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || Number(b.kind === 'GROUP') - Number(a.kind === 'GROUP') || (a.kind === 'GROUP' ? (b.id ?? 0) - (a.id ?? 0) : 0),
  )
}

function walk(node: ExplanationNode, visit: (node: ExplanationNode) => void): void {
  visit(node)
  for (const child of node.children ?? []) walk(child, visit)
}
