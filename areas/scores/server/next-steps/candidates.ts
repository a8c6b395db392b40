import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import { measureValue } from '#areas/scores/server/compute/efficiency.ts'
import type { MeasureValue } from '#areas/scores/server/compute/efficiency.ts'
import type { LinkFact, MeasureFact } from '#areas/scores/server/facts/facts.ts'
import { solutionValues } from '#areas/scores/server/compute/solution.ts'
import { accepted, implemented, type NextStep } from './next-step.ts'
import type { Influence } from './influence.ts'

/** An action that is neither finished nor cancelled. */
export interface OpenAction {
  readonly id: number
  /** What it implements. */
  readonly measures: readonly number[]
  /** Whether the caller may finish it. */
  readonly writable: boolean
}

/** What the caller may do. */
export interface Able {
  /** Whether they decide about the measures of a perimeter. */
  readonly decides: (perimeter: number) => boolean
  /** Links to make, by policy. */
  readonly suggested: ReadonlyMap<number, readonly LinkFact[]>
  readonly actions: readonly OpenAction[]
  /** Efficiency of a measure that nobody has implemented yet; null where it would not serve its own perimeter. */
  readonly base: (solution: number, perimeter: number) => number | null
  /** Models that are looked at; null: all. */
  readonly models: ReadonlySet<number> | null
}

export interface Candidate {
  readonly step: NextStep
  /** Points that it brings at most. */
  readonly bound: number
}

/** Measures that one action takes on at most, and so perimeters of one step. */
export const placesAtMost = 50

/** Whatever could raise the score, each with what it brings at most. */
export function candidates(result: ScoreResult, influence: Influence, able: Able): Candidate[] {
  return [
    ...links(result, influence, able),
    ...offers(result, influence, able),
    ...models(result, influence, able),
    ...actions(result, influence, able),
  ].filter(({ bound }) => bound > 0)
}

function links(result: ScoreResult, influence: Influence, { suggested }: Able): Candidate[] {
  const counted = [...influence.perimeters].filter(([, { requirements }]) => requirements.size > 0)
  return [...suggested].map(([policy, all]) => {
    const open = all.filter(({ lineage_id }) => !result.index.links.has(lineage_id) && counted.some(([, { requirements }]) => requirements.has(lineage_id)))
    let bound = 0
    for (const [lineage, ofLineage] of Map.groupBy(open, (link) => link.lineage_id)) {
      for (const [perimeter, { factor, requirements }] of counted) {
        const values = result.solutions.get(perimeter)
        const eligible = ofLineage.filter(({ solution_id }) => !values?.get(solution_id)?.discarded)
        const shares = eligible.reduce((sum, { share }) => sum + share, 0)
        const points = eligible.reduce((sum, { solution_id, share }) => sum + share * (values?.get(solution_id)?.figures.performance ?? 0), 0)
        bound += (factor * (requirements.get(lineage) ?? 0) * points) / Math.max(100, shares)
      }
    }
    return { step: { kind: 'LINK', policy, links: open }, bound }
  })
}

/** A measure that is offered to several is accepted by all who gain by it. */
function offers(result: ScoreResult, influence: Influence, { decides }: Able): Candidate[] {
  return result.facts.measures.flatMap((fact): Candidate[] => {
    if (fact.offered_ids.length === 0 || fact.status !== 'IMPLEMENTED') return []
    const asked = fact.offered_ids.filter((id) => decides(id) && !result.solutions.get(id)?.get(fact.solution_id)?.discarded)
    const gains = asked.map((perimeter) => ({ perimeter, gain: gainOf(result, influence, [accepted(fact, [perimeter])], []) }))
    const gaining = gains.filter(({ gain }) => gain > 0)
    const bound = gaining.reduce((sum, { gain }) => sum + gain, 0)
    return [{ step: { kind: 'ACCEPT', measure: fact.id, perimeters: gaining.map(({ perimeter }) => perimeter) }, bound }]
  })
}

