import type { Tx } from '#kit/server/data/database/transaction.ts'
import { trim, visibleTo, type Cost, type NextStep, type Labels, type ScoreResult, type Step } from '#areas/scores/server/index.ts'
import type { NamedNextStep } from '#areas/dashboards/contract/next-steps.ts'
import { ownersOf } from './owners.ts'

/** What a step is about. */
function aboutOf(step: NextStep): readonly ['policy' | 'measure' | 'solution' | 'remediation', number] {
  switch (step.kind) {
    case 'LINK':
      return ['policy', step.policy]
    case 'ACCEPT':
      return ['measure', step.measure]
    case 'IMPLEMENT':
      return ['solution', step.solution]
    case 'FINISH':
      return ['remediation', step.action]
  }
}

/** Steps with the names of what they speak of; the labels are loaded with whatever else was wanted of them. */
export async function nameSteps(
  tx: Tx,
  result: ScoreResult,
  labels: Labels,
  steps: readonly Step[],
  costOf: (step: NextStep) => Cost,
): Promise<NamedNextStep[]> {
  const visible = visibleTo(tx.who)
  const places = steps.map(({ step }) => placesOf(result, step).filter(visible))
  steps.forEach(({ step }, at) => {
    labels.want(...aboutOf(step))
    for (const id of places[at] ?? []) labels.want('perimeter', id)
  })
  const [owners] = await Promise.all([
    ownersOf(
      tx,
      steps.flatMap(({ step }) => (step.kind === 'FINISH' ? [step.action] : [])),
    ),
    labels.load(tx),
  ])
  return steps.map(({ step, gain, score }, at) => {
    const about = labels.get(...aboutOf(step))
    const cost = costOf(step)
    const owned = step.kind === 'FINISH' ? owners.get(step.action) : undefined
    return {
      kind: step.kind,
      about: about ?? { id: 0, name: '', identifier: null },
      perimeters: (places[at] ?? []).map((id) => labels.get('perimeter', id)).filter((label) => label !== null),
      requirements: step.kind === 'LINK' ? new Set(step.links.map(({ lineage_id }) => lineage_id)).size : 0,
      gain: trim(gain),
      score: trim(score),
      cost: cost.yearly_cost,
      days: cost.build_days,
      owner: owned?.manager ?? null,
      target_date: owned?.target_date ?? null,
    }
  })
}

function placesOf({ facts }: ScoreResult, step: NextStep): number[] {
  switch (step.kind) {
    case 'LINK':
      return []
    case 'ACCEPT':
      return [...step.perimeters]
    case 'IMPLEMENT':
      return step.places.map(({ perimeter }) => perimeter)
    case 'FINISH': {
      const lowered = facts.deductions.filter(({ remediation_id }) => remediation_id === step.action).map(({ measure_id }) => measure_id)
      const touched = new Set([...step.implemented, ...lowered])
      return [...new Set(facts.measures.filter(({ id }) => touched.has(id)).map(({ perimeter_id }) => perimeter_id))]
    }
  }
}
