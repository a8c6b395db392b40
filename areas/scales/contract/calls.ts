import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'

const level = z.object({
  value: z.int(),
  name: z.string().nullable(),
  name_en: z.string().nullable(),
  name_fr: z.string().nullable(),
  low: z.int(),
  high: z.int(),
  color: z.string().nullable(),
})

/** The scales that scores and indicators are read by, with their ranges (IND-12). */
export const indicatorScales = defineCall('GET /indicator_scale', {
  right: 'scale.read',
  summary: 'List the scales of indicators with their levels',
  answer: z.object({
    objects: z.array(z.object({ id: z.int(), identifier: z.string(), name: z.string().nullable(), is_default: z.boolean(), indicator_levels: z.array(level) })),
  }),
})

/** Whether something has levels of a scale, so that only its words and colours may change (SCL-04). */
export const scaleUsage = defineCall('GET /scale/{id}/usage', {
  right: 'scale.read',
  summary: 'Tell whether a scale is in use',
  answer: z.object({ object: z.object({ in_use: z.boolean() }) }),
})
