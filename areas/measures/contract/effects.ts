import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { referenceSchema } from '#kit/contract/row-schema.ts'
import { pageBodySchema } from '#kit/contract/list-query.ts'
import { isDay } from '#kit/contract/schema.ts'

/** What may be decided about a measure and moves a score; planning moves none until it is done. */
export const measureChoices = ['ACCEPT', 'IMPLEMENT', 'DISCARD'] as const
export type MeasureChoice = (typeof measureChoices)[number]

const percent = z.number().min(0).max(100).nullable()
const day = z.string().refine(isDay)
const named = z.object({ id: z.int(), identifier: z.string().nullable(), name: z.string() })

/** Who has it in place, here or for this perimeter: `own` is the measure itself, `accepted` false one that is only offered. */
const maker = z.object({
  measure: named,
  own: z.boolean(),
  accepted: z.boolean(),
  perimeter: z.object({ id: z.int(), name: z.string() }),
  manager: referenceSchema.nullable(),
  /** In place since. */
  since: day.nullable(),
  /** When it was offered to this perimeter, or accepted there. */
  shared_on: day.nullable(),
  performance: z.number(),
  efficiency: z.number(),
  /** The mean rating of what controls it, in percent; null where nothing does. */
  checks: z.number().nullable(),
  /** Proofs that are valid today. */
  proofs: z.int(),
})
export type Maker = z.infer<typeof maker>

const choice = z.object({
  choice: z.enum(measureChoices),
  /** The measure of whoever offers it, for ACCEPT. */
  offered: z.int().nullable(),
  /** Consolidated scores of the perimeter and of the group as they would be. */
  perimeter: percent,
  group: percent,
  /** k€ and days a year; null where nobody said. */
  yearly_cost: z.number().nullable(),
  yearly_internal_charge: z.number().nullable(),
})
export type Choice = z.infer<typeof choice>

const line = z.object({
  lineage_id: z.int(),
  identifier: z.string().nullable(),
  name: z.string(),
  /** Of the requirement, 1–100. */
  share: z.int(),
  /** Whether the requirement counts in the perimeter: in scope, applicable and not exempted. */
  counts: z.boolean(),
  now: z.number(),
  /** By choice, in their order. */
  after: z.array(z.number()),
})
const answered = z.object({ policy: named, now: percent, after: z.array(percent), lines: z.array(line) })
export type AnsweredPolicy = z.infer<typeof answered>

/** Declared beside what it speaks of, answered by the scores: each choice a dry run, all of them in one call, with nothing saved. */
export const readEffects = defineCall('GET /measure/{id}/effects', {
  right: 'measure.read',
  summary: 'Tell who has a measure in place, which requirements it answers, and what each choice about it would bring',
  answer: z.object({
    object: z.object({
      day,
      makers: z.array(maker),
      /** The highest perimeter that the reader may open; null where that is the measure's own. */
      group: z.object({ id: z.int(), name: z.string() }).nullable(),
      now: z.object({ perimeter: percent, group: percent }),
      choices: z.array(choice),
      requirements: z.array(answered),
    }),
  }),
})
export type Effects = z.infer<typeof readEffects.answer>['object']

/** Points of the group's score that undecided and planned measures of some models would bring, one by one; they add up. */
export const readGains = defineCall('GET /measure/gains', {
  standby: true,
  right: 'measure.read',
  costly: true,
  summary: 'Tell how many points of the score the measures of some models would bring',
  /** Ids, with commas between them. */
  query: z.strictObject({
    solutions: z
      .string()
      .max(6000)
      .regex(/^\d+(,\d+)*$/)
      .transform((text) => text.split(',').map(Number)),
  }),
  answer: z.object({ objects: z.array(z.object({ solution: z.int(), perimeter: z.int(), gain: z.number() })) }),
})

const ranked = z.object({ id: z.int(), gain: z.number().nullable() })
/** A measure's id with the points that it would bring, null where it would bring none. */
export type Ranked = z.infer<typeof ranked>

/** The query of a list of measures, what would bring most first: the same rows as the list's, with the points of `readGains`. */
export const measuresByGain = defineCall('POST /measure/by_gain/page', {
  reads: true,
  costly: true,
  right: 'measure.read',
  summary: 'List measures by the points of the score that they would bring',
  body: pageBodySchema,
  answer: z.object({ objects: z.array(ranked), total: z.int() }),
})
