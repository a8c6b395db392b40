import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { NamedExplanation } from '#areas/scores/contract/calls.ts'
import type { ExplanationKind, ExplanationNode } from '#areas/scores/contract/score.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { endedReason, evidenceLines, readShownEvidence } from './explanation-evidence.ts'
import { occurrenceLines, readShownOccurrences } from './explanation-occurrences.ts'
import { readShownValues, indicatorOfNode, valueLines } from './explanation-values.ts'
import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { Day } from '#areas/scores/server/facts/facts.ts'
import type { Subject } from '#areas/scores/server/compute/mean-tree.ts'
import { aimsOf } from '#areas/scores/server/places/target-score.ts'
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

const isTask = ({ kind, reasons }: ExplanationNode) => kind === 'CONTROL' && reasons.some(({ code }) => code === 'task')

const labelKindOf = (node: ExplanationNode) => (node.kind !== 'CONTROL' ? labelKinds[node.kind] : isTask(node) ? 'runtask' : 'indicator')
const isRated = ({ reasons }: ExplanationNode) => reasons.some(({ code }) => code === 'proven' || code === 'declared')

/** What the score of a line aims at. */
type TargetOf = (node: Pick<ExplanationNode, 'kind' | 'id' | 'path'>) => number | null

/** The targets that apply to the lines of an explanation: to places, and to policies in them. */
export async function targetsOf(tx: Tx, result: ScoreResult, { topic, view }: Subject): Promise<TargetOf> {
  if (view.figure !== 'PERFORMANCE') return () => null
  const aims = await aimsOf(tx, result)
  return ({ kind, id, path }) => {
    if (topic?.lineage_id !== undefined || id === null) return null
    if (kind === 'CONSOLIDATED' || kind === 'OWN') return aims({ kind, perimeter_id: id }, topic?.policy_id)
    if (kind === 'GROUPING') return aims({ kind, grouping_id: id }, topic?.policy_id)
    if (kind !== 'POLICY') return null
    const own = path.split('/').findLast((key) => key.startsWith('OWN:'))
    return own === undefined ? null : aims({ kind: 'OWN', perimeter_id: Number(own.slice('OWN:'.length)) }, id)
  }
}

/**
 * The explanation with the names of what it speaks of; `perimeter_id` in a reason comes with `perimeter`, its name. Measures come with the evidence that
 * proves them on the day, and with what did until it ended; recurring tasks with their occurrences, indicators with what was entered.
 */
export async function namedExplanation(tx: Tx, resources: Resources, root: ExplanationNode, day: Day, targetOf: TargetOf): Promise<NamedExplanation> {
  const labels = new Labels()
  const measures: number[] = []
  const tasks: number[] = []
  const indicators: NonNullable<ReturnType<typeof indicatorOfNode>>[] = []
  walk(root, (node) => {
    const kind = labelKindOf(node)
    if (kind) labels.want(kind, node.id)
    if (isTask(node) && node.children !== null && node.id !== null) tasks.push(node.id)
    const indicator = node.children === null ? undefined : indicatorOfNode(node)
    if (indicator) indicators.push(indicator)
    if (node.kind === 'MEASURE' && isRated(node)) measures.push(node.id ?? 0)
    for (const { params } of node.reasons) if (typeof params.perimeter_id === 'number') labels.want('operator', params.perimeter_id)
  })
  await labels.load(tx, resources)
  const evidence = await readShownEvidence(tx, resources, day, measures)
  const occurrences = await readShownOccurrences(tx, resources, day, tasks)
  const values = await readShownValues(tx, resources, day, indicators)
  const named = (explained: ExplanationNode): NamedExplanation => {
    const { reasons: own, children, ...node } = explained
    const kind = labelKindOf(explained)
    const shown = node.kind === 'MEASURE' && isRated(explained) ? (evidence.get(node.id ?? 0) ?? []) : undefined
    const indicator = indicatorOfNode(explained)
    const reasons = shown && own.some(({ code }) => code === 'declared') ? [...own, ...endedReason(shown, day)] : own
    return {
      ...node,
      target: targetOf(node),
      label: kind ? labels.get(kind, node.id) : null,
      reasons: reasons.map(({ code, params }) => {
        const id = params.perimeter_id
        return { code, params: typeof id === 'number' ? { ...params, perimeter: labels.get('operator', id)?.name ?? '' } : { ...params } }
      }),
      children:
        children && isTask(explained)
          ? occurrenceLines(explained, occurrences.get(node.id ?? 0) ?? [])
          : children && indicator
            ? valueLines(explained, values.get(`${indicator.measure} ${indicator.indicator}`) ?? [])
            : children && [
                ...inTextOrder(
                  children.filter((child) => child.kind !== 'EVIDENCE'),
                  labels,
                ).map(named),
                ...(shown
                  ? evidenceLines(
                      node.path,
                      children.filter((child) => child.kind === 'EVIDENCE'),
                      shown,
                      day,
                    )
                  : []),
              ],
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
