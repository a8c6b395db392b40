import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { isDay } from '#kit/contract/schema.ts'
import { EXPLANATION_KINDS, EXPLANATION_REASONS, FIGURES, MOVEMENT_FAMILY } from './score.ts'
import type { MovementCode } from './score.ts'

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const day = z.string().refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
const percent = z.number().min(0).max(100).nullable()
const bar = z.object({ performance: z.number(), lost: z.number(), not_covered: z.number() }).nullable()
const reading = z.object({ performance: percent, coverage: percent, proven_share: z.number().min(0).max(1).nullable() })

const counts = z.object({ counted: z.int(), exempted: z.int(), not_applicable: z.int(), out_of_level: z.int(), unmapped: z.int() })
export const scoreSchema = reading.extend({ bar, without_exemptions: reading.extend({ bar }), counts })

/** A name to show, and the id to open it by. */
const label = z.object({ id: z.int(), name: z.string(), identifier: z.string().nullable() })
export type Label = z.infer<typeof label>

/**
 * Which score: of a perimeter (absent: the highest one that the reader reaches), alone or with what lies below, or of a grouping; of everything, of one
 * policy, or of one group or requirement of it, by lineage (a group's is negative).
 */
const subject = {
  perimeter: id.optional(),
  grouping: id.optional(),
  scope: z.enum(['own', 'consolidated']).default('consolidated'),
  policy: id.optional(),
  lineage: z.coerce.number().int().optional(),
}
/** As it was published at the end of a day gone by, or the last one before it; absent: as it stands. */
const on = day.optional()
const view = { figure: z.enum(FIGURES).default('PERFORMANCE'), exemptions: z.enum(['with', 'without']).default('with') }

const place = z.object({
  scope: z.enum(['own', 'consolidated', 'grouping']),
  perimeter: label.nullable(),
  grouping: label.nullable(),
  policy: label.nullable(),
})

export const readScore = defineCall('GET /score', {
  right: 'score.read',
  summary: 'Read a score',
  query: z.strictObject({ ...subject, on }),
  answer: z.object({
    object: z.object({
      day,
      place,
      score: scoreSchema,
      target: percent,
      /** Perimeters in the figure that the reader may not open. */
      hidden: z.int(),
      /** Policies that count in it. */
      policies: z.int(),
    }),
  }),
})

const aim = z.int().min(0).max(100).nullable()
/** The target that the organisation set for its whole score, null: the targets of its policies tell; and until when it is to be reached, null: the end of the year. */
const aims = z.object({ target_score: aim, target_date: day.nullable() })
export const readTargetScore = defineCall('GET /score/target', {
  right: 'score.read',
  summary: 'Read the target score of the organisation, and its date',
  answer: z.object({ object: aims }),
})
export const writeTargetScore = defineCall('PUT /score/target', {
  right: 'target_score.write',
  summary: 'Set the target score of the organisation, and its date',
  body: z.strictObject({ target_score: aim, target_date: day.nullable().optional() }),
  answer: z.object({ message: z.string().optional(), object: aims }),
})

const cell = z.object({ policy: z.int(), own: percent, consolidated: percent, target: percent })
const perimeterRow = z.object({
  id: z.int(),
  /** The nearest perimeter above that the reader may open. */
  parent_id: z.int().nullable(),
  name: z.string(),
  identifier: z.string(),
  weight: z.int(),
  own: scoreSchema,
  consolidated: scoreSchema,
  /** Of the consolidated score, and of the perimeter alone. */
  target: percent,
  own_target: percent,
  policies: z.array(cell),
  /** Consolidated performance at the end of the last twelve months and now, oldest first; null where nothing was published or counted. */
  trend: z.array(percent),
  /** Points since the oldest of them. */
  change: z.number().nullable(),
  /** The day of the oldest, where nothing was published or counted a year ago. */
  since: day.nullable(),
})
export type PerimeterScore = z.infer<typeof perimeterRow>
/** A grouping with the score of the perimeters in it, each by itself (PER-05). */
const groupingRow = z.object({ id: z.int(), name: z.string(), perimeters: z.int(), score: scoreSchema, target: percent })
export type GroupingScore = z.infer<typeof groupingRow>
export const readPerimeterScores = defineCall('GET /score/perimeters', {
  standby: true,
  right: 'score.read',
  summary: 'Read the scores of every perimeter',
  query: z.strictObject({ policy: id.optional(), on }),
  answer: z.object({ objects: z.array(perimeterRow), groupings: z.array(groupingRow), policies: z.array(label), hidden: z.int() }),
})

const policyNode = z.object({
  kind: z.enum(['GROUP', 'REQUIREMENT']),
  /** Of the group or requirement in the version shown. */
  id: z.int(),
  lineage_id: z.int(),
  parent_id: z.int().nullable(),
  name: z.string(),
  identifier: z.string().nullable(),
  weight: z.int().nullable(),
  score: scoreSchema,
})
export type PolicyScoreNode = z.infer<typeof policyNode>
export const readPolicyScores = defineCall('GET /score/policy/{id}', {
  standby: true,
  right: 'score.read',
  summary: 'Read the scores of a policy, group by group and requirement by requirement',
  query: z.strictObject({
    perimeter: id.optional(),
    grouping: id.optional(),
    scope: subject.scope,
    on,
    /** The groups alone, without their requirements. */
    only: z.enum(['groups']).optional(),
  }),
  answer: z.object({ object: z.object({ day, place, score: scoreSchema, target: percent, hidden: z.int(), nodes: z.array(policyNode) }) }),
})

