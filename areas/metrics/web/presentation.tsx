import { ChartSpline } from 'lucide-react'
import { metric } from '#areas/metrics/contract/metric.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { setLooks } from '#kit/web/ui/status-looks.ts'

export type Metric = RowOf<typeof metric>

setLooks('metric.entry_status', { LATE: 'late', EXPECTED: 'soon', COMPLETE: 'done', AUTOMATIC: 'planned' })

definePresentation(metric, {
  icon: ChartSpline,
  widths: { identifier: 84, entry_status: 150, unit: 90, periodicity: 110, perimeters: 220, manager: 150, group: 140 },
})
