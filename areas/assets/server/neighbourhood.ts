import { loopsOf } from './dependency-cycles.ts'
import { byCriterion, following, inheritedNeeds, type AssetFacts, type Inherited } from './needs.ts'

/** A value or an asset of a drawing. */
export interface Drawn {
  readonly entity: 'business_value' | 'supporting_asset'
  readonly id: number
}
interface Line {
  readonly from: number
  readonly to: number
  readonly loop: boolean
}
type Way = Readonly<{ need: number; value: number; path: readonly number[] }>
export interface Neighbourhood {
  readonly nodes: readonly (Drawn & { readonly loop: boolean; readonly need: number | null })[]
  readonly edges: readonly Line[]
  readonly more: number
  readonly needs: ReturnType<typeof byCriterion<Way | null>>
}

const keyOf = ({ entity, id }: Drawn) => `${entity} ${id}`
const asset = (id: number): Drawn => ({ entity: 'supporting_asset', id })
const value = (id: number): Drawn => ({ entity: 'business_value', id })
const turned = (pairs: AssetFacts['carried']) => pairs.map(([a, b]) => [b, a] as const)

/**
 * What hangs together with a value or an asset, the nearest first: whatever it carries and whatever depends on it, above; whatever it depends on, below. What
 * explains its needs is always among them.
 */
export function neighbourhoodOf(root: Drawn, facts: AssetFacts, most: number): Neighbourhood {
  const explain = inheritedNeeds(facts)
  const needs = root.entity === 'supporting_asset' ? explain(root.id) : byCriterion(() => null)
  const reached = new Map([root, ...explaining(Object.values(needs)), ...around(root, facts)].map((node) => [keyOf(node), node]))
  const visible = [...reached.values()].slice(0, most)
  const places = new Map(visible.map((node, at) => [keyOf(node), at]))
  const placeOf = (node: Drawn) => places.get(keyOf(node))
  const loops = new Map(loopsOf(facts.dependencies).flatMap((loop, n) => loop.map((id) => [id, n] as const)))
  const line = (from: Drawn, to: Drawn): Line[] => {
    const [a, b] = [placeOf(from), placeOf(to)]
    if (a === undefined || b === undefined) return []
    const inLoop = from.entity === to.entity && loops.has(from.id) && loops.get(from.id) === loops.get(to.id)
    return [{ from: a, to: b, loop: inLoop }]
  }
  const ofValue = new Map(facts.values.map(({ id, needs: own }) => [id, highest(Object.values(own))]))
  return {
    nodes: visible.map((node) => ({
      ...node,
      loop: node.entity === 'supporting_asset' && loops.has(node.id),
      need: node.entity === 'business_value' ? (ofValue.get(node.id) ?? null) : highest(Object.values(explain(node.id)).map((one) => one?.need ?? null)),
    })),
    edges: [
      ...facts.carried.flatMap(([carried, by]) => line(value(carried), asset(by))),
      ...facts.dependencies.flatMap(([from, on]) => line(asset(from), asset(on))),
    ].toSorted((a, b) => a.from - b.from || a.to - b.to),
    more: reached.size - visible.length,
    needs: byCriterion((criterion) => {
      const found = needs[criterion]
      return found && { need: found.need, value: placeOf(value(found.value)) ?? 0, path: found.path.map((id) => placeOf(asset(id)) ?? 0) }
    }),
  }
}

const highest = (needs: readonly (number | null)[]): number | null => needs.reduce((most, need) => (need === null ? most : Math.max(most ?? need, need)), null)

const explaining = (needs: readonly (Inherited | null)[]): Drawn[] => needs.flatMap((one) => (one ? [value(one.value), ...one.path.map(asset)] : []))

/** Everything above and below, by how far it is. */
function around(root: Drawn, facts: AssetFacts): Drawn[] {
  const below = following(facts.dependencies)
  if (root.entity === 'business_value')
    return walk(
      (following(facts.carried).get(root.id) ?? []).map((id) => [id, 1]),
      below,
    ).map(([id]) => asset(id))
  const carries = following(turned(facts.carried))
  const above = walk([[root.id, 0]], following(turned(facts.dependencies)))
  const values = above.flatMap(([id, far]) => (carries.get(id) ?? []).map((one) => [value(one), far + 1] as const))
  const assets = [...above, ...walk([[root.id, 0]], below)].map(([id, far]) => [asset(id), far] as const)
  return [...assets, ...values].toSorted(([, a], [, b]) => a - b).map(([node]) => node)
}

/** What is reached from some assets, by how far it is. */
function walk(from: readonly (readonly [number, number])[], along: ReadonlyMap<number, readonly number[]>): [number, number][] {
  const found = new Map(from)
  for (const [id, far] of found) for (const next of along.get(id) ?? []) if (!found.has(next)) found.set(next, far + 1)
  return [...found]
}
