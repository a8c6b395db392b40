import type { MovementCause, MovementCode } from '#areas/scores/contract/score.ts'
import type { MeasureValue } from '#areas/scores/server/compute/efficiency.ts'
import type { ControlFact } from '#areas/scores/server/facts/facts.ts'
import { figureOf, knownValue } from '#areas/scores/server/compute/mean-tree.ts'
import type { MeanNode, View } from '#areas/scores/server/compute/mean-tree.ts'
import { measureFigures } from '#areas/scores/server/compute/solution.ts'
import type { SolutionValue } from '#areas/scores/server/compute/solution.ts'

/** A cause of a movement, without its amount. */
export type CauseRef = Omit<MovementCause, 'amount'>

/** Receives points of the score compared. */
export type Emit = (cause: CauseRef, points: number) => void

/** The empty cause of a code. */
export function noCause(code: MovementCode): CauseRef {
  return { code, perimeter_id: null, policy_id: null, lineage_id: null, solution_id: null, measure_id: null, source_id: null }
}

/** What moves a requirement's answer: its solutions' shares, then what each of them is worth. `factor` as in `whatMoved`. */
export function moveAnswer(before: MeanNode, after: MeanNode, factor: number, emit: Emit): void {
  const mean = knownValue(before) ?? 0
  if (mean === knownValue(after)) return
  const old = linksOf(before)
  const now = linksOf(after)
  const oldShares = sharesOf(old)
  const shares = sharesOf(now)
  // What solutions leave uncovered is an item of value 0; it follows the links that change, each by its part.
  const uncovered = shares === oldShares ? 0 : (Math.max(0, 100 - shares) - Math.max(0, 100 - oldShares)) / (shares - oldShares)
  const whole = Math.max(100, shares)
  const at: CauseRef = {
    ...noCause('MAPPING'),
    perimeter_id: after.perimeterId,
    policy_id: after.policy?.application.policy_id ?? null,
    lineage_id: after.id,
  }
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const from = old.get(id) ?? unlinked(before, id)
    const to = now.get(id) ?? unlinked(after, id)
    const change = to.share - from.share
    const where = { ...at, solution_id: id }
    if (change !== 0) {
      const value = from.value ? figureOf(from.value.figures, before.view) : 0
      const measure = (to.value?.discarded ?? from.value?.discarded)?.id ?? null
      const cause: CauseRef = from.link === to.link ? { ...where, code: 'DISCARDED', measure_id: measure } : where
      emit(cause, (factor * change * (value - mean - uncovered * mean)) / whole)
    }
    if (to.share > 0) moveSolution(before, after, from.value, to.value, (factor * to.share) / whole, where, emit)
  }
}

interface Linked {
  /** The share as linked; 0 when it is not. */
  readonly link: number
  /** The share that counts: none when discarded. */
  readonly share: number
  readonly value: SolutionValue | undefined
}

function linksOf(node: MeanNode): Map<number, Linked> {
  const links = node.result.index.links.get(node.id) ?? []
  return new Map(
    links.map(({ solution_id, share }) => {
      const { value } = unlinked(node, solution_id)
      return [solution_id, { link: share, share: value?.discarded ? 0 : share, value }]
    }),
  )
}

function unlinked(node: MeanNode, solutionId: number): Linked {
  return { link: 0, share: 0, value: node.result.solutions.get(node.perimeterId ?? 0)?.get(solutionId) }
}

function sharesOf(links: ReadonlyMap<number, Linked>): number {
  let sum = 0
  for (const { share } of links.values()) sum += share
  return sum
}

