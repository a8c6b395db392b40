import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer, referenceSchema, rowSchema } from '#kit/contract/row-schema.ts'
import { isDay } from '#kit/contract/schema.ts'
import { review } from './review.ts'

const named = z.object({ id: z.int(), identifier: z.string().nullable(), name: z.string() })

/** An evaluation with what its page is reached by (REV-27): `control` 0 is the first thing that is asked. */
const reachedEvaluation = z
  .object({
    id: z.int(),
    campaign_id: z.int(),
    perimeter_id: z.int(),
    control: z.int(),
    campaign_source: z.string(),
    campaign: z.object({ questionnaire_id: z.int().nullable() }),
  })
  .nullable()
export type ReachedEvaluation = NonNullable<z.infer<typeof reachedEvaluation>>

/** What a figure or a status is, and what it becomes; null where there is none. */
export const effectKinds = ['STATUS', 'EFFICIENCY', 'PERFORMANCE', 'PERIMETER', 'GROUP'] as const
const line = z.object({
  kind: z.enum(effectKinds),
  /** The entity of `object`, and the area that has the words of its statuses. */
  entity: z.string(),
  area: z.string(),
  object: named,
  before: z.union([z.number(), z.string(), z.null()]),
  after: z.union([z.number(), z.string(), z.null()]),
})
export type EffectLine = z.infer<typeof line>

/** The badge of the bell, and the number beside the page in the menu. */
export const countReviews = defineCall('GET /review/count', {
  right: 'review.read',
  summary: 'Count the open reviews that the reader may see',
  answer: z.object({ count: z.int() }),
})

/** Open reviews by the choices above their list, each the rows that it leads to. */
export const countChoices = defineCall('GET /review/choices', {
  right: 'review.read',
  summary: 'Count the open reviews by source',
  answer: z.object({ object: z.record(z.string(), z.int()) }),
})

/** A dry run: what closing a review would do, of what the reader may see, with nothing written. */
export const readEffect = defineCall('GET /review/{id}/effect', {
  right: 'review.read',
  summary: 'Tell what closing a review would do',
  answer: z.object({
    object: z.object({
      /** Why the reader may not close it with its effect; null when they may. */
      refusal: z.string().nullable(),
      lines: z.array(line),
      /** Points that an improvement action takes off its measure until then. */
      points: z.int().nullable(),
      /** Beneficiaries whose score moves, with by how much. */
      others: z.array(z.object({ perimeter: named, gain: z.number() })),
      evaluation: reachedEvaluation,
      why: z
        .object({
          action: named,
          status: z.string(),
          done_date: z.string().nullable(),
          manager: z.string().nullable(),
          /** The manager where it is a person. */
          person: z.object({ id: z.int(), name: z.string() }).nullable(),
          proofs: z.array(z.string()),
        })
        .nullable(),
    }),
  }),
})
export type ReviewEffect = z.infer<typeof readEffect.answer>['object']

const idOnly = z.object({ id: z.int() }).nullable()
/** What a review names, by its kind (REV-10). */
export const nested = z.object({
  measure: z.object({ id: z.int(), efficiency: z.int().nullable() }).nullable(),
  solution: idOnly,
  /** `current_efficiency`: the points that it takes off its measure until then. */
  remediation: referenceSchema.extend({ perimeter: idOnly, current_efficiency: z.number().nullable() }).nullable(),
  incident: idOnly,
  gap: idOnly,
  exemption: idOnly,
  risk: idOnly,
  evaluation: reachedEvaluation,
  user: idOnly,
  policy: z.object({ id: z.int(), current_version: z.int().nullable() }).nullable(),
  program: idOnly,
  isp_project: idOnly,
  connector: idOnly,
})

const reviewOfAction: z.ZodType = rowSchema(review).and(nested)

/** The reviews that the end of an action opened, open ones first (REV-24). */
export const reviewsOfAction = defineCall('GET /remediation/{id}/review', {
  right: 'review.read',
  summary: 'List the reviews of an action',
  answer: z.object({ objects: z.array(reviewOfAction) }),
})

/** Closes the review of a measure that an action was to implement, as the fork dialog says it: since when, and who manages it (REV-20). */
export const closeByImplementing = defineCall('POST /review/{id}/implement', {
  right: 'review.write',
  refusal: 'kit.errors.no_update_right',
  summary: 'Implement the measure of a review and close it',
  body: z.strictObject({
    /** The day that the action was done on, where none is said. */
    implemented_on: z
      .string()
      .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
      .optional(),
    manager: z.int().min(1).nullable().optional(),
    comment: z.string().max(2000).optional(),
    version: z.int().min(1).optional(),
  }),
  answer: objectAnswer(rowSchema(review)),
})
