import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { pageBodySchema } from '#kit/contract/list-query.ts'
import { referenceSchema } from '#kit/contract/row-schema.ts'

/** What stands in the tabs of a list. */
export const countEvidence = defineCall('POST /evidence/counts', {
  reads: true,
  right: 'evidence.read',
  summary: 'Count the evidence of a list by its state',
  body: pageBodySchema,
  answer: z.object({ object: z.record(z.string(), z.int()) }),
})

const named = z.object({ count: z.int(), shown: z.array(referenceSchema) })

/** Declared beside what it speaks of, answered by the scores: what there would be without it, with nothing saved. */
export const readStanding = defineCall('GET /evidence/{id}/standing', {
  right: 'evidence.read',
  summary: 'Tell which actions and measures stand on an evidence, and how many points of the score',
  answer: z.object({
    object: z.object({
      /** Finished or not, as far as the reader may open them. */
      actions: named,
      /** That its actions implement, improve or concern. */
      measures: named,
      /** Of these, the ones that nothing else proves: they turn from proven to declared. */
      alone: z.int(),
      /** Points of the score of the highest perimeter within reach that are proven by nothing else; null where there is no score. */
      points: z.number().nullable(),
    }),
  }),
})
