import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { rowSchema } from '#kit/contract/row-schema.ts'
import { mostPlaces } from '#areas/scales/contract/scale.ts'
import { riskScale } from './calls.ts'
import { riskRegister } from './risk-register.ts'

const place = z.int().min(1).max(mostPlaces)

/** Another scale for a register that holds risks: for each place of a side, lowest first, the place that takes over from it. */
const mapping = z.strictObject({
  scale: z.int(),
  impacts: z.array(place).max(mostPlaces),
  probabilities: z.array(place).max(mostPlaces),
  /** By its value on the new scale; none: no line is drawn. */
  appetite: z.int().nullable(),
})
export type Rescaling = z.infer<typeof mapping>

export const scaleAfter = defineCall('GET /risk_register/{id}/rescale/{scale}', {
  right: 'risk.read',
  summary: 'Read the scale of a register and another one to which it could go over',
  params: z.object({ id: z.coerce.number().int().min(1), scale: z.coerce.number().int().min(1) }),
  answer: z.object({ object: z.object({ from: riskScale, to: riskScale, appetite: z.int().nullable() }) }),
})

export const previewRescale = defineCall('POST /risk_register/{id}/rescale_preview', {
  reads: true,
  right: 'risk_register.write',
  summary: 'Tell what would become of the risks of a register under another scale',
  body: mapping,
  answer: z.object({
    object: z.object({
      risks: z.int(),
      /** How many of those that are not closed go from which current level to which. */
      moves: z.array(z.object({ from: z.int(), to: z.int(), count: z.int() })),
      above_before: z.int(),
      above_after: z.int(),
      /** Approvals that go stale with their level, and requests that have to be made anew. */
      stale: z.int(),
      requests: z.int(),
    }),
  }),
})

export const rescaleRegister = defineCall('POST /risk_register/{id}/rescale', {
  right: 'risk_register.write',
  summary: 'Judge the risks of a register by another scale: each place goes over to the one that is named for it, levels follow',
  body: mapping.extend({ version: z.int().min(1).optional() }),
  answer: z.object({ object: rowSchema(riskRegister) }),
})
