import { Boxes, Gem } from 'lucide-react'
import { businessValue } from '#areas/assets/contract/business-value.ts'
import { supportingAsset } from '#areas/assets/contract/supporting-asset.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'

export type BusinessValue = RowOf<typeof businessValue>
export type SupportingAsset = RowOf<typeof supportingAsset>

definePresentation(businessValue, {
  icon: Gem,
  widths: { identifier: 84, name: 240, type: 110, need: 140, owner: 150, perimeters: 200, assets: 120 },
})
definePresentation(supportingAsset, {
  icon: Boxes,
  widths: { identifier: 84, name: 240, type: 110, need: 140, perimeter: 170, owner: 150, business_values: 200, dependencies: 220 },
})
