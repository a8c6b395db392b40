import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { isDay } from '#kit/contract/schema.ts'

const id = z.int().min(1)
const day = z.string().refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
const label = z.object({ id: z.int(), name: z.string(), identifier: z.string().nullable() })
const percent = z.number().min(0).max(100).nullable()

/** What raises a score: open requirements are linked, an offered measure is accepted, a model is implemented, an action is finished. */
export const nextStepKinds = ['LINK', 'ACCEPT', 'IMPLEMENT', 'FINISH'] as const
export type NextStepKind = (typeof nextStepKinds)[number]

const nextStep = z.object({
  kind: z.enum(nextStepKinds),
  /** A policy to link, a measure to accept, a model to implement, an action to finish. */
  about: label,
  /** Where; of what is finished, where its measures are. */
  perimeters: z.array(label),
  /** Requirements that get an answer; 0 for other kinds. */
  requirements: z.int(),
  /** Points of performance, given the steps before. */
  gain: z.number(),
  /** The performance reached. */
  score: z.number(),
  /** k€ and days of work; null where nobody has said. */
  cost: z.number().nullable(),
  days: z.number().nullable(),
  /** Of an action: in whose hands it is, and until when. */
  owner: label.nullable(),
  target_date: z.string().nullable(),
})
export type NamedNextStep = z.infer<typeof nextStep>

export const listNextSteps = defineCall('GET /dashboard/next_steps', {
  standby: true,
  right: 'measure.write',
  costly: true,
  summary: 'Compute the next steps that bring a score to its target',
  query: z.strictObject({
    perimeter: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    by: z.enum(['points', 'price']).default('price'),
  }),
  answer: z.object({
    object: z.object({
      perimeter: label,
      score: percent,
      target: percent,
      steps: z.array(nextStep),
    }),
  }),
})
export type NextSteps = z.infer<typeof listNextSteps.answer>['object']

/** With an owner or a date it becomes an action of the plan; links and offers may also be done at once. */
const planned = { manager: id.nullable().optional(), target_date: day.nullable().optional() }
const stepToPlan = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('LINK'), policy: id }),
  z.strictObject({ kind: z.literal('ACCEPT'), measure: id, perimeters: z.array(id).min(1).max(1000) }),
  z.strictObject({ kind: z.literal('IMPLEMENT'), solution: id, perimeters: z.array(id).min(1).max(51), ...planned }),
  z.strictObject({ kind: z.literal('FINISH'), action: id, ...planned }),
])
export type StepToPlan = z.infer<typeof stepToPlan>

export const applyNextSteps = defineCall('POST /dashboard/next_steps', {
  right: 'measure.write',
  summary: 'Link and accept at once, and plan actions for the rest, all or none',
  body: z.strictObject({ program: id.nullable().optional(), steps: z.array(stepToPlan).min(1).max(10) }),
  answer: z.object({
    message: z.string().optional(),
    object: z.object({
      linked: z.int(),
      accepted: z.int(),
      actions: z.array(label),
    }),
  }),
})
export type PlannedNextSteps = z.infer<typeof applyNextSteps.answer>['object']
