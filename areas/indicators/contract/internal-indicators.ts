import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { productMetrics } from '#areas/catalog/contract/product-metrics.ts'
import { periodicities } from '#areas/metrics/contract/period.ts'
import { indicatorTypes } from './types.ts'

const internalIndicator = z.object({
  identifier: z.string(),
  name_en: z.string().nullable(),
  name_fr: z.string().nullable(),
  description_en: z.string().nullable(),
  description_fr: z.string().nullable(),
  nature: z.enum(indicatorTypes),
  unit_en: z.string().nullable(),
  unit_fr: z.string().nullable(),
  formula: z.string(),
  periodicity: z.enum(periodicities),
  target_value: z.int().nullable(),
  /** What its formula is made of, as Vigie counts it. */
  metrics: z.array(z.enum(productMetrics)),
  /** Organisations that have a copy of it, and those that have an indicator of theirs. */
  customers: z.int(),
  using_it: z.int(),
  indicators: z.int(),
})
export type InternalIndicator = z.infer<typeof internalIndicator>

/** The indicators over product metrics that catalogs share with everybody, told outside of every organisation; nobody's values are among it (ADM-16). */
export const listInternalIndicators = defineCall('GET /internal_indicator', {
  right: 'internal_indicator.read',
  summary: 'List the product indicators and how many organisations use them',
  answer: z.object({ objects: z.array(internalIndicator) }),
})
