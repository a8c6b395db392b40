import type { Tx } from '#kit/server/data/database/transaction.ts'
import { trim, visibleTo, type Cost, type NextStep, type Labels, type ScoreResult, type Step } from '#areas/scores/server/index.ts'
import type { NamedDeed } from '#areas/dashboards/contract/next-steps.ts'
import { ownersOf } from './owners.ts'

/** What a deed is about. */
function aboutOf(deed: NextStep): readonly ['policy' | 'measure' | 'solution' | 'remediation', number] {
  switch (deed.kind) {
    case 'LINK':
      return ['policy', deed.policy]
    case 'ACCEPT':
      return ['measure', deed.measure]
    case 'IMPLEMENT':
      return ['solution', deed.solution]
    case 'FINISH':
      return ['remediation', deed.action]
  }
}

/** Steps with the names of what they speak of; the labels are loaded with whatever else was wanted of them. */
export async function nameSteps(tx: Tx, result: ScoreResult, labels: Labels, steps: readonly Step[], costOf: (deed: NextStep) => Cost): Promise<NamedDeed[]> {
  const visible = visibleTo(tx.who)
  const places = steps.map(({ deed }) => placesOf(result, deed).filter(visible))
  steps.forEach(({ deed }, at) => {
    labels.want(...aboutOf(deed))
    for (const id of places[at] ?? []) labels.want('perimeter', id)
  })
  const [owners] = await Promise.all([
    ownersOf(
      tx,
      steps.flatMap(({ deed }) => (deed.kind === 'FINISH' ? [deed.action] : [])),
    ),
    labels.load(tx),
  ])
  return steps.map(({ deed, gain, score }, at) => {
    const about = labels.get(...aboutOf(deed))
    const cost = costOf(deed)
    const owned = deed.kind === 'FINISH' ? owners.get(deed.action) : undefined
    return {
      kind: deed.kind,
      about: about ?? { id: 0, name: '', identifier: null },
      perimeters: (places[at] ?? []).map((id) => labels.get('perimeter', id)).filter((label) => label !== null),
      requirements: deed.kind === 'LINK' ? new Set(deed.links.map(({ lineage_id }) => lineage_id)).size : 0,
      gain: trim(gain),
      score: trim(score),
      cost: cost.yearly_cost,
      days: cost.build_days,
      owner: owned?.manager ?? null,
      target_date: owned?.target_date ?? null,
    }
  })
}

function placesOf({ facts }: ScoreResult, deed: NextStep): number[] {
  switch (deed.kind) {
    case 'LINK':
      return []
    case 'ACCEPT':
      return [...deed.perimeters]
    case 'IMPLEMENT':
      return deed.places.map(({ perimeter }) => perimeter)
    case 'FINISH': {
      const lowered = facts.deductions.filter(({ remediation_id }) => remediation_id === deed.action).map(({ measure_id }) => measure_id)
      const touched = new Set([...deed.implemented, ...lowered])
      return [...new Set(facts.measures.filter(({ id }) => touched.has(id)).map(({ perimeter_id }) => perimeter_id))]
    }
  }
}
