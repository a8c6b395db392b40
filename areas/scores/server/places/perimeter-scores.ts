import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { GroupingScore, Label, PerimeterScore } from '#areas/scores/contract/calls.ts'
import { outcomeAt } from '#areas/scores/server/compute/compute.ts'
import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import { yearBefore } from '#areas/scores/server/facts/control.ts'
import type { Visible } from '#areas/scores/server/explanation/explanation-draft.ts'
import type { ScoredPerimeter } from '#areas/scores/server/facts/fact-index.ts'
import { Labels } from '#areas/scores/server/explanation/labels.ts'
import { toScore } from '#areas/scores/server/compute/score.ts'
import { aimsOf } from './target-score.ts'
import { monthlySeries } from '#areas/scores/server/movement/trend.ts'

/** Every perimeter that the reader may open, parents before their children; of everything, or of one policy. */
export async function perimeterScores(
  tx: Tx,
  result: ScoreResult,
  visible: Visible,
  policyId: number | undefined,
): Promise<{ objects: PerimeterScore[]; groupings: GroupingScore[]; policies: Label[]; hidden: number }> {
  const { index } = result
  const months = await monthlySeries(tx, result.facts.day, 'consolidated', policyId)
  const labels = new Labels()
  for (const { fact } of index.perimeters) if (visible(fact.id)) labels.want('perimeter', fact.id)
  for (const id of result.consolidatedPolicies.keys()) labels.want('policy', id)
  const groupings = [...index.groupings].filter(([, members]) => members.some(({ fact }) => visible(fact.id)))
  for (const [id] of groupings) labels.want('tag', id)
  await labels.load(tx)
  const policies = labels.open('policy', result.consolidatedPolicies.keys())

  const topic = policyId === undefined ? undefined : { policy_id: policyId }
  const aims = await aimsOf(tx, result)
  const objects: PerimeterScore[] = []
  let hidden = 0
  const place = ({ fact, children }: ScoredPerimeter, parent: number | null): void => {
    const shown = visible(fact.id)
    if (shown) objects.push(row(fact.id, parent))
    else hidden += 1
    const named = children.toSorted((a, b) =>
      (labels.get('perimeter', a.fact.id)?.name ?? '').localeCompare(labels.get('perimeter', b.fact.id)?.name ?? '', tx.who.lang),
    )
    for (const child of named) place(child, shown ? fact.id : parent)
  }
  const row = (id: number, parent: number | null): PerimeterScore => {
    const consolidated = toScore(outcomeAt(result, { kind: 'CONSOLIDATED', perimeter_id: id }, topic))
    const past = months.map(({ readings }) => readings?.[id]?.[0] ?? null)
    const began = past.findIndex((value) => value !== null)
    const [first = null, day] = [past[began], months[began]?.day]
    const label = labels.get('perimeter', id)
    return {
      id,
      parent_id: parent,
      name: label?.name ?? '',
      identifier: label?.identifier ?? '',
      weight: index.perimeter.get(id)?.fact.weight ?? 0,
      own: toScore(outcomeAt(result, { kind: 'OWN', perimeter_id: id }, topic)),
      consolidated,
      target: aims({ kind: 'CONSOLIDATED', perimeter_id: id }, policyId),
      own_target: aims({ kind: 'OWN', perimeter_id: id }, policyId),
      policies: policies.map(({ id: policy }) => ({
        policy,
        own: result.policies.get(id)?.get(policy)?.outcome.eased?.performance ?? null,
        consolidated: result.consolidatedPolicies.get(policy)?.get(id)?.eased?.performance ?? null,
        target: aims({ kind: 'CONSOLIDATED', perimeter_id: id }, policy),
      })),
      trend: [...past, consolidated.performance],
      change: first === null || consolidated.performance === null ? null : consolidated.performance - first,
      since: day !== undefined && day > yearBefore(result.facts.day) ? day : null,
    }
  }
  if (index.root) place(index.root, null)
  const grouped = groupings
    .map(([id, members]): GroupingScore => {
      const place = { kind: 'GROUPING', grouping_id: id } as const
      return {
        id,
        name: labels.get('tag', id)?.name ?? '',
        perimeters: members.length,
        score: toScore(outcomeAt(result, place, topic)),
        target: aims(place, policyId),
      }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, tx.who.lang))
  return { objects, groupings: grouped, policies, hidden }
}
