import { Activity } from 'lucide-react'
import { indicator } from '#areas/indicators/contract/indicator.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'

export type Indicator = RowOf<typeof indicator>

definePresentation(indicator, {
  icon: Activity,
  widths: { identifier: 84, type: 110, value: 96, target_value: 80, periodicity: 110, perimeters: 220, manager: 150, group: 140 },
})
