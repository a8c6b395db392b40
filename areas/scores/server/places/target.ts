import type { Place, ScoreResult } from '#areas/scores/server/compute/compute.ts'

/** A mean of targets being added up: those who set none leave it. */
class TargetSum {
  private weight = 0
  private total = 0

  add(target: number | null, weight: number): void {
    if (target === null) return
    this.weight += weight
    this.total += target * weight
  }

  result(): number | null {
    return this.weight === 0 ? null : this.total / this.weight
  }
}

/** The score aimed at, as the means above would make it of the targets set where policies apply; null when none is set there. */
export function targetOf({ index }: ScoreResult, place: Place, policyId?: number): number | null {
  const own = (id: number): number | null => {
    const sum = new TargetSum()
    for (const { policy_id, weight, target } of index.applications.get(id) ?? []) {
      if (policyId === undefined || policy_id === policyId) sum.add(target ?? null, policyId === undefined ? weight : 1)
    }
    return sum.result()
  }
  if (place.kind === 'OWN') return own(place.perimeter_id)
  const sum = new TargetSum()
  if (place.kind === 'GROUPING') {
    for (const { fact } of index.groupings.get(place.grouping_id) ?? []) sum.add(own(fact.id), fact.weight)
    return sum.result()
  }
  const consolidated = new Map<number, number | null>()
  for (const { fact, children } of index.perimeters) {
    const here = new TargetSum()
    here.add(own(fact.id), fact.weight)
    for (const child of children) here.add(consolidated.get(child.fact.id) ?? null, child.fact.weight)
    consolidated.set(fact.id, here.result())
  }
  const id = place.kind === 'GLOBAL' ? index.root?.fact.id : place.perimeter_id
  return id === undefined ? null : (consolidated.get(id) ?? null)
}