/** Where nothing serves a perimeter, nobody has discarded it there and no action implements it yet; the perimeters that bring most. */
function models(result: ScoreResult, influence: Influence, able: Able): Candidate[] {
  const found = new Map<number, { perimeter: number; base: number; gain: number }[]>()
  const decided = new Map<number, Map<number, MeasureFact>>()
  const factIn = (solution: number, perimeter: number): MeasureFact | undefined => {
    let ofSolution = decided.get(solution)
    if (!ofSolution) decided.set(solution, (ofSolution = new Map((result.index.measures.get(solution) ?? []).map((fact) => [fact.perimeter_id, fact]))))
    return ofSolution.get(perimeter)
  }
  for (const [perimeter, { factor, solutions }] of influence.perimeters) {
    if (!able.decides(perimeter)) continue
    const values = result.solutions.get(perimeter)
    for (const [solution, weight] of solutions) {
      if (weight === 0 || values?.has(solution) || (able.models && !able.models.has(solution))) continue
      const known = factIn(solution, perimeter)
      if (known && (known.decision !== null || !known.serves_operator)) continue
      const base = known?.base_efficiency ?? able.base(solution, perimeter)
      if (base === null || base === 0) continue
      const places = found.get(solution)
      const place = { perimeter, base, gain: factor * weight * base }
      if (places) places.push(place)
      else found.set(solution, [place])
    }
  }
  return [...found].map(([solution, all]) => {
    const places = all.toSorted((a, b) => b.gain - a.gain || a.perimeter - b.perimeter).slice(0, placesAtMost)
    const added = places.reduce((sum, { gain }) => sum + gain, 0)
    // Whoever is served by what is not implemented yet gains with it.
    const shared = (result.index.measures.get(solution) ?? []).filter(
      ({ perimeter_id, beneficiary_ids }) => beneficiary_ids.length > 0 && places.some(({ perimeter }) => perimeter === perimeter_id),
    )
    const served = shared.reduce((sum, { beneficiary_ids }) => sum + beneficiary_ids.reduce((part, id) => part + 100 * influence.of(id, solution), 0), 0)
    return { step: { kind: 'IMPLEMENT', solution, places: places.map(({ perimeter, base }) => ({ perimeter, base })) }, bound: added + served }
  })
}

function actions(result: ScoreResult, influence: Influence, able: Able): Candidate[] {
  const builders = new Map<number, number>()
  for (const { measures } of able.actions) for (const id of measures) builders.set(id, (builders.get(id) ?? 0) + 1)
  const facts = new Map(result.facts.measures.map((fact) => [fact.id, fact]))
  const lowered = Map.groupBy(result.facts.deductions, ({ remediation_id }) => remediation_id)
  return able.actions.flatMap(({ id, measures, writable }): Candidate[] => {
    const ends = lowered.get(id) ?? []
    if (!writable || (measures.length === 0 && ends.length === 0)) return []
    const done = measures.flatMap((measure) => {
      const fact = builders.get(measure) === 1 ? facts.get(measure) : undefined
      return fact && fact.status !== 'IMPLEMENTED' ? [fact] : []
    })
    const touched = [
      ...done.map(implemented),
      ...ends.flatMap(({ measure_id }) => (done.some(({ id: one }) => one === measure_id) ? [] : (facts.get(measure_id) ?? []))),
    ]
    const bound = touched.length === 0 ? 0 : gainOf(result, influence, touched, [id])
    return [{ step: { kind: 'FINISH', action: id, implemented: done.map((fact) => fact.id) }, bound }]
  })
}

/** What other measures in place of the present ones bring at most, without the deductions of actions that end. */
function gainOf(result: ScoreResult, influence: Influence, changed: readonly MeasureFact[], ended: readonly number[]): number {
  const { index } = result
  let gain = 0
  for (const [solution, rows] of Map.groupBy(changed, (fact) => fact.solution_id)) {
    const now = new Map(rows.map((fact) => [fact.id, fact]))
    const facts = (index.measures.get(solution) ?? []).map((fact) => now.get(fact.id) ?? fact)
    const values = new Map<number, MeasureValue>()
    for (const fact of facts) {
      const deductions = (index.deductions.get(fact.id) ?? []).filter(({ remediation_id }) => !ended.includes(remediation_id))
      const value =
        now.has(fact.id) && fact.status === 'IMPLEMENTED' ? measureValue(fact, deductions, index.controls.get(fact.id) ?? []) : result.measures.get(fact.id)
      if (value) values.set(fact.id, value)
    }
    for (const [perimeter, { figures }] of solutionValues(facts, values, index)) {
      const before = result.solutions.get(perimeter)?.get(solution)?.figures.performance ?? 0
      gain += influence.of(perimeter, solution) * (figures.performance - before)
    }
  }
  return gain
}
