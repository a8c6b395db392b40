import { placeOfStep, type RiskStep } from '#areas/catalog/contract/risk-words.ts'

/** An asset of an analysis, with what it is. */
export interface StudiedAsset {
  readonly id: number
  readonly type: string | null
  /** The harm that reaches it from the values it carries, a place of the scale; null where none was said. */
  readonly harm: number | null
}
/** A threat of an analysis; without types it concerns all of them. */
export interface StudiedThreat {
  readonly id: number
  readonly asset_types: readonly string[]
  /** How likely it is where nothing is known, as catalogues say it. */
  readonly probability: RiskStep | null
}
export interface LaidOut {
  readonly supporting_asset: number
  readonly threat: number
  readonly probability: number | null
  readonly impact: number | null
}

export const concerns = ({ asset_types: types }: Pick<StudiedThreat, 'asset_types'>, type: string | null): boolean =>
  types.length === 0 || (type !== null && types.includes(type))

/** Tells a scenario by its asset and threat: each pair is laid out once. */
export const pairOf = (asset: number, threat: number): string => `${asset} ${threat}`

/**
 * Every threat that concerns an asset, asset by asset in the order given, but for the pairs that are there; likelihood and impact are proposals, within the places of
 * the scale. As many as `assets × threats` at most.
 */
export function layOut(
  assets: readonly StudiedAsset[],
  threats: readonly StudiedThreat[],
  there: ReadonlySet<string>,
  places: { readonly probability: number; readonly impact: number },
): LaidOut[] {
  const seen = new Set(there)
  return assets.flatMap((asset) =>
    threats.flatMap((threat): LaidOut[] => {
      const pair = pairOf(asset.id, threat.id)
      if (seen.has(pair) || !concerns(threat, asset.type)) return []
      seen.add(pair)
      return [
        {
          supporting_asset: asset.id,
          threat: threat.id,
          probability: threat.probability === null ? null : placeOfStep(threat.probability, places.probability),
          impact: asset.harm === null ? null : Math.min(asset.harm, places.impact),
        },
      ]
    }),
  )
}
