import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { referenceSchema } from '#kit/contract/row-schema.ts'
import { isDay } from '#kit/contract/schema.ts'
import { goDecisions } from './isp-project.ts'

const id = z.int().min(1)
const day = z.string().refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
export const newAction = z.strictObject({ name: z.string().trim().min(1).max(500), target_date: day, manager: id.nullable().optional() })

/** What a decision will say, as far as that is known. */
const draftFields = {
  decision: z.enum(goDecisions).nullable(),
  /** Go, under dated actions. */
  reserved: z.boolean(),
  comment: z.string().trim().max(2000).nullable().optional(),
  date: day.nullable().optional(),
  reservations: z.array(id).max(50),
  new_reservations: z.array(newAction).max(20),
}
/** The draft that whoever writes has before their eyes; 0: none. Left out, whatever there is is written over. */
export const seen = z.int().min(0).optional()

export const draftSchema = z.object({
  version: z.int(),
  saved_at: z.string(),
  author: referenceSchema.nullable(),
  /** Told to those who decide; others are told that it is being prepared. */
  said: z.object(draftFields).nullable(),
})
export type DecisionDraft = z.output<typeof draftSchema>

export const saveDraft = defineCall('PUT /isp_project/{id}/decision/draft', {
  right: 'isp_project.decide',
  summary: 'Keep a security decision that is being prepared; nothing follows from it',
  body: z.strictObject({ ...draftFields, seen }),
  answer: z.object({ object: draftSchema }),
})
export const dropDraft = defineCall('DELETE /isp_project/{id}/decision/draft', {
  right: 'isp_project.decide',
  summary: 'Give up a security decision that is being prepared',
  query: z.strictObject({ seen: z.coerce.number().int().min(0).optional() }),
  answer: z.object({ message: z.string() }),
})
