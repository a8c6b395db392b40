import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { isDay } from '#kit/contract/schema.ts'
import { groupReferences } from './policy-application.ts'

const id = z.int().min(1)
const lineages = z.array(id).min(1).max(2000)

/** What a reader thinks of doing; each kind asks for the right that doing it asks for. */
const change = z.discriminatedUnion('kind', [
  /** The policy in its current version, or in the one that applies there already. */
  z.strictObject({
    kind: z.literal('APPLY'),
    policy: id,
    perimeter: id,
    weight: z.int().min(0).max(10_000).optional(),
    level: z.int().min(1).max(3).nullable().optional(),
    implementation_groups: groupReferences.nullable().optional(),
  }),
  z.strictObject({ kind: z.literal('WITHDRAW'), policy: id, perimeter: id }),
  z.strictObject({ kind: z.literal('ADOPT'), policy: id, perimeter: id, policy_version: id }),
  z.strictObject({ kind: z.literal('NOT_APPLICABLE'), perimeter: id, lineages }),
  z.strictObject({ kind: z.literal('APPLICABLE'), perimeter: id, lineages }),
  /** Requirements that need not be met for a time. */
  z.strictObject({ kind: z.literal('EXEMPTION'), perimeter: id, lineages }),
  z.strictObject({ kind: z.literal('MEASURE'), perimeter: id, solution: id, to: z.enum(['IMPLEMENTED', 'PLANNED', 'DISCARDED', 'TO_IMPLEMENT']) }),
  /** A perimeter that is placed below another one. */
  z.strictObject({ kind: z.literal('MOVE'), perimeter: id, parent: id }),
  /** An offered benefit that is accepted. */
  z.strictObject({ kind: z.literal('BENEFIT'), perimeter: id, measure: id }),
])
export type Change = z.infer<typeof change>

const percent = z.number().min(0).max(100).nullable()
const step = z.object({ before: percent, after: percent })

const row = z.object({
  id: z.int(),
  name: z.string(),
  identifier: z.string().nullable(),
  /** A change is made here; else what changes below is felt. */
  chosen: z.boolean(),
  /** The chosen perimeter, or one of them, through which it is felt; null where the reader may not open it. */
  through: z.string().nullable(),
  own: step,
  consolidated: step,
  /** What the consolidated score would aim at. */
  target: z.number().nullable(),
})
export type PerimeterStep = z.infer<typeof row>

/** Requirements in scope wherever the changes apply a policy; `answered`: by measures in every one of these perimeters; `linked`: to a model that nobody carries out everywhere yet. */
const requirements = z.object({ total: z.int(), answered: z.int(), linked: z.int(), unmapped: z.int(), measures: z.int() })

/** Declared beside what it speaks of, answered by the scores: what they become, with nothing saved. */
export const previewScores = defineCall('POST /score/preview', {
  right: 'score.read',
  summary: 'Compute what scores become by changes, without making them',
  reads: true,
  /** `all`: every perimeter that the reader may open, whether it moves or not. */
  body: z.strictObject({ changes: z.array(change).max(500), all: z.boolean().default(false) }),
  answer: z.object({
    object: z.object({
      day: z.string().refine(isDay),
      /** The perimeters chosen and those whose shown score moves, from the top. */
      perimeters: z.array(row),
      /** Perimeters whose score moves and that the reader may not open. */
      hidden: z.int(),
      requirements: requirements.nullable(),
    }),
  }),
})
export type ScorePreview = z.infer<typeof previewScores.answer>['object']
