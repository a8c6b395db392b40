import { criteria, type Criterion } from '#areas/assets/contract/criteria.ts'

export type Needs = Readonly<Record<Criterion, number | null>>

/** What needs follow from, by ids. */
export interface AssetFacts {
  readonly values: readonly { readonly id: number; readonly needs: Needs }[]
  /** Which asset carries which value itself. */
  readonly carried: readonly (readonly [value: number, asset: number])[]
  /** Which asset does not work without which other one. */
  readonly dependencies: readonly (readonly [asset: number, on: number])[]
}

/** Why an asset needs as much: whose need it is, and by which assets it came, the first of which carries the value and the last of which is the asset itself. */
export interface Inherited {
  readonly need: number
  readonly value: number
  readonly path: readonly number[]
}
export type InheritedNeeds = Readonly<Record<Criterion, Inherited | null>>

/** From whom a level came to an asset first. */
interface Step {
  readonly need: number
  readonly value: number
  readonly from: number | null
}

const nothing: InheritedNeeds = { availability: null, integrity: null, confidentiality: null, traceability: null }
const byId = (a: number, b: number) => a - b

/** The links of a list of pairs, by their first. */
export function following(pairs: readonly (readonly [number, number])[]): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const [from, to] of pairs) {
    const known = found.get(from)
    if (known) known.push(to)
    else found.set(from, [to])
  }
  for (const to of found.values()) to.sort(byId)
  return found
}

/**
 * The highest need that comes to each asset, by criterion: of the values that it carries, and of what depends on it. Levels are handed down from the highest on,
 * each along the shortest ways first; whoever has one takes no other, so that loops end. The answer does not depend on the order of the facts.
 */
export function inheritedNeeds(facts: AssetFacts): (asset: number) => InheritedNeeds {
  const carriers = following(facts.carried)
  const below = following(facts.dependencies)
  const steps = new Map(criteria.map((criterion) => [criterion, handedDown(criterion, facts.values, carriers, below)]))
  const trace = (criterion: Criterion, asset: number): Inherited | null => {
    const known = steps.get(criterion)
    const last = known?.get(asset)
    if (!known || !last) return null
    const path = [asset]
    for (let at = last.from; at !== null; at = known.get(at)?.from ?? null) path.push(at)
    return { need: last.need, value: last.value, path: path.toReversed() }
  }
  return (asset) => (criteria.some((criterion) => steps.get(criterion)?.has(asset)) ? byCriterion((criterion) => trace(criterion, asset)) : nothing)
}

export const byCriterion = <T>(of: (criterion: Criterion) => T): Readonly<Record<Criterion, T>> =>
  Object.fromEntries(criteria.map((criterion) => [criterion, of(criterion)])) as Record<Criterion, T>

function handedDown(
  criterion: Criterion,
  values: AssetFacts['values'],
  carriers: ReadonlyMap<number, readonly number[]>,
  below: ReadonlyMap<number, readonly number[]>,
): ReadonlyMap<number, Step> {
  const taken = new Map<number, Step>()
  const levels = Map.groupBy(
    values.flatMap(({ id, needs }) => (needs[criterion] === null ? [] : [{ id, need: needs[criterion] }])),
    ({ need }) => need,
  )
  for (const [need, ofLevel] of [...levels].toSorted(([a], [b]) => b - a)) {
    let front: number[] = []
    const take = (asset: number, value: number, from: number | null) => {
      if (taken.has(asset)) return
      taken.set(asset, { need, value, from })
      front.push(asset)
    }
    for (const { id } of ofLevel.toSorted((a, b) => a.id - b.id)) for (const asset of carriers.get(id) ?? []) take(asset, id, null)
    while (front.length > 0) {
      const reached = front.toSorted(byId)
      front = []
      for (const asset of reached) for (const on of below.get(asset) ?? []) take(on, taken.get(asset)?.value ?? 0, asset)
    }
  }
  return taken
}
