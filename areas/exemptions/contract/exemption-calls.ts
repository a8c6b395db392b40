import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { decisionRequest } from '#kit/contract/decision-request.ts'
import { rowSchema } from '#kit/contract/row-schema.ts'
import { isDay } from '#kit/contract/schema.ts'
import { closeReasons, exemption } from './exemption.ts'

const id = z.int().min(1)
const row = z.object({ object: rowSchema(exemption) })
const day = z.string().refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
const comment = z.string().trim().max(2000).nullable().optional()
const version = id.optional()

/** `version`: of the exemption as it was read; what is another by then is not decided about unseen. */
export const grantExemption = defineCall('POST /exemption/{id}/grant', {
  right: 'exemption.decide',
  summary: 'Grant an exemption as it was requested',
  body: z.strictObject({ comment, version }),
  answer: row,
})
export const rejectExemption = defineCall('POST /exemption/{id}/reject', {
  right: 'exemption.decide',
  summary: 'Reject a requested exemption, with a comment',
  body: z.strictObject({ comment, version }),
  answer: row,
})
export const withdrawExemption = defineCall('POST /exemption/{id}/withdraw', {
  right: 'exemption.write',
  summary: 'Take back a request for an exemption',
  body: z.strictObject({ comment, version }),
  answer: row,
})
/** Asks for a decision about the request as it is now, after something about it changed. */
export const submitExemption = defineCall('POST /exemption/{id}/submit', {
  right: 'exemption.write',
  summary: 'Submit a request for an exemption again',
  body: z.strictObject({ comment, version }),
  answer: row,
})
export const renewExemption = defineCall('POST /exemption/{id}/renew', {
  right: 'exemption.create',
  summary: 'Request an exemption anew before or after its end',
  body: z.strictObject({ start_date: day, end_date: day, reason: z.string().trim().min(1).max(4000).optional() }),
  answer: row,
})
export const shortenExemption = defineCall('POST /exemption/{id}/shorten', {
  right: 'exemption.write',
  summary: 'Bring the end of a granted exemption forward',
  body: z.strictObject({ end_date: day, version }),
  answer: row,
})
export const closeExemption = defineCall('POST /exemption/{id}/close', {
  right: 'exemption.decide',
  summary: 'End a granted exemption today',
  body: z.strictObject({ close_reason: z.enum(closeReasons).default('REMEDIED'), comment, version }),
  answer: row,
})
export const exemptionDecisions = defineCall('GET /exemption/{id}/decision', {
  right: 'exemption.read',
  summary: 'Read what was requested and decided about an exemption, with what was submitted',
  answer: z.object({
    objects: z.array(decisionRequest),
    /** What granting it would change of the scores, for their preview; nothing once it is in force. */
    changes: z.array(z.object({ kind: z.literal('EXEMPTION'), perimeter: z.int(), lineages: z.array(z.int()) })),
  }),
})
