import type { LinkFact, MeasureFact, ScoreFacts } from '#areas/scores/server/facts/facts.ts'

/** Something that raises a score once it is done. */
export type NextStep =
  /** Requirements of a policy that nothing answers are linked to models. */
  | { readonly kind: 'LINK'; readonly policy: number; readonly links: readonly LinkFact[] }
  /** Perimeters accept a measure that they are offered. */
  | { readonly kind: 'ACCEPT'; readonly measure: number; readonly perimeters: readonly number[] }
  /** Perimeters implement a model; `base` is the efficiency that the measure has from then on. */
  | { readonly kind: 'IMPLEMENT'; readonly solution: number; readonly places: readonly { readonly perimeter: number; readonly base: number }[] }
  /** An action ends: what it alone was to implement is implemented, what it lowered is given back. */
  | { readonly kind: 'FINISH'; readonly action: number; readonly implemented: readonly number[] }

/** The facts as they would be once it is done; tables that it does not touch stay the very same arrays. */
export function factsAfter(facts: ScoreFacts, step: NextStep): ScoreFacts {
  switch (step.kind) {
    case 'LINK':
      return { ...facts, links: [...facts.links, ...step.links] }
    case 'ACCEPT':
      return { ...facts, measures: facts.measures.map((row) => (row.id === step.measure ? accepted(row, step.perimeters) : row)) }
    case 'IMPLEMENT':
      return { ...facts, measures: implementedIn(facts.measures, step) }
    case 'FINISH': {
      const done = new Set(step.implemented)
      return {
        ...facts,
        measures: done.size > 0 ? facts.measures.map((row) => (done.has(row.id) ? implemented(row) : row)) : facts.measures,
        deductions: facts.deductions.some(({ remediation_id }) => remediation_id === step.action)
          ? facts.deductions.filter(({ remediation_id }) => remediation_id !== step.action)
          : facts.deductions,
      }
    }
  }
}

export const implemented = (row: MeasureFact): MeasureFact => ({ ...row, status: 'IMPLEMENTED', decision: null })

export function accepted(row: MeasureFact, perimeters: readonly number[]): MeasureFact {
  return {
    ...row,
    beneficiary_ids: [...row.beneficiary_ids, ...perimeters].toSorted((a, b) => a - b),
    offered_ids: row.offered_ids.filter((id) => !perimeters.includes(id)),
  }
}

function implementedIn(measures: readonly MeasureFact[], { solution, places }: Extract<NextStep, { kind: 'IMPLEMENT' }>): MeasureFact[] {
  const open = new Map(places.map((place) => [place.perimeter, place.base]))
  const rows = measures.map((row) => (row.solution_id === solution && open.delete(row.perimeter_id) ? implemented(row) : row))
  // Ids below zero, each once: the facts only grow by what is added here.
  const made = [...open].map(([perimeter_id, base_efficiency], at): MeasureFact => ({
    id: -(measures.length + at + 1),
    solution_id: solution,
    perimeter_id,
    status: 'IMPLEMENTED',
    decision: null,
    base_efficiency,
    serves_operator: true,
    beneficiary_ids: [],
    offered_ids: [],
  }))
  return [...rows, ...made]
}
