import { z } from 'zod'
import { referenceSchema } from './row-schema.ts'

/** A request as it is told: what came of it, and the copy of what was submitted, in its reader's language. */
export const decisionRequest = z.object({
  id: z.int(),
  question: z.string(),
  /** An outcome of the question, OPEN, EXPIRED, REPLACED or WITHDRAWN. */
  state: z.string(),
  /** Of the object as it was submitted. */
  version: z.int(),
  /** The object is another by now. */
  stale: z.boolean(),
  comment: z.string().nullable(),
  asked_by: referenceSchema.nullable(),
  asked_at: z.union([z.string(), z.date()]),
  expires_on: z.string().nullable(),
  decided_by: referenceSchema.nullable(),
  decided_at: z.union([z.string(), z.date()]).nullable(),
  reason: z.string().nullable(),
  alone: z.boolean(),
  copy: z.record(z.string(), z.unknown()),
  /** SHA-256 of what was kept with the request, as the audit has it. */
  fingerprint: z.string(),
  content: z.unknown().optional(),
})
export type DecisionRequest = z.infer<typeof decisionRequest>