const reason = z.object({ code: z.enum(EXPLANATION_REASONS), params: z.record(z.string(), z.union([z.number(), z.string()])) })
const explanationNode = z.object({
  kind: z.enum(EXPLANATION_KINDS),
  id: z.int().nullable(),
  path: z.string(),
  label: label.nullable(),
  value: percent,
  /** What applies to a perimeter, a grouping or a policy in it; null for what stands below, and for coverage. */
  target: percent,
  weight: z.number().nullable(),
  contribution: z.number().nullable(),
  reasons: z.array(reason),
  get children(): z.ZodNullable<z.ZodArray<typeof explanationNode>> {
    return z.array(explanationNode).nullable()
  },
})
export type NamedExplanation = z.infer<typeof explanationNode>
export const explainCall = defineCall('GET /score/explanation', {
  standby: true,
  right: 'score.read',
  costly: true,
  summary: 'Explain a score down to its measures',
  query: z.strictObject({ ...subject, ...view, on, at: z.string().max(2000).optional(), depth: z.coerce.number().int().min(0).max(3).default(1) }),
  answer: z.object({ object: explanationNode }),
})

/** How one time round of a recurring task stands: what was said of it, else that nobody did when it was due, or that it is more than a year ago. */
const movingAnswers = ['DONE', 'DONE_OK', 'DONE_KO', 'NOT_DONE', 'NA', 'PENDING_APPROVAL', 'REJECTED', 'UNANSWERED', 'LEFT'] as const
export type MovingAnswer = (typeof movingAnswers)[number]

/** A value with the target of the day; null: it told nothing. */
const figure = z.object({ value: z.number(), target: z.number() }).nullable()
const codes = Object.keys(MOVEMENT_FAMILY) as [MovementCode, ...MovementCode[]]
const cause = z.object({
  code: z.enum(codes),
  amount: z.int(),
  /** True: perimeters that the reader may not open, added up. */
  hidden: z.boolean(),
  perimeter: label.nullable(),
  policy: label.nullable(),
  requirement: label.nullable(),
  solution: label.nullable(),
  measure: label.nullable(),
  action: label.nullable(),
  /** The recurring task behind control data, and what was last said of it, or left unsaid, that moved the score that way. */
  task: label.nullable(),
  answer: z.object({ occurrence: z.int(), status: z.enum(movingAnswers), on: day, count: z.int() }).nullable(),
  /** The indicator behind control data, and what it told on the two days. */
  indicator: label.nullable(),
  figures: z.object({ before: figure, after: figure }).nullable(),
  /** How many requirements it moved. */
  requirements: z.int(),
})
export type NamedCause = z.infer<typeof cause>
export const movedCall = defineCall('GET /score/moved', {
  standby: true,
  right: 'score.read',
  summary: 'Tell what moved a score between two days',
  query: z.strictObject({
    ...subject,
    ...view,
    from: day,
    to: day.optional(),
    /** So many causes at most, each over all the requirements that it moved, the largest first; else all of them, requirement by requirement. */
    lines: z.coerce.number().int().min(1).max(200).optional(),
  }),
  answer: z.object({
    object: z.object({
      /** The published days compared, the last ones not after those asked for; today is read as it stands. Null: nothing was published by then. */
      from: day.nullable(),
      to: day.nullable(),
      place,
      before: percent,
      after: percent,
      /** What the score aimed at on the two days. */
      targets: z.object({ before: percent, after: percent }),
      /** Whole millionths of a point, which all causes add up to exactly. */
      difference: z.int().nullable(),
      scope: z.int(),
      performance: z.int(),
      causes: z.array(cause),
      /** What all causes of a kind moved together. */
      codes: z.array(z.object({ code: z.enum(codes), amount: z.int() })),
    }),
  }),
})
export type Moved = z.infer<typeof movedCall.answer>['object']

export const historyCall = defineCall('GET /score/history', {
  standby: true,
  right: 'score.read',
  summary: 'Read the published series of a score',
  query: z.strictObject({
    perimeter: subject.perimeter,
    grouping: subject.grouping,
    scope: subject.scope,
    policy: subject.policy,
    from: day.optional(),
    to: day.optional(),
  }),
  answer: z.object({
    objects: z.array(z.object({ day, performance: percent, coverage: percent, performance_without: percent, coverage_without: percent })),
  }),
})

const raise = z.object({
  solution: label,
  perimeter: label,
  /** The measure to improve; null: to implement. */
  measure: label.nullable(),
  status: z.enum(['IMPLEMENT', 'IMPROVE']),
  /** Points of the score shown. */
  gain: z.number(),
  /** k€ a year, and days to build; null when unknown. */
  cost: z.number().nullable(),
  days: z.number().nullable(),
  /** Among the first that together reach the target. */
  needed: z.boolean(),
})
export type Raise = z.infer<typeof raise>
export const policyScoreCall = defineCall('GET /policy/score', {
  right: 'score.read',
  summary: 'Read the score of a policy, and what would raise it to a target',
  query: z.strictObject({
    type: z.string().max(40).optional(),
    policy: id.optional(),
    perimeter: id.optional(),
    grouping: id.optional(),
    scope: subject.scope,
    ts: z.coerce.number().int().min(0).max(100).optional(),
  }),
  answer: z.object({
    object: z.object({
      type: z.enum(FIGURES),
      value: percent,
      value_without_exemptions: percent,
      score: scoreSchema,
      target: percent,
      place,
      /** With the needed measures at 100; null without `ts`. */
      simulated: percent,
      measures: z.array(raise),
      hidden: z.int(),
    }),
  }),
})
