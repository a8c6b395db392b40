import type { BusinessValueType } from '#areas/assets/contract/business-value.ts'
import type { Criterion } from '#areas/assets/contract/criteria.ts'
import type { SupportingAssetType } from '#areas/assets/contract/supporting-asset.ts'

interface Text {
  readonly en: string
  readonly fr: string
}

/** What an organisation lives by; without places it is everybody's. */
export interface Value {
  readonly key: string
  readonly type: BusinessValueType
  readonly name: Text
  readonly description: Text
  readonly owner: string
  readonly perimeters: readonly string[]
  /** Levels of the business impact scale. */
  readonly needs: Readonly<Partial<Record<Criterion, number>>>
}

/** What values stand on; it names only assets that stand before it. */
export interface Asset {
  readonly key: string
  readonly type: SupportingAssetType
  readonly name: Text
  readonly perimeter: string
  readonly owner?: string
  readonly carries: readonly string[]
  readonly on: readonly string[]
  readonly release?: string
}

export interface Assets {
  readonly values: readonly Value[]
  readonly assets: readonly Asset[]
  /** Dependencies that lead back to an asset that stands on this one. */
  readonly loops: readonly { readonly asset: string; readonly on: string }[]
}
