import type { SupportingAssetType } from '#areas/assets/contract/supporting-asset.ts'

/** What scenarios are made of, by ids. */
export interface ScenarioFacts {
  readonly assets: readonly { readonly id: number; readonly type: SupportingAssetType; readonly need: number | null }[]
  /** Without types a threat concerns every asset. */
  readonly threats: readonly { readonly id: number; readonly types: readonly SupportingAssetType[]; readonly probability: number | null }[]
  /** Pairs that are there, chosen or put aside: they are not offered again. */
  readonly known: readonly { readonly asset: number; readonly threat: number }[]
}

/** An asset and a threat to it; its first impact is what the asset needs, its first probability the threat's own. */
export interface Scenario {
  readonly asset: number
  readonly threat: number
  readonly impact: number | null
  readonly probability: number | null
}

const byNeed = (a: { readonly id: number; readonly need: number | null }, b: typeof a) => (b.need ?? -1) - (a.need ?? -1) || a.id - b.id

/**
 * Every asset with every threat that concerns its type, once, and none that is known. What matters most comes first: by need, then by age of the asset and of
 * the threat; the answer does not depend on the order of the facts.
 */
export function scenariosOf({ assets, threats, known }: ScenarioFacts): Scenario[] {
  const taken = new Set(known.map(({ asset, threat }) => `${asset} ${threat}`))
  const concerning = new Map<SupportingAssetType, ScenarioFacts['threats'][number][]>()
  const ordered = threats.toSorted((a, b) => a.id - b.id)
  const concern = (type: SupportingAssetType) => {
    const found = concerning.get(type) ?? ordered.filter(({ types }) => types.length === 0 || types.includes(type))
    concerning.set(type, found)
    return found
  }
  return assets.toSorted(byNeed).flatMap(({ id: asset, type, need }) =>
    concern(type).flatMap(({ id: threat, probability }) => {
      const pair = `${asset} ${threat}`
      if (taken.has(pair)) return []
      taken.add(pair)
      return [{ asset, threat, impact: need, probability }]
    }),
  )
}
