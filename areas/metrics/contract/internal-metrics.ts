import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { productMetrics } from '#areas/catalog/contract/product-metrics.ts'

const internalMetric = z.object({
  name: z.enum(productMetrics),
  name_en: z.string(),
  name_fr: z.string(),
  /** A share is one of a hundred; else it is how many, or points of a score. */
  unit: z.enum(['COUNT', 'PERCENT', 'POINTS']),
  /** What happened in the period, rather than how things stand at its end. */
  happened: z.boolean(),
  /** Organisations that collect it, and the perimeters in which it was last counted there. */
  customers: z.int(),
  places: z.int(),
  counted_at: z.string().nullable(),
})
export type InternalMetric = z.infer<typeof internalMetric>

/** What Vigie counts by itself, told outside of every organisation; nobody's values are among it (ADM-17). */
export const listInternalMetrics = defineCall('GET /internal_metric', {
  right: 'internal_metric.read',
  summary: 'List the product metrics and how many organisations collect them',
  answer: z.object({ objects: z.array(internalMetric) }),
})
