import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { isDay } from '#kit/contract/schema.ts'

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const day = z.string().refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
const percent = z.number().min(0).max(100).nullable()
const label = z.object({ id: z.int(), name: z.string(), identifier: z.string().nullable() })

const figures = {
  performance: percent,
  coverage: percent,
  /** 0–1; null before there is something to prove. */
  proven_share: z.number().min(0).max(1).nullable(),
  target: percent,
  /** Points since the last publication three months before; null where there was none. */
  quarter: z.number().nullable(),
  /** Performance at the end of the twelve months before and on the day, oldest first; null where nothing was published or counted. */
  trend: z.array(percent),
}
const tile = z.object({ ...figures, policy: label })
export type PolicyTile = z.infer<typeof tile>

const place = z.strictObject({ perimeter: id.optional(), on: day.optional() })

export const readPosture = defineCall('GET /score/posture', {
  standby: true,
  right: 'score.read',
  summary: 'Read how a perimeter stands, with all that applies to it',
  query: place,
  answer: z.object({
    object: z.object({
      /** The day asked for, or the last one before it that was published. */
      day,
      perimeter: label,
      ...figures,
      /** Requirements that count. */
      counted: z.int(),
      /** Perimeters in the figure that the reader may not open. */
      hidden: z.int(),
      /** Policies that count in it. */
      policies: z.int(),
      /**
       * What moved the score since the last publication three months before: what both days measured, and what came into or left the scope; points that
       * add up to the difference. Null where there was none, at most a month earlier.
       */
      moved: z.object({ from: day, performance: z.number(), scope: z.number() }).nullable(),
      /** What the score aimed at, from the first day of each change within twelve months. */
      targets: z.array(z.object({ from: day, target: percent })),
      /** When the target is to be reached: the end of the year unless the organisation says. */
      target_date: day,
    }),
  }),
})
export type Posture = z.infer<typeof readPosture.answer>['object']

export const readTiles = defineCall('GET /score/posture/policies', {
  standby: true,
  right: 'score.read',
  summary: 'Read how a perimeter stands, policy by policy',
  query: place,
  answer: z.object({ objects: z.array(tile) }),
})

const unlinked = z.object({ policy: label, count: z.int() })
export type UnlinkedPolicy = z.infer<typeof unlinked>
/** As it is now: what a requirement was linked with on a day gone by cannot be opened. */
export const readUnlinked = defineCall('GET /score/unlinked', {
  standby: true,
  right: 'score.read',
  summary: 'Count the requirements that no model answers, of the policies that apply to a perimeter',
  query: z.strictObject({ perimeter: id.optional() }),
  /** Of current versions: what the page of each policy lists as such; the most first, policies without any left out. */
  answer: z.object({ objects: z.array(unlinked), total: z.int() }),
})
