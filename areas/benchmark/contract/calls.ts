import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { bands, levels, positions } from './levels.ts'

const points = z.int().min(0).max(100)
const label = z.object({ id: z.int(), name: z.string(), identifier: z.string().nullable() })

/** The figures of a group that is wide enough, with which group that is. */
const peers = z.object({ level: z.enum(levels), band: z.enum(bands), lower: points, median: points, upper: points })
const compared = z.object({
  /** In whole points, as it was published the day before the release; null where nothing counted. */
  score: points.nullable(),
  /** Null: no group of five or more. */
  peers: peers.nullable(),
  /** Points above the median. */
  gap: z.int().nullable(),
  position: z.enum(positions).nullable(),
})
export type Compared = z.infer<typeof compared>

const theme = compared.extend({ lineage: z.int(), name: z.string() })
export type ComparedTheme = z.infer<typeof theme>
const moment = z.object({
  quarter: z.string(),
  as_of: z.iso.date(),
  score: points.nullable(),
  lower: points.nullable(),
  median: points.nullable(),
  upper: points.nullable(),
})
const row = compared.extend({
  policy: label,
  /** It is the organisation's own text: nobody else has it. */
  own: z.boolean(),
  /** Requirements that no measure answers. */
  unmapped: z.int(),
  themes: z.array(theme),
  /** The last releases of the group shown, oldest first. */
  course: z.array(moment),
})
export type ComparedPolicy = z.infer<typeof row>

/** `NOT_RELEASED`: there has been no release yet. `UNKNOWN`: the organisation has not said what it does or where. `OUT`: it takes no part; `BACK`: it does so again, from the next release on. */
export const benchmarkStates = ['OPEN', 'NOT_RELEASED', 'UNKNOWN', 'OUT', 'BACK'] as const

export const readBenchmark = defineCall('GET /benchmark', {
  right: 'benchmark.read',
  summary: 'Read how the organisation stands among others of its sector and country',
  query: z.strictObject({ level: z.enum(levels).default('BRANCH') }),
  answer: z.object({
    object: z.object({
      state: z.enum(benchmarkStates),
      release: z.object({ quarter: z.string(), as_of: z.iso.date(), published_on: z.iso.date() }).nullable(),
      next_on: z.iso.date(),
      /** False: it has said that it takes no part. */
      participates: z.boolean(),
      /** `names`: what these are called, in the reader's language. */
      profile: z
        .object({
          branch: z.string(),
          sector: z.string(),
          country: z.string(),
          names: z.object({ branch: z.string(), sector: z.string(), country: z.string() }),
        })
        .nullable(),
      level: z.enum(levels),
      /** Whose score it is: the highest perimeter that the reader may open. */
      perimeter: label.nullable(),
      rows: z.array(row),
    }),
  }),
})
export type Benchmark = z.infer<typeof readBenchmark.answer>['object']

export const exportBenchmark = defineCall('POST /benchmark/export', {
  right: 'benchmark.read',
  costly: true,
  summary: 'Export the comparison as Excel',
  body: z.strictObject({ level: z.enum(levels).default('BRANCH') }),
  answer: z.object({ message: z.string(), object: z.object({ job_id: z.uuid() }) }),
})
