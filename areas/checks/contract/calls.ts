import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { checkSubjects } from '#kit/contract/check.ts'
import { messageAnswer } from '#kit/contract/row-schema.ts'
import { isDay } from '#kit/contract/schema.ts'

const day = z.string().refine(isDay)
const entity = z.string().min(1).max(64)
const word = z.string().min(1).max(64)

/** Weeks that a trend goes back. */
export const trendWeeks = 8
/** Places that a check names, those with most findings first. */
export const placesAtMost = 2
/** Findings accepted at a time. */
export const acceptedAtOnce = 200
export const reasonAtMost = 1000

const place = z.object({ id: z.int(), name: z.string().nullable(), count: z.int() })

const line = z.object({
  entity,
  word,
  subject: z.enum(checkSubjects),
  urgent: z.boolean(),
  /** In the reader's language: what it finds, why it matters, and what mends it. */
  title: z.string(),
  why: z.string(),
  mend: z.string(),
  /** Rows that it finds among those that the reader reads, the accepted ones left out. */
  found: z.int(),
  accepted: z.int(),
  /** When the first of the accepted ones counts again. */
  until: day.nullable(),
  /** Where most of them are, of the perimeters that the reader may open. */
  places: z.array(place),
  /** Found in the whole organisation one to eight weeks ago, oldest first; null where none was counted, and for whoever does not read all of it. */
  trend: z.array(z.int().nullable()).nullable(),
})
export type CheckLine = z.infer<typeof line>

/** Kept to a perimeter and what is below it where one is named. */
const within = z.strictObject({ perimeter: z.coerce.number().int().min(1).optional() })

export const readChecks = defineCall('GET /check', {
  right: 'check.read',
  summary: 'Tell what the standing checks find',
  query: within,
  answer: z.object({ object: z.object({ day, may_accept: z.boolean(), lines: z.array(line) }) }),
})
export type Checks = z.infer<typeof readChecks.answer>['object']

const points = z.object({
  /** Of the checks whose findings lower a score: points of performance that mending them all brings. */
  lines: z.array(z.object({ entity, word, points: z.number() })),
  /** All of them together, which is not their sum. */
  all: z.number().nullable(),
})
export type CheckPoints = z.infer<typeof points>

/** Apart from the counts, which do not wait for it. */
export const readCheckPoints = defineCall('GET /check/points', {
  right: 'check.read',
  summary: 'Tell how many points of the score hang on what the standing checks find',
  query: within,
  answer: z.object({ object: points }),
})

const acceptance = z.object({
  id: z.int(),
  name: z.string().nullable(),
  identifier: z.string().nullable(),
  reason: z.string(),
  until: day,
  accepted_by: z.object({ id: z.int(), name: z.string() }).nullable(),
  accepted_at: z.string(),
  /** Whether the reader may take it back. */
  may: z.boolean(),
})
export type Acceptance = z.infer<typeof acceptance>

/** Those of the first thousand objects by the day on which they count again. */
export const readAccepted = defineCall('GET /check/accepted', {
  right: 'check.read',
  summary: 'List what a check finds and somebody accepts until a day, with the reasons',
  query: within.extend({ entity, word }),
  answer: z.object({ objects: z.array(acceptance) }),
})

const ids = z.array(z.int().min(1)).min(1).max(acceptedAtOnce)

/** All of them or none; what was accepted before is said anew. */
export const acceptFindings = defineCall('POST /check/accept', {
  right: 'check.accept',
  summary: 'Accept what a check finds until a day, with a reason',
  body: z.strictObject({ entity, word, ids, until: day, reason: z.string().trim().min(1).max(reasonAtMost) }),
  answer: messageAnswer,
})

export const withdrawAcceptances = defineCall('POST /check/withdraw', {
  right: 'check.accept',
  summary: 'Let findings that were accepted count again',
  body: z.strictObject({ entity, word, ids }),
  answer: messageAnswer,
})
