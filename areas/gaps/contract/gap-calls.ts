import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { printable } from '#kit/contract/schema.ts'

const id = z.int().min(1)

/** What somebody found, for whoever manages gaps to confirm (GAP-06); it goes into the first open register of the type OTHER that its perimeter is in. */
export const reportGap = defineCall('POST /gap/report', {
  right: 'gap.report',
  summary: 'Report a gap, to be confirmed',
  body: z.strictObject({
    what: z.string().trim().min(1).max(5000).refine(printable),
    perimeter: id.nullish(),
    severity: z.int().min(0).max(100).optional(),
    files: z.array(id).max(5).default([]),
  }),
  answer: z.object({ object: z.object({ id: z.int(), identifier: z.string() }), message: z.string().optional() }),
})
