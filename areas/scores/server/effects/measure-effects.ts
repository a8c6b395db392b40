import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import type { Change } from '#areas/policies/contract/score-preview.ts'
import type { AnsweredPolicy, Choice, Effects, MeasureChoice } from '#areas/measures/contract/effects.ts'
import { everyMeasure, measureRules } from '#areas/measures/server/index.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { Visible } from '#areas/scores/server/explanation/explanation-draft.ts'
import type { MeasureFact, ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import { projectedFacts } from './projected-facts.ts'
import { recomputeScores } from '#areas/scores/server/compute/incremental.ts'
import { Labels } from '#areas/scores/server/explanation/labels.ts'
import { readOperators } from './operators.ts'
import type { Outcome } from '#areas/scores/server/compute/mean.ts'
import { highest } from '#areas/scores/server/places/reach.ts'

interface Decided {
  readonly id: number
  readonly solution_id: number
  readonly perimeter_id: number
  readonly status: string
  readonly decision: string | null
  readonly yearly_cost: number | null
  readonly yearly_internal_charge: number | null
  readonly base_efficiency: number
  readonly serves_self: boolean
  readonly writable: boolean
}

const performance = (outcome: Outcome | undefined) => outcome?.eased?.performance ?? null

/**
 * Who has a measure in place, what it answers where it stands, and what each choice would bring: one computation for each, over the facts as they would
 * be. Of a perimeter that the reader may not open only who has it in place is told. Throws NOT_FOUND for measures out of reach.
 */
export async function measureEffects(tx: Tx, current: ScoreResult, visible: Visible, id: number): Promise<Effects> {
  const m = rowRef('m')
  const row =
    await tx.first(sql<Decided>`select m.id, m.solution_id, m.perimeter_id, m.status, m.decision, m.yearly_cost::float8, m.yearly_internal_charge::float8, m.base_efficiency, m.serves_self,
      ${asSql(measureRules.update(m, tx.who))} as writable
    from ${everyMeasure(tx.customerId)} m where m.id = ${id} and ${asSql(measureRules.read(m, tx.who))}`)
  if (!row) throw notFound()
  const makers = await readOperators(tx, current, row)
  const place = row.perimeter_id
  const seen = visible(place) && current.index.perimeter.has(place)
  const offered = makers.find(({ own, accepted }) => !own && !accepted)?.measure.id ?? null
  const changes =
    seen && row.writable
      ? changesOf(
          row,
          offered,
          makers.some(({ own, accepted }) => !own && accepted),
        )
      : []
  const foreseen = changes.map(({ change }) => recomputeScores(current, asItStands(projectedFacts(current.facts, [change], []), row)))
  const top = seen ? highest(current.index, visible) : undefined
  const group = top === undefined || top === place ? null : top
  const labels = new Labels()
  labels.want('perimeter', group)
  const answered = seen ? answeredBy(current, foreseen, row, labels) : []
  await labels.load(tx)
  const scoreIn = (result: ScoreResult, perimeter: number | null) => (seen && perimeter !== null ? performance(result.consolidated.get(perimeter)) : null)
  return {
    day: current.facts.day,
    makers,
    group: group === null ? null : { id: group, name: labels.get('perimeter', group)?.name ?? '' },
    now: { perimeter: scoreIn(current, place), group: scoreIn(current, group) },
    choices: changes.map(({ choice }, at): Choice => ({
      choice,
      offered: choice === 'ACCEPT' ? offered : null,
      perimeter: scoreIn(foreseen[at] ?? current, place),
      group: scoreIn(foreseen[at] ?? current, group),
      ...costOf(choice, row),
    })),
    requirements: answered.map((policy) => policy(labels)),
  }
}

/** Nobody counts what is to be handled, so that the facts do not know what was said of it. */
function asItStands(facts: ScoreFacts, { perimeter_id, solution_id, base_efficiency, serves_self }: Decided): ScoreFacts {
  const own = (row: MeasureFact) => row.perimeter_id === perimeter_id && row.solution_id === solution_id
  return { ...facts, measures: facts.measures.map((row) => (own(row) ? { ...row, base_efficiency, serves_operator: serves_self } : row)) }
}

/** What whoever may write the measure may decide about it as it stands. */
function changesOf(row: Decided, offered: number | null, served: boolean): { choice: MeasureChoice; change: Change }[] {
  if (row.status === 'IMPLEMENTED') return []
  const { perimeter_id: perimeter, solution_id: solution } = row
  const decide = (to: 'IMPLEMENTED' | 'DISCARDED'): Change => ({ kind: 'MEASURE', perimeter, solution, to })
  return [
    ...(offered === null || served ? [] : [{ choice: 'ACCEPT' as const, change: { kind: 'BENEFIT' as const, perimeter, measure: offered } }]),
    { choice: 'IMPLEMENT', change: decide('IMPLEMENTED') },
    ...(row.decision === 'DISCARDED' ? [] : [{ choice: 'DISCARD' as const, change: decide('DISCARDED') }]),
  ]
}

/** What others operate costs the perimeter nothing, and neither does what is not done. */
function costOf(choice: MeasureChoice, { yearly_cost, yearly_internal_charge }: Decided): Pick<Choice, 'yearly_cost' | 'yearly_internal_charge'> {
  return choice === 'IMPLEMENT' ? { yearly_cost, yearly_internal_charge } : { yearly_cost: 0, yearly_internal_charge: 0 }
}

/** The requirements in force in the perimeter that the model answers, by policy in the order of their text, once their names are known. */
function answeredBy(current: ScoreResult, foreseen: readonly ScoreResult[], { perimeter_id, solution_id }: Decided, labels: Labels) {
  const links = current.index.lineagesOfSolution.get(solution_id) ?? []
  return [...(current.policies.get(perimeter_id) ?? [])].flatMap(([policy, result]) => {
    const lines = links.flatMap(({ lineage_id, share }) => {
      const node = result.tree.byLineage.get(lineage_id)
      const answer = node && result.answers.get(node.position)
      if (!answer || answer.scope === 'OUT_OF_LEVEL') return []
      labels.want('lineage', lineage_id)
      const after = foreseen.map((one) => one.policies.get(perimeter_id)?.get(policy)?.answers.get(node.position)?.figures.performance ?? 0)
      return [{ lineage_id, share, counts: answer.scope === 'IN', now: answer.figures.performance, after }]
    })
    if (lines.length === 0) return []
    labels.want('policy', policy)
    return [
      (names: Labels): AnsweredPolicy => {
        const { id, identifier, name } = names.get('policy', policy) ?? { id: policy, identifier: null, name: '' }
        return {
          policy: { id, identifier, name },
          now: performance(result.outcome),
          after: foreseen.map((one) => performance(one.policies.get(perimeter_id)?.get(policy)?.outcome)),
          lines: lines
            .toSorted((a, b) => names.placeOf(a.lineage_id) - names.placeOf(b.lineage_id))
            .map((line) => {
              const label = names.get('lineage', line.lineage_id)
              return { ...line, identifier: label?.identifier ?? null, name: label?.name ?? '' }
            }),
        }
      },
    ]
  })
}
