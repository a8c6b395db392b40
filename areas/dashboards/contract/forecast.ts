import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { isDay } from '#kit/contract/schema.ts'

const id = z.int().min(1)
const asked = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const label = z.object({ id: z.int(), name: z.string(), identifier: z.string().nullable() })
const percent = z.number().min(0).max(100).nullable()
const share = z.number().min(0).max(1).nullable()
const point = z.object({ day: z.string(), score: z.number() })

/** How far ahead is looked, in months. */
export const horizons = [6, 12, 24] as const

/** What makes a score fall by itself: a task falls due unanswered, an answer becomes older than a year, an exemption ends, several of these or what the reader may not open. */
export const fallKinds = ['UNANSWERED', 'LEFT', 'EXEMPTION', 'SCOPE', 'HIDDEN'] as const
/** What prevents it: whoever does the task is reminded before each time, or on a day booked for what comes round once or twice a year; somebody gets it, it goes on, the exemption is asked for anew. */
export const remedies = ['REMIND', 'BOOK', 'ASSIGN', 'EXTEND', 'RENEW'] as const

const cause = z.object({
  kind: z.enum(fallKinds),
  /** Points of the score, negative where it falls. */
  points: z.number(),
  task: label.nullable(),
  exemption: label.nullable(),
  measure: label.nullable(),
  perimeter: label.nullable(),
  owner: label.nullable(),
  /** Requirements that count again. */
  requirements: z.int(),
  remedy: z.enum(remedies).nullable(),
  /** It was started: since then somebody is reminded, or asked. `renewal`: the exemption that was asked for. */
  started: z.boolean(),
  /** It was started from here, or is one's own request: Undo takes it back. */
  undoable: z.boolean(),
  renewal: z.int().nullable(),
  /** Of an exemption: its last day, and how long it was granted for. */
  ends: z.string().nullable(),
  days: z.int().nullable(),
  /** Of what may be booked: the day that is, or the one that is proposed. */
  booked: z.string().nullable(),
  proposed: z.string().nullable(),
  /** Of requirements that count again: the models that answer them and that nobody has in place or planned there; and those that are planned, by id. */
  missing: z.array(label),
  planned: z.array(z.int()),
})
export type ForecastCause = z.infer<typeof cause>

const fall = z.object({
  day: z.string(),
  before: z.number(),
  after: z.number(),
  points: z.number(),
  /** The ones that take most, unless all were asked for; `more` others. */
  causes: z.array(cause),
  more: z.int(),
})
export type ForecastFall = z.infer<typeof fall>

export const readForecast = defineCall('GET /dashboard/forecast', {
  standby: true,
  right: 'score.read',
  costly: true,
  summary: 'Compute what a score becomes if nobody acts, with the dates on which it falls and why',
  query: z.strictObject({
    perimeter: asked.optional(),
    policy: asked.optional(),
    months: z.coerce
      .number()
      .pipe(z.union([z.literal(6), z.literal(12), z.literal(24)]))
      .default(12),
    /** All causes of each fall, for a file; else those that take most. */
    causes: z.enum(['MOST', 'ALL']).default('MOST'),
  }),
  answer: z.object({
    object: z.object({
      day: z.string(),
      until: z.string(),
      perimeter: label,
      policies: z.array(label),
      today: percent,
      last: percent,
      /** With the remedies that were started. */
      helped: percent,
      target: percent,
      proven: z.object({ now: share, later: share }),
      /** The round figure that it goes under first, and when. */
      under: z.object({ score: z.int(), day: z.string() }).nullable(),
      /** Where it stands from each of these days on. */
      points: z.array(point),
      helped_points: z.array(point),
      /** The ten largest falls, by day. */
      falls: z.array(fall),
      /** Every other day on which it moves. */
      others: z.object({ days: z.int(), points: z.number() }),
      hidden: z.int(),
      /** Evidence that ends until then and proves measures within reach: it moves the proven share alone. */
      evidence: z.object({ count: z.int(), first: z.string().nullable() }),
    }),
  }),
})
export type ForecastAnswer = z.infer<typeof readForecast.answer>['object']

export const remindTasks = defineCall('POST /dashboard/forecast/remind', {
  right: 'runtask.write',
  summary: 'Have whoever does recurring tasks reminded before each time, or on a day that is booked, or no more',
  body: z.strictObject({
    tasks: z.array(id).min(1).max(100),
    /** On this day alone. */
    on: z
      .string()
      .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
      .optional(),
    undo: z.boolean().default(false),
  }),
  answer: z.object({ message: z.string().optional(), object: z.object({ reminded: z.int() }) }),
})
