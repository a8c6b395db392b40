import type { ExclusionFact, MeasureFact, NodeFact, PerimeterFact, ScoreFacts } from './facts.ts'

/** Facts for tests: what is not said is empty. */
export function factsOf(facts: Partial<ScoreFacts>): ScoreFacts {
  return {
    day: '2026-06-30',
    perimeters: [],
    applications: [],
    nodes: [],
    links: [],
    measures: [],
    deductions: [],
    controls: [],
    exclusions: [],
    ...facts,
  }
}

export function perimeter(id: number, rest: Partial<PerimeterFact> = {}): PerimeterFact {
  return { id, parent_id: null, type: 'INTERNAL', weight: 100, archived: false, grouping_ids: [], ...rest }
}

/** A requirement of version 1 whose lineage equals its id. */
export function node(id: number, rest: Partial<NodeFact> = {}): NodeFact {
  return {
    id,
    version_id: 1,
    lineage_id: id,
    parent_id: null,
    assessable: true,
    weight: 1,
    group_weight: null,
    level: null,
    groups: null,
    ...rest,
  }
}

/** An implemented measure at 100. */
export function measure(id: number, solution_id: number, perimeter_id: number, rest: Partial<MeasureFact> = {}): MeasureFact {
  return {
    id,
    solution_id,
    perimeter_id,
    status: 'IMPLEMENTED',
    decision: null,
    base_efficiency: 100,
    serves_operator: true,
    beneficiary_ids: [],
    offered_ids: [],
    ...rest,
  }
}

export function exclusion(id: number, perimeter_id: number, lineage_id: number, kind: ExclusionFact['kind'], rest: Partial<ExclusionFact> = {}): ExclusionFact {
  return { id, perimeter_id, lineage_id, kind, from: '2026-01-01', to: null, ...rest }
}
