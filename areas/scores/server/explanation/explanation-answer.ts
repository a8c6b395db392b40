import { roundHalfUp } from '#areas/scores/contract/rounding.ts'
import type { ExplanationReason } from '#areas/scores/contract/score.ts'
import type { MeasureValue, RatedSource } from '#areas/scores/server/compute/efficiency.ts'
import { hiddenDraft } from './explanation-draft.ts'
import type { Draft, Visible } from './explanation-draft.ts'
import type { MeasureFact } from '#areas/scores/server/facts/facts.ts'
import { figureOf } from '#areas/scores/server/compute/mean-tree.ts'
import type { MeanNode, View } from '#areas/scores/server/compute/mean-tree.ts'
import { measureFigures } from '#areas/scores/server/compute/solution.ts'
import type { SolutionValue } from '#areas/scores/server/compute/solution.ts'

/** The solutions that answer a requirement; `factor` is null when the requirement is left out. */
export function solutionDrafts(node: MeanNode, factor: number | null, visible: Visible): Draft[] {
  const { result, view } = node
  const perimeterId = node.perimeterId ?? 0
  const links = (result.index.links.get(node.id) ?? []).map((link) => ({
    ...link,
    solution: result.solutions.get(perimeterId)?.get(link.solution_id),
  }))
  const shares = links.reduce((sum, { share, solution }) => (solution?.discarded ? sum : sum + share), 0)
  return links.map(({ solution_id, share, solution }): Draft => {
    const inner = factor === null || solution?.discarded ? null : (factor * share) / Math.max(100, shares)
    const value = solution ? figureOf(solution.figures, view) : 0
    return {
      key: `SOLUTION:${solution_id}`,
      kind: 'SOLUTION',
      id: solution_id,
      value: solution?.discarded ? null : value,
      weight: share,
      contribution: inner === null ? null : inner * value,
      reasons: solutionReasons(solution, result.index.measures.get(solution_id) ?? [], perimeterId),
      children: () => measureDrafts(solution?.serving ?? [], inner, view, visible),
    }
  })
}

function solutionReasons(solution: SolutionValue | undefined, measures: readonly MeasureFact[], perimeterId: number): ExplanationReason[] {
  if (solution?.discarded) return [{ code: 'discarded', params: { measure_id: solution.discarded.id } }]
  const first = solution?.serving[0]
  if (solution && first) {
    if (first.fact.perimeter_id !== perimeterId) {
      return solution.serving.length === 1
        ? [{ code: 'implemented_by', params: { perimeter_id: first.fact.perimeter_id, measure_id: first.fact.id } }]
        : [{ code: 'mean_of_shared', params: { count: solution.serving.length } }]
    }
    const others = measures.filter((fact) => fact.status === 'IMPLEMENTED' && fact.beneficiary_ids.includes(perimeterId)).length
    const implemented: ExplanationReason = { code: 'implemented', params: { measure_id: first.fact.id } }
    return others === 0 ? [implemented] : [implemented, { code: 'replaces_shared', params: { count: others } }]
  }
  const reasons: ExplanationReason[] = []
  const own = measures.find((fact) => fact.perimeter_id === perimeterId)
  if (own?.status === 'NOT_IMPLEMENTED') {
    reasons.push({ code: own.decision === 'PLANNED' ? 'planned' : 'not_implemented', params: { measure_id: own.id } })
  } else reasons.push({ code: 'to_handle', params: {} })
  for (const fact of measures) {
    if (!fact.offered_ids.includes(perimeterId)) continue
    reasons.push({ code: 'offered', params: { perimeter_id: fact.perimeter_id, measure_id: fact.id } })
  }
  return reasons
}

