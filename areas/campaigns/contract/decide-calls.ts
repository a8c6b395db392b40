import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { bulkLimit } from '#kit/contract/limits.ts'
import { objectAnswer, rowSchema } from '#kit/contract/row-schema.ts'
import { isDay } from '#kit/contract/schema.ts'
import { decisionRequest } from '#kit/contract/decision-request.ts'
import { evaluation } from './evaluation.ts'

const id = z.int().min(1)
const version = id.optional()
const row = objectAnswer(rowSchema(evaluation))
const day = z.string().refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
const text = z.string().trim().max(2000)

/** `version`: of the evaluation as it was read; what is another by then is not decided about unseen. */
export const acceptEvaluation = defineCall('POST /evaluation/{id}/accept', {
  right: 'evaluation.decide',
  summary: 'Validate a submitted evaluation',
  body: z.strictObject({ version }),
  answer: row,
})
/** `limit_date`: until when it is answered again; asked for once the deadline is over. */
export const rejectEvaluation = defineCall('POST /evaluation/{id}/reject', {
  right: 'evaluation.decide',
  summary: 'Reject a submitted evaluation with a message',
  body: z.strictObject({ message: text, limit_date: day.nullable().optional(), version }),
  answer: row,
})
export const resetEvaluation = defineCall('POST /evaluation/{id}/reset', {
  right: 'evaluation.manage',
  summary: 'Remove the answers of an evaluation; the actions that came of them stay',
  body: z.strictObject({ version }),
  answer: row,
})
export const reopenEvaluation = defineCall('POST /evaluation/{id}/reopen', {
  right: 'evaluation.reopen',
  summary: 'Open a validated evaluation again, with a reason',
  body: z.strictObject({ reason: text, limit_date: day.nullable().optional(), version }),
  answer: row,
})
export const acceptEvaluations = defineCall('POST /evaluation/accept_many', {
  right: 'evaluation.decide',
  summary: 'Validate several submitted evaluations, but those that one answered oneself',
  body: z.strictObject({ ids: z.array(id).min(1).max(bulkLimit) }),
  answer: objectAnswer(
    z.object({ validated: z.array(z.int()), /** Still waiting: one's own, changed since, or decided by somebody else meanwhile. */ left: z.int() }),
  ),
})
export const evaluationDecisions = defineCall('GET /evaluation/{id}/decision', {
  right: 'evaluation.read',
  summary: 'Read what was submitted and decided about an evaluation',
  answer: z.object({ objects: z.array(decisionRequest) }),
})
