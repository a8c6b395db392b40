import { everyModel } from '#areas/catalog/server/index.ts'
import { everyMeasure } from '#areas/measures/server/index.ts'
import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Raise } from '#areas/scores/contract/calls.ts'
import type { Figure, Score } from '#areas/scores/contract/score.ts'
import { flagIsOn } from '#areas/tenancy/server/index.ts'
import { outcomeAt } from '#areas/scores/server/compute/compute.ts'
import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { Visible } from '#areas/scores/server/explanation/explanation-draft.ts'
import { Labels } from '#areas/scores/server/explanation/labels.ts'
import type { Subject } from '#areas/scores/server/compute/mean-tree.ts'
import { pointsForPrice, priceOf } from '#areas/scores/server/effects/price.ts'
import type { Cost } from '#areas/scores/server/effects/price.ts'
import { improvementsOf } from '#areas/scores/server/effects/improvements.ts'
import type { MeasureGain } from '#areas/scores/server/effects/improvements.ts'
import { toScore } from '#areas/scores/server/compute/score.ts'

/** Measures answered at most, best first. */
const shown = 200

interface Simulated {
  readonly type: Figure
  readonly value: number | null
  readonly value_without_exemptions: number | null
  readonly score: Score
  readonly simulated: number | null
  readonly measures: Raise[]
  readonly hidden: number
}

/** The score of one type and, with a target, the measures that raise it, best gain for its cost first (POL-11, POL-18, POL-19). */
export async function policyScore(
  tx: Tx,
  result: ScoreResult,
  subject: Omit<Subject, 'view'>,
  visible: Visible,
  figure: Figure,
  target: number | undefined,
): Promise<Simulated> {
  const score = toScore(outcomeAt(result, subject.place, subject.topic))
  const key = figure === 'PERFORMANCE' ? 'performance' : 'coverage'
  const base = { type: figure, value: score[key], value_without_exemptions: score.without_exemptions[key], score }
  if (target === undefined || score[key] === null) return { ...base, simulated: null, measures: [], hidden: 0 }

  const facts = improvementsOf(result, { ...subject, view: { figure, exemptions: true } })
  const open = facts.filter(({ perimeter_id }) => visible(perimeter_id))
  const costs = await costsOf(tx, open)
  const ranked = open
    .map((fact) => ({ fact, cost: costs.get(keyOf(fact)) }))
    .toSorted((a, b) => pointsForPrice(b.fact.gain, priceOf(b.cost)) - pointsForPrice(a.fact.gain, priceOf(a.cost)))
  const labels = new Labels()
  for (const { fact } of ranked.slice(0, shown)) {
    labels.want('solution', fact.solution_id)
    labels.want('perimeter', fact.perimeter_id)
    labels.want('measure', fact.measure_id)
  }
  await labels.load(tx)
  let simulated = score[key]
  const measures = ranked.map(({ fact, cost }): Raise | null => {
    const needed = simulated < target
    if (needed) simulated += fact.gain
    const [solution, perimeter] = [labels.get('solution', fact.solution_id), labels.get('perimeter', fact.perimeter_id)]
    if (!solution || !perimeter) return null
    return {
      solution,
      perimeter,
      measure: labels.get('measure', fact.measure_id),
      status: fact.measure_id === null ? 'IMPLEMENT' : 'IMPROVE',
      gain: fact.gain,
      cost: cost?.yearly_cost ?? null,
      days: cost?.build_days ?? null,
      needed,
    }
  })
  return { ...base, simulated: Math.min(100, simulated), measures: measures.slice(0, shown).filter((row) => row !== null), hidden: facts.length - open.length }
}

/** Throws INVALID for another type (POL-22) and where coverage is switched off (POL-24). */
export async function figureAsked(tx: Tx, type: string | undefined): Promise<Figure> {
  const figure = (type ?? 'PERFORMANCE').toUpperCase()
  if (figure !== 'PERFORMANCE' && figure !== 'COVERAGE') throw new AppError('INVALID', 'scores.errors.invalid_type')
  await demandFigure(tx, figure)
  return figure
}

/** Throws INVALID for the figure of coverage where it is switched off (POL-24, NAV-35). */
export async function demandFigure(tx: Tx, figure: Figure): Promise<void> {
  if (figure === 'COVERAGE' && !(await flagIsOn(tx, 'new_policy_coverage'))) throw new AppError('INVALID', 'scores.errors.coverage_disabled')
}

const keyOf = ({ solution_id, perimeter_id }: Pick<MeasureGain, 'solution_id' | 'perimeter_id'>) => `${solution_id}:${perimeter_id}`

/** What the perimeter's measure costs, else its model. */
async function costsOf(tx: Tx, facts: readonly MeasureGain[]): Promise<Map<string, Cost>> {
  if (facts.length === 0) return new Map()
  const rows = await tx.run(sql<Cost & Pick<MeasureGain, 'solution_id' | 'perimeter_id'>>`
    select w.solution_id, w.perimeter_id, coalesce(m.yearly_cost, s.yearly_cost)::float8 as yearly_cost, coalesce(m.build_days, s.build_days)::float8 as build_days
    from unnest(${facts.map((fact) => fact.solution_id)}::bigint[], ${facts.map((fact) => fact.perimeter_id)}::bigint[]) as w (solution_id, perimeter_id)
      join ${everyModel(tx.customerId)} s on s.id = w.solution_id
      left join ${everyMeasure(tx.customerId)} m on m.solution_id = w.solution_id and m.perimeter_id = w.perimeter_id`)
  return new Map(rows.map((row) => [keyOf(row), row]))
}
