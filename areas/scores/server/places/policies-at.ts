import type { Place, ScoreResult } from '#areas/scores/server/compute/compute.ts'

/** Policies in force at a place or, when consolidated, anywhere below. */
export function policiesAt(result: ScoreResult, place: Place): ReadonlySet<number> {
  const ids = new Set<number>()
  const own = (perimeter: number): void => {
    for (const policy of result.policies.get(perimeter)?.keys() ?? []) ids.add(policy)
  }
  if (place.kind === 'OWN') own(place.perimeter_id)
  else if (place.kind === 'GROUPING') for (const { fact } of result.index.groupings.get(place.grouping_id) ?? []) own(fact.id)
  else {
    const root = place.kind === 'GLOBAL' ? result.index.root : result.index.perimeter.get(place.perimeter_id)
    const open = root ? [root] : []
    for (let next = open.pop(); next; next = open.pop()) {
      own(next.fact.id)
      open.push(...next.children)
    }
  }
  return ids
}
