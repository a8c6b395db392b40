import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { referenceSchema } from '#kit/contract/row-schema.ts'
import { isDay } from '#kit/contract/schema.ts'

const day = z.string().refine(isDay)
const score = z.number().nullable()
const asked = z.coerce.number().int().min(1)
const asOf = z
  .string()
  .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
  .optional()
const pair = { with: score, without: score }

/** Months from which an exemption is told as of a middle age, and as old. */
export const ages = [6, 12] as const
/** The last months whose points are told. */
export const debtMonths = 6

const perimeter = z.object({
  id: z.int(),
  name: z.string(),
  identifier: z.string().nullable(),
  ...pair,
  /** Points of its own score: under 6 months since the first grant, from 6 to 12, over 12. Negative where what is exempted was done all the same. */
  points: z.number(),
  by_age: z.tuple([z.number(), z.number(), z.number()]),
  /** In force here, whether a point rests on them or not. */
  in_force: z.int(),
  renewals: z.int(),
  /** Points at the end of each of the last months, oldest first; null where no score was published. */
  months: z.array(z.number().nullable()),
})
export type DebtOfPerimeter = z.infer<typeof perimeter>

const policy = z.object({ id: z.int(), name: z.string(), identifier: z.string().nullable() })

/** What rests on exemptions granted and in force, of the whole score or of one policy's, everywhere or within a perimeter, now or at the end of a day; points of several perimeters are never added. */
export const exemptionDebt = defineCall('GET /exemption/debt', {
  right: 'score.read',
  summary: 'Tell how many points of each perimeter rest on exemptions',
  query: z.strictObject({ policy: asked.optional(), within: asked.optional(), as_of: asOf }),
  answer: z.object({
    object: z.object({
      day,
      top: z.object({ name: z.string(), ...pair }).nullable(),
      in_force: z.int(),
      /** Ending today or within 14 days. */
      ending: z.int(),
      /** Days since the first grant. */
      median_age: z.int().nullable(),
      oldest_age: z.int().nullable(),
      renewed: z.int(),
      renewed_twice: z.int(),
      perimeters: z.array(perimeter),
      policies: z.array(policy),
    }),
  }),
})
export type Debt = z.infer<typeof exemptionDebt.answer>['object']

const item = z.object({
  id: z.int(),
  version: z.int(),
  edit_right: z.boolean(),
  identifier: z.string(),
  name: z.string().nullable(),
  /** The requirement that weighs most, and how many more there are. */
  requirement: z.object({ id: z.int(), name: z.string().nullable(), identifier: z.string().nullable() }).nullable(),
  more: z.int(),
  points: z.number(),
  first_granted_on: day.nullable(),
  age: z.int(),
  renewals: z.int(),
  end_date: day,
  requester: referenceSchema.nullable(),
  /** What it was asked for, where that was not this perimeter by itself. */
  tag: referenceSchema.nullable(),
  /** What would make it superfluous, of what the reader may open. */
  actions: z.array(referenceSchema),
})
export type DebtItem = z.infer<typeof item>

/** At most this many exemptions of a perimeter are listed. */
export const debtItemsAtMost = 500

export const exemptionDebtItems = defineCall('GET /exemption/debt/items', {
  right: 'score.read',
  summary: 'List the exemptions on which points of a perimeter rest, those worth most first',
  query: z.strictObject({ perimeter: asked, policy: asked.optional(), as_of: asOf }),
  answer: z.object({ objects: z.array(item), count: z.int() }),
})

/** One action for several exemptions of a perimeter, linked to each of them; all or nothing. */
export const planForExemptions = defineCall('POST /exemption/plan', {
  right: 'exemption.write',
  summary: 'Plan an action that makes exemptions superfluous',
  body: z.strictObject({
    name: z.string().trim().min(1).max(500),
    program: z.int().min(1),
    perimeter: z.int().min(1),
    exemptions: z.array(z.int().min(1)).min(1).max(100),
  }),
  answer: z.object({ object: z.object({ id: z.int() }) }),
})
