import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Moved, NamedCause } from '#areas/scores/contract/calls.ts'
import type { MovementCause, MovementCode } from '#areas/scores/contract/score.ts'
import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { Visible } from '#areas/scores/server/explanation/explanation-draft.ts'
import type { Day } from '#areas/scores/server/facts/facts.ts'
import { mergeCauses, sumByCode } from './merge-causes.ts'
import { answersBetween } from './moving-answers.ts'
import { Labels } from '#areas/scores/server/explanation/labels.ts'
import type { Subject } from '#areas/scores/server/compute/mean-tree.ts'
import { whatMoved } from './movement.ts'
import { aimsOf } from '#areas/scores/server/places/target-score.ts'
import type { ScoreCache } from '#areas/scores/server/snapshot/score-cache.ts'

/** What moved a score between two published days, or until now when no end or today is asked for. The causes answered add up to the difference, unless only the largest are asked for. */
export async function changesBetween(
  tx: Tx,
  resources: Resources,
  cache: ScoreCache,
  current: ScoreResult,
  subject: Subject,
  visible: Visible,
  from: Day,
  to: Day | undefined,
  lines: number | undefined,
): Promise<Omit<Moved, 'place'>> {
  const before = from >= tx.today ? current : await cache.published(tx, from, current)
  const after = to === undefined || to >= tx.today ? current : await cache.published(tx, to, current)
  const days = { from: before?.facts.day ?? null, to: after?.facts.day ?? null }
  if (!before || !after)
    return { ...days, before: null, after: null, targets: { before: null, after: null }, difference: null, scope: 0, performance: 0, causes: [], codes: [] }
  const operator = (measure: number): number | undefined => (after.measures.get(measure) ?? before.measures.get(measure))?.fact.perimeter_id
  const { causes, ...movement } = whatMoved(before, after, subject)
  const figuresOf = (measure: number, indicator: number): NamedCause['figures'] => ({
    before: indicatorFigures(before, measure, indicator),
    after: indicatorFigures(after, measure, indicator),
  })
  const aim = async (result: ScoreResult) =>
    subject.view.figure === 'PERFORMANCE' && subject.topic?.lineage_id === undefined
      ? (await aimsOf(tx, result))(subject.place, subject.topic?.policy_id)
      : null
  const named = await namedCauses(tx, causes, visible, resources, { from: before.facts.day, to: after.facts.day }, operator, figuresOf)
  return {
    ...days,
    ...movement,
    targets: { before: await aim(before), after: await aim(after) },
    causes: lines === undefined ? named : mergeCauses(named).slice(0, lines),
    codes: sumByCode(named),
  }
}

/** What an indicator told of a measure on a day; null when it told nothing. */
function indicatorFigures({ measures }: ScoreResult, measure: number, indicator: number): NonNullable<NamedCause['figures']>['before'] {
  const fact = measures.get(measure)?.sources.find((source) => source.fact.kind === 'INDICATOR' && source.fact.source_id === indicator)?.fact
  return fact ? { value: fact.numerator ?? 0, target: fact.denominator ?? 0 } : null
}

async function namedCauses(
  tx: Tx,
  causes: readonly MovementCause[],
  visible: Visible,
  resources: Resources,
  days: { readonly from: Day; readonly to: Day },
  operator: (measure: number) => number | undefined,
  figuresOf: (measure: number, indicator: number) => NamedCause['figures'],
): Promise<NamedCause[]> {
  const hidden = new Map<MovementCode, number>()
  const shown = causes.filter(({ perimeter_id, code, amount }) => {
    if (perimeter_id === null || visible(perimeter_id)) return true
    hidden.set(code, (hidden.get(code) ?? 0) + amount)
    return false
  })
  // A shared measure may be seen where it serves; what is done about it elsewhere may not.
  const actionOf = ({ code, source_id, measure_id }: MovementCause): number | null =>
    code === 'DEDUCTION' && visible(operator(measure_id ?? 0) ?? 0) ? source_id : null
  const sourceOf =
    (wanted: MovementCode) =>
    ({ code, source_id, measure_id }: MovementCause): number | null =>
      code === wanted && visible(operator(measure_id ?? 0) ?? 0) ? source_id : null
  const [taskOf, indicatorOf] = [sourceOf('CONTROL'), sourceOf('INDICATOR')]
  const labels = new Labels()
  for (const cause of shown) {
    labels.want('perimeter', cause.perimeter_id)
    labels.want('policy', cause.policy_id)
    labels.want('lineage', cause.lineage_id)
    labels.want('solution', cause.solution_id)
    labels.want('measure', cause.measure_id)
    labels.want('remediation', actionOf(cause))
    labels.want('runtask', taskOf(cause))
    labels.want('indicator', indicatorOf(cause))
  }
  await labels.load(tx, resources)
  const answers = await answersBetween(
    tx,
    resources,
    days,
    shown.flatMap((cause) => taskOf(cause) ?? []),
  )
  const named = shown.map((cause): NamedCause => ({
    code: cause.code,
    amount: cause.amount,
    hidden: false,
    perimeter: labels.get('perimeter', cause.perimeter_id),
    policy: labels.get('policy', cause.policy_id),
    requirement: labels.get('lineage', cause.lineage_id),
    solution: labels.get('solution', cause.solution_id),
    measure: labels.get('measure', cause.measure_id),
    action: labels.get('remediation', actionOf(cause)),
    task: labels.get('runtask', taskOf(cause)),
    answer: answers.get(`${taskOf(cause)} ${cause.amount < 0}`) ?? null,
    indicator: labels.get('indicator', indicatorOf(cause)),
    figures: indicatorOf(cause) === null ? null : figuresOf(cause.measure_id ?? 0, cause.source_id ?? 0),
    requirements: 1,
  }))
  const unnamed = { perimeter: null, policy: null, requirement: null, solution: null, measure: null }
  const nothing = { ...unnamed, action: null, task: null, answer: null, indicator: null, figures: null, requirements: 1 }
  return [...named, ...[...hidden].map(([code, amount]): NamedCause => ({ code, amount, hidden: true, ...nothing }))]
}