function moveSolution(
  before: MeanNode,
  after: MeanNode,
  from: SolutionValue | undefined,
  to: SolutionValue | undefined,
  factor: number,
  where: CauseRef,
  emit: Emit,
): void {
  if (from === to) return
  const { view } = before
  const mean = from ? figureOf(from.figures, view) : 0
  const old = new Map(from?.serving.map((value) => [value.fact.id, value]))
  const now = new Map(to?.serving.map((value) => [value.fact.id, value]))
  const size = Math.max(1, now.size)
  for (const [id, value] of old) {
    if (now.has(id)) continue
    // Nothing serves any more: the 0 that takes their place is shared among those that leave.
    const nothing = now.size === 0 ? mean / old.size : 0
    const code = endCode(value, after.result.measures.get(id), after.perimeterId)
    emit({ ...where, code, measure_id: id }, -factor * ((worth(value, view) - mean) / size + nothing))
  }
  for (const [id, value] of now) {
    const earlier = old.get(id) ?? before.result.measures.get(id)
    if (!old.has(id)) {
      const code = startCode(before.result.measures.get(id), value, after.perimeterId)
      emit({ ...where, code, measure_id: id }, (factor * (worth(earlier ?? value, view) - mean)) / size)
    }
    if (earlier && view.figure === 'PERFORMANCE') moveMeasure(earlier, value, factor / size, where, emit)
  }
}

function worth(value: MeasureValue, view: View): number {
  return figureOf(measureFigures(value), view)
}

function startCode(before: MeasureValue | undefined, after: MeasureValue, perimeterId: number | null): MovementCode {
  if (!before) return 'IMPLEMENTED'
  return serves(before, perimeterId) === serves(after, perimeterId) ? 'REPLACED' : 'BENEFIT_STARTED'
}

function endCode(before: MeasureValue, after: MeasureValue | undefined, perimeterId: number | null): MovementCode {
  if (!after) return 'UNIMPLEMENTED'
  return serves(before, perimeterId) === serves(after, perimeterId) ? 'REPLACED' : 'BENEFIT_ENDED'
}

function serves({ fact }: MeasureValue, perimeterId: number | null): boolean {
  if (perimeterId === null) return false
  return fact.perimeter_id === perimeterId ? fact.serves_operator : fact.beneficiary_ids.includes(perimeterId)
}

function moveMeasure(before: MeasureValue, after: MeasureValue, factor: number, where: CauseRef, emit: Emit): void {
  if (before === after) return
  const at = { ...where, measure_id: after.fact.id }
  moveEfficiency(before, after, (factor * (before.factor + after.factor)) / 2, at, emit)
  moveFactor(before, after, (factor * (before.efficiency + after.efficiency)) / 2, at, emit)
}

/** Where the 0–100 clamp bites, base and deductions share what is left in proportion. */
function moveEfficiency(before: MeasureValue, after: MeasureValue, factor: number, at: CauseRef, emit: Emit): void {
  const base = after.fact.base_efficiency - before.fact.base_efficiency
  const deductions = new Map<number, number>()
  for (const { remediation_id, value } of after.deductions) deductions.set(remediation_id, value)
  for (const { remediation_id, value } of before.deductions) {
    deductions.set(remediation_id, (deductions.get(remediation_id) ?? 0) - value)
  }
  let raw = base
  for (const change of deductions.values()) raw -= change
  if (raw === 0) return
  const ratio = (factor * (after.efficiency - before.efficiency)) / raw
  emit({ ...at, code: 'EFFICIENCY' }, ratio * base)
  for (const [id, change] of deductions) emit({ ...at, code: 'DEDUCTION', source_id: id }, -ratio * change)
}

/** Without sources the factor is 1; what takes or leaves that place is shared among the sources that do. */
function moveFactor(before: MeasureValue, after: MeasureValue, factor: number, at: CauseRef, emit: Emit): void {
  if (before.factor === after.factor) return
  const key = ({ fact }: MeasureValue['sources'][number]): string => `${fact.kind}:${fact.source_id}`
  const old = new Map(before.sources.map((source) => [key(source), source]))
  const now = new Map(after.sources.map((source) => [key(source), source]))
  const size = Math.max(1, now.size)
  for (const [id, { fact, ratio }] of old) {
    if (now.has(id)) continue
    const nothing = now.size === 0 ? (1 - before.factor) / old.size : 0
    emit({ ...at, code: codeOf(fact), source_id: fact.source_id }, factor * (nothing - (ratio - before.factor) / size))
  }
  for (const [id, { fact, ratio }] of now) {
    const earlier = old.get(id)
    const change = earlier ? ratio - earlier.ratio : ratio - before.factor
    emit({ ...at, code: codeOf(fact), source_id: fact.source_id }, (factor * change) / size)
  }
}

const codeOf = ({ kind }: ControlFact): MovementCode => (kind === 'INDICATOR' ? 'INDICATOR' : 'CONTROL')
