import type { MovementCode } from '#areas/scores/contract/score.ts'
import { childPairs, effectiveWeight } from '#areas/scores/server/compute/mean-tree.ts'
import type { MeanNode } from '#areas/scores/server/compute/mean-tree.ts'
import { noCause } from './movement-answer.ts'
import type { CauseRef } from './movement-answer.ts'

/** A part of the change of a weight. */
export interface WeightCause {
  readonly cause: CauseRef
  readonly weight: number
}

/** Why a node weighs more or less in its parent's mean than before: parts that add up to the change. */
export function weightCauses(before: MeanNode | undefined, after: MeanNode | undefined): WeightCause[] {
  const change = effectiveWeight(after) - effectiveWeight(before)
  if (change === 0 && !(before && after && movesInside(before, after))) return []
  if (!before || !after) return [{ cause: absence(before, after), weight: change }]
  if ((before.value === null) !== (after.value === null)) {
    return presence(before, after).map(({ cause, weight }) => ({ cause, weight: weight * change }))
  }
  if (movesInside(before, after)) return massCauses(before, after)
  return [{ cause: weightChange(before, after), weight: change }]
}

/** The weight of a group comes from its requirements on both days. */
function movesInside(before: MeanNode, after: MeanNode): boolean {
  return before.kind === 'GROUP' && before.value !== null && after.value !== null && before.byHand === null && after.byHand === null
}

/** Causes of the change of Σ requirement weights, as the groups above count it. */
function massCauses(before: MeanNode | undefined, after: MeanNode | undefined): WeightCause[] {
  const change = (after?.mass ?? 0) - (before?.mass ?? 0)
  if (!before || !after) return change === 0 ? [] : [{ cause: absence(before, after), weight: change }]
  if (before.kind === 'REQUIREMENT') return weightCauses(before, after)
  if ((before.byHand === 0) !== (after.byHand === 0)) return change === 0 ? [] : [{ cause: weightChange(before, after), weight: change }]
  if (before.byHand === 0 || before.source === after.source) return []
  return childPairs(before, after).flatMap(([from, to]) => massCauses(from, to))
}

/** Why a node has a value on one of the days only: parts that add up to 1. */
function presence(before: MeanNode, after: MeanNode): WeightCause[] {
  if (before.kind === 'REQUIREMENT') return [{ cause: scopeChange(before, after), weight: 1 }]
  const shown = before.value === null ? after : before
  const total = shown.children().reduce((sum, child) => sum + effectiveWeight(child), 0)
  return childPairs(before, after).flatMap(([from, to]) => {
    const weight = effectiveWeight(shown === after ? to : from) / total
    if (weight === 0) return []
    if (!from || !to) return [{ cause: absence(from, to), weight }]
    if (from.value !== null && to.value !== null) return [{ cause: weightChange(from, to), weight }]
    return presence(from, to).map((part) => ({ cause: part.cause, weight: part.weight * weight }))
  })
}

function absence(before: MeanNode | undefined, after: MeanNode | undefined): CauseRef {
  const node = before ?? after
  if (!node) throw new RangeError('a node is on neither day')
  return causeAt(node, absenceCode(node, after !== undefined))
}

function absenceCode(node: MeanNode, arrived: boolean): MovementCode {
  if (node.kind === 'POLICY') return arrived ? 'POLICY_APPLIED' : 'POLICY_REMOVED'
  if (node.kind === 'GROUP' || node.kind === 'REQUIREMENT') return 'VERSION'
  return arrived ? 'PERIMETER_ADDED' : 'PERIMETER_REMOVED'
}

function weightChange(before: MeanNode, after: MeanNode): CauseRef {
  if (before.kind === 'POLICY') return causeAt(after, 'POLICY_WEIGHT')
  if (before.policy && after.policy) return causeAt(after, sameVersion(before, after) ? 'WEIGHT' : 'VERSION')
  return causeAt(after, 'PERIMETER_WEIGHT')
}

/** Named after the side on which the requirement is left out. */
function scopeChange(before: MeanNode, after: MeanNode): CauseRef {
  const out = before.value === null ? before : after
  const exclusion = out.result.index.exclusions.get(out.perimeterId ?? 0)?.get(out.id)
  switch (out.answer?.scope) {
    case 'NOT_APPLICABLE':
      return { ...causeAt(out, 'NOT_APPLICABLE'), source_id: exclusion?.id ?? null }
    case 'EXEMPTED':
      return { ...causeAt(out, 'EXEMPTION'), source_id: exclusion?.id ?? null }
    default:
      return causeAt(out, sameVersion(before, after) ? 'LEVEL' : 'VERSION')
  }
}

function sameVersion(before: MeanNode, after: MeanNode): boolean {
  return before.policy?.application.version_id === after.policy?.application.version_id
}

function causeAt(node: MeanNode, code: MovementCode): CauseRef {
  return {
    ...noCause(code),
    perimeter_id: node.perimeterId,
    policy_id: node.policy?.application.policy_id ?? null,
    lineage_id: node.kind === 'GROUP' || node.kind === 'REQUIREMENT' ? node.id : null,
  }
}