function measureDrafts(serving: readonly MeasureValue[], factor: number | null, view: View, visible: Visible): Draft[] {
  const drafts: Draft[] = []
  const hidden: { draft: Draft; count: number }[] = []
  for (const measure of serving) {
    const draft = measureDraft(measure, factor === null ? null : factor / serving.length, view)
    if (visible(measure.fact.perimeter_id)) drafts.push(draft)
    else hidden.push({ draft, count: 1 })
  }
  return hidden.length === 0 ? drafts : [...drafts, hiddenDraft(hidden)]
}

function measureDraft(measure: MeasureValue, factor: number | null, view: View): Draft {
  const { fact, efficiency, factor: rating, sources } = measure
  const value = figureOf(measureFigures(measure), view)
  const reasons: ExplanationReason[] = []
  if (view.figure === 'PERFORMANCE') {
    const lost = fact.base_efficiency - efficiency
    if (lost > 0) reasons.push({ code: 'lowered_by_actions', params: { points: roundHalfUp(lost, 1), count: measure.deductions.length } })
    if (rating < 1) reasons.push({ code: 'lowered_by_controls', params: { percent: roundHalfUp(rating * 100, 1) } })
    if (sources.length === 0) reasons.push({ code: 'no_control_data', params: {} })
    reasons.push({ code: measure.proven ? 'proven' : 'declared', params: {} })
  }
  return {
    key: `MEASURE:${fact.id}`,
    kind: 'MEASURE',
    id: fact.id,
    value,
    weight: 1,
    contribution: factor === null ? null : factor * value,
    reasons,
    children: () => (view.figure === 'PERFORMANCE' ? partDrafts(measure, factor) : []),
  }
}

/** Base, deductions and control sources: their points add up to the measure's. Evidence proves and brings none. */
function partDrafts(measure: MeasureValue, factor: number | null): Draft[] {
  const { fact, efficiency, deductions, sources, evidence } = measure
  const leaf = { weight: null, reasons: [], children: (): Draft[] => [] }
  const points = (value: number): number | null => (factor === null ? null : factor * value)
  const taken = deductions.reduce((sum, { value }) => sum + value, 0)
  // Where deductions exceed the base, each takes its part of what there was.
  const bite = taken === 0 ? 0 : (fact.base_efficiency - efficiency) / taken
  return [
    { ...leaf, key: 'BASE', kind: 'BASE', id: fact.id, value: fact.base_efficiency, contribution: points(fact.base_efficiency) },
    ...deductions.map(({ remediation_id, value }): Draft => ({
      ...leaf,
      key: `DEDUCTION:${remediation_id}`,
      kind: 'DEDUCTION',
      id: remediation_id,
      value,
      contribution: points(-value * bite),
    })),
    ...sources.map((source): Draft => ({
      ...leaf,
      key: `CONTROL:${source.fact.kind}:${source.fact.source_id}`,
      kind: 'CONTROL',
      id: source.fact.source_id,
      value: source.ratio * 100,
      contribution: points((efficiency * (source.ratio - 1)) / sources.length),
      reasons: sourceReasons(source),
    })),
    ...evidence.map(({ source_id }): Draft => ({
      ...leaf,
      key: `EVIDENCE:${source_id}`,
      kind: 'EVIDENCE',
      id: source_id,
      value: null,
      contribution: points(0),
    })),
  ]
}

function sourceReasons({ fact }: RatedSource): ExplanationReason[] {
  const { numerator, denominator } = fact
  const reasons: ExplanationReason[] =
    fact.kind === 'TASK'
      ? [{ code: 'task', params: { conform: numerator ?? 0, due: denominator ?? 0 } }]
      : [{ code: 'indicator', params: { value: roundHalfUp(numerator ?? 0, 1), target: denominator ?? 0 } }]
  if (fact.stale) reasons.push({ code: 'stale', params: {} })
  if (fact.late > 0) reasons.push({ code: 'late', params: { count: fact.late } })
  if ((numerator ?? 0) > (denominator ?? 0)) reasons.push({ code: 'capped', params: {} })
  return reasons
}
