import { outcomeAt, type Place, type ScoreResult } from '#areas/scores/server/compute/compute.ts'
import { accepted, implemented } from '#areas/scores/server/next-steps/next-step.ts'
import type { LinkFact, MeasureFact, ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import { recomputeScores } from '#areas/scores/server/compute/incremental.ts'
import { trim } from '#areas/scores/server/compute/score.ts'

/** Something that lowers a score, and that is mended as far as it can be. */
export type ScoreRepair =
  /** Requirements that nothing answers are answered in full wherever they are asked for, by lineage. */
  | { readonly kind: 'ANSWER'; readonly ids: readonly number[] }
  /** Offered measures are accepted. */
  | { readonly kind: 'ACCEPT'; readonly ids: readonly number[] }
  /** Measures are put in place. */
  | { readonly kind: 'IMPLEMENT'; readonly ids: readonly number[] }
  /** Measures reach their full efficiency, less what open actions take off. */
  | { readonly kind: 'LIFT'; readonly ids: readonly number[] }

/** No model of an organisation has this id. */
const madeUp = -1

function factsMended(facts: ScoreFacts, { kind, ids }: ScoreRepair): ScoreFacts {
  const some = new Set(ids)
  if (kind === 'ANSWER') {
    const links = ids.map((lineage_id): LinkFact => ({ lineage_id, solution_id: madeUp, share: 100 }))
    const places = [...new Set(facts.applications.map(({ perimeter_id }) => perimeter_id))]
    return { ...facts, links: [...facts.links, ...links], measures: [...facts.measures, ...places.map(inFull)] }
  }
  const change = {
    ACCEPT: (row: MeasureFact) => accepted(row, row.offered_ids),
    IMPLEMENT: implemented,
    LIFT: (row: MeasureFact) => ({ ...row, base_efficiency: 100 }),
  }[kind]
  return { ...facts, measures: facts.measures.map((row) => (some.has(row.id) ? change(row) : row)) }
}

const inFull = (perimeter_id: number, at: number): MeasureFact => ({
  id: -1 - at,
  solution_id: madeUp,
  perimeter_id,
  status: 'IMPLEMENTED',
  decision: null,
  base_efficiency: 100,
  serves_operator: true,
  beneficiary_ids: [],
  offered_ids: [],
})

/** Points of performance that a place gains once all of this is mended: a dry run of its score, nothing is written. Null where nothing counts. */
export function repairGain(current: ScoreResult, place: Place, mends: readonly ScoreRepair[]): number | null {
  const before = outcomeAt(current, place).eased?.performance
  if (before === undefined) return null
  const facts = mends.reduce(factsMended, current.facts)
  return trim((outcomeAt(recomputeScores(current, facts), place).eased?.performance ?? before) - before)
}
