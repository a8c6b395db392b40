import { apportion } from '#areas/scores/contract/rounding.ts'
import { MOVEMENT_FAMILY, MOVEMENT_UNIT } from '#areas/scores/contract/score.ts'
import type { Movement, MovementCause } from '#areas/scores/contract/score.ts'
import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import { moveAnswer } from './movement-answer.ts'
import type { CauseRef, Emit } from './movement-answer.ts'
import { weightCauses } from './movement-weight.ts'
import { childPairs, effectiveWeight, knownValue, meanTree } from '#areas/scores/server/compute/mean-tree.ts'
import type { MeanNode, Subject } from '#areas/scores/server/compute/mean-tree.ts'

/**
 * What moved one score between two days.
 *
 * Every score is a weighted mean of means, down to requirements, solutions, measures and control sources. For one mean
 * m = Σ w·x ÷ W that becomes m' = Σ w'·x' ÷ W',
 *
 *   m' − m = Σ (w' − w)·(x − m) ÷ W'  +  Σ w'·(x' − x) ÷ W'
 *
 * holds exactly, whatever the order of events. The first sum is the scope: only children whose weight changed, entered
 * (w = 0) or left (w' = 0) appear in it, and each by how far it stood from the mean. The second is handed down to the
 * children with the factor w' ÷ W', where the same identity is applied again. What enters is taken at the value it
 * already had (a requirement whose exemption ended was answered all along), else at its new one. A group without a weight
 * of its own passes the change of its weight on to the requirements that caused it. An efficiency × control factor
 * splits at the midpoints: Δ(e·f) = ½(f + f')·Δe + ½(e + e')·Δf.
 *
 * Amounts are then rounded to whole millionths of a point by largest remainder, so that integers add up to the
 * difference of the two scores, itself taken in millionths. Changes inside one requirement of one perimeter that cancel
 * out to the last bit are not listed.
 */
export function whatMoved(before: ScoreResult, after: ScoreResult, subject: Subject): Movement {
  const from = meanTree(before, subject)
  const to = meanTree(after, subject)
  if (from.value === null || to.value === null) {
    return { before: from.value, after: to.value, difference: null, scope: 0, performance: 0, causes: [] }
  }
  const found = new Map<string, { cause: CauseRef; points: number }>()
  const emit: Emit = (cause, points) => {
    if (points === 0) return
    const key = `${cause.code}|${cause.perimeter_id}|${cause.policy_id}|${cause.lineage_id}|${cause.solution_id}|${cause.measure_id}|${cause.source_id}`
    const known = found.get(key)
    if (known) known.points += points
    else found.set(key, { cause, points })
  }
  walk(from, to, 1, emit)

  const difference = inUnits(to.value) - inUnits(from.value)
  const rows = [...found.values()]
  const amounts = apportion(
    rows.map(({ points }) => points * MOVEMENT_UNIT),
    difference,
  )
  const causes = rows
    .map(({ cause }, at): MovementCause => ({ ...cause, amount: amounts[at] ?? 0 }))
    .filter(({ amount }) => amount !== 0)
    .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
  const scope = sumOf(causes.filter(({ code }) => MOVEMENT_FAMILY[code] === 'SCOPE'))
  return { before: from.value, after: to.value, difference, scope, performance: difference - scope, causes }
}

/** Adds causes up under the key given, largest effect first; the sums stay exact. */
export function groupCauses<Key>(causes: readonly MovementCause[], key: (cause: MovementCause) => Key): { key: Key; amount: number }[] {
  const sums = new Map<Key, number>()
  for (const cause of causes) sums.set(key(cause), (sums.get(key(cause)) ?? 0) + cause.amount)
  return [...sums].map(([of, amount]) => ({ key: of, amount })).toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
}

/** Both nodes have a value; `factor` is what one point of this node is worth in the score compared. */
function walk(before: MeanNode, after: MeanNode, factor: number, emit: Emit): void {
  if (before.source !== null && before.source === after.source) return
  const mean = before.value ?? 0
  const children = childPairs(before, after)
  let total = 0
  for (const [, child] of children) total += effectiveWeight(child)

  for (const [from, to] of children) {
    const known = from && knownValue(from)
    const value = known ?? (to && knownValue(to)) ?? 0
    for (const { cause, weight } of weightCauses(from, to)) emit(cause, (factor * weight * (value - mean)) / total)
    if (!from || !to || typeof known !== 'number' || effectiveWeight(to) === 0) continue
    const inner = (factor * effectiveWeight(to)) / total
    if (from.answer && to.answer) moveAnswer(from, to, inner, emit)
    else walk(from, to, inner, emit)
  }
}

function inUnits(points: number): number {
  return Math.round(points * MOVEMENT_UNIT)
}

function sumOf(causes: readonly MovementCause[]): number {
  return causes.reduce((sum, { amount }) => sum + amount, 0)
}
