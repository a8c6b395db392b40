import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { isDay } from '#kit/contract/schema.ts'

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const day = z.string().refine(isDay, { params: { key: 'kit.errors.invalid_date' } })

/** What may be decided about several measures at once. */
export const severalChoices = ['IMPLEMENT', 'PLAN', 'DISCARD'] as const
export type SeveralChoice = (typeof severalChoices)[number]
/** Measures of one decision: each becomes a version, and each planned one an action. */
export const severalLimit = 100

const versioned = z.strictObject({ id, version: id })
const several = z.array(versioned).min(1).max(severalLimit)

/** One decision about several measures, all or none; answers them as they are then, and the actions that were made of a plan. Answered by the area of actions. */
export const decideSeveral = defineCall('POST /measure/decide', {
  right: 'measure.write',
  refusal: 'measures.errors.no_edit',
  summary: 'Implement, plan or discard several measures, all or none',
  body: z.strictObject({
    choice: z.enum(severalChoices),
    measures: several,
    /** Why they are discarded. */
    justification: z.string().trim().min(1).max(4000).optional(),
    /** Where the actions of planned ones go, who leads them and until when. */
    plan: z.strictObject({ program: id, manager: id.nullable().optional(), target_date: day.nullable().optional() }).optional(),
  }),
  answer: z.object({ message: z.string().optional(), object: z.object({ measures: z.array(versioned), actions: z.array(z.int()) }) }),
})

/** Takes back such a decision as long as nothing came after it: former decisions come back from history; actions are deleted, with what they planned. */
export const undoSeveral = defineCall('POST /measure/decide/undo', {
  right: 'measure.write',
  refusal: 'measures.errors.no_edit',
  summary: 'Take back one decision about several measures, all or none',
  body: z.strictObject({ measures: z.array(versioned).max(severalLimit).default([]), actions: z.array(id).max(severalLimit).default([]) }),
  answer: z.object({ message: z.string().optional(), object: z.object({ count: z.int() }) }),
})
