import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { asOfQuery, filterSchema, pageBodySchema } from '#kit/contract/list-query.ts'
import { referenceSchema } from '#kit/contract/row-schema.ts'
import { evidenceKinds, evidenceStates } from './evidence.ts'

/** Several ids in one value, as the client writes them. */
const idsIn = (most: number) =>
  z
    .string()
    .max(20 * most)
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int().min(1).max(Number.MAX_SAFE_INTEGER)).max(most))

/** What stands in the tabs of a list. */
export const countEvidence = defineCall('POST /evidence/counts', {
  reads: true,
  right: 'evidence.read',
  summary: 'Count the evidence of a list by its state',
  body: pageBodySchema,
  answer: z.object({ object: z.record(z.string(), z.int()) }),
})

const states = z.object(Object.fromEntries(evidenceStates.map((state) => [state, z.int()])) as Record<(typeof evidenceStates)[number], z.ZodInt>)

/** What the statistics of a list show: how much of it holds, and what ends in which month. */
export const evidenceStats = defineCall('POST /evidence/stats', {
  reads: true,
  right: 'evidence.read',
  summary: 'Count the evidence of a list by state, kind and month of expiry',
  query: asOfQuery,
  body: pageBodySchema,
  answer: z.object({
    object: z.object({
      total: z.int(),
      behind_nothing: z.int(),
      states,
      kinds: z.array(z.object({ kind: z.enum(evidenceKinds), count: z.int() })),
      /** The current month and the eleven after it, by their first and last days. */
      months: z.array(z.object({ from: z.string(), to: z.string(), count: z.int() })),
    }),
  }),
})

const fileIds = idsIn(20)
const offered = referenceSchema.extend({ state: z.enum(evidenceStates) })

/** What can be shown as proof of something: the evidence within reach, the one that was used last first; and what holds the same as files of the asker's own that are not attached yet. */
export const offerEvidence = defineCall('GET /evidence/offered', {
  right: 'evidence.read',
  summary: 'List evidence to choose from, the most recently used first, and what holds the same as files that were sent',
  query: z.strictObject({
    search: z.string().max(200).default(''),
    files: fileIds.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({ objects: z.array(offered), same: z.array(z.object({ file: z.int(), evidence: offered })) }),
})

const measureIds = idsIn(200)
const requirementId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** Where an evidence comes from: the row that shows it, and the measure that this row is about; each as far as the reader may open it. */
const source = z.object({ entity: z.string(), row: referenceSchema.nullable(), measure: referenceSchema.nullable() })
const behind = referenceSchema.extend({
  state: z.enum(evidenceStates),
  effective_date: z.string().nullable(),
  valid_until: z.string().nullable(),
  /** Who put in its current revision, and when. */
  author: referenceSchema.nullable(),
  date: z.string().nullable(),
  /** The first few of `found`. */
  sources: z.array(source),
  found: z.int(),
})
export type EvidenceBehind = z.infer<typeof behind>

/** How many pieces of evidence, and how many sources of each, are told before the list of them all. */
export const behindShown = { evidence: 20, sources: 3 } as const

/** What proves some measures, or a requirement by the measures that answer it, everywhere or in one perimeter; what ends first comes first. */
export const evidenceBehind = defineCall('GET /evidence/behind', {
  right: 'evidence.read',
  summary: 'List the evidence behind measures or a requirement, with where it comes from',
  query: z
    .strictObject({ ...asOfQuery.shape, measures: measureIds.optional(), requirement: requirementId.optional(), perimeter: requirementId.optional() })
    .superRefine(({ measures, requirement, perimeter }, context) => {
      const wrong = (...path: string[]) => context.addIssue({ code: 'custom', path, message: 'kit.errors.invalid_value' })
      if ((measures === undefined) === (requirement === undefined)) {
        wrong('measures')
        wrong('requirement')
      }
      if (perimeter !== undefined && requirement === undefined) wrong('perimeter')
    }),
  answer: z.object({
    object: z.object({
      count: z.int(),
      /** What the list of evidence is asked for to show the same rows. */
      filter: filterSchema,
      objects: z.array(behind),
    }),
  }),
})

const named = z.object({ count: z.int(), shown: z.array(referenceSchema) })

/** Declared beside what it speaks of, answered by the scores: what there would be without it, with nothing saved. */
export const readEvidenceUsage = defineCall('GET /evidence/{id}/usage', {
  right: 'evidence.read',
  summary: 'Tell which actions and measures stand on an evidence, and how many points of the score',
  query: asOfQuery,
  answer: z.object({
    object: z.object({
      /** Finished or not, as far as the reader may open them. */
      actions: named,
      /** That its actions implement, improve or concern. */
      measures: named,
      /** Of these, the ones that nothing else proves: they turn from proven to declared. */
      alone: z.int(),
      /** The ones that it proves and something else as well: its end changes nothing for them. */
      shared: z.int(),
      /** Points of the score of the highest perimeter within reach that are proven by nothing else; null where there is no score. */
      points: z.number().nullable(),
      /** The perimeters within reach whose own score it proves in part, by the points of that score that nothing else proves; most first. */
      scores: z.array(referenceSchema.extend({ points: z.number() })),
    }),
  }),
})
