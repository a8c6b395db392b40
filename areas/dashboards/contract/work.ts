import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { filterSchema } from '#kit/contract/list-query.ts'
import { placeQuery } from './calls.ts'

const listed = z.object({ entity: z.literal('remediation'), filters: z.array(filterSchema) })

/** Of whose actions the late ones are told: the reader’s own, those within reach, those of a chosen perimeter and below it, or all that there are. */
export const lateOf = ['own', 'reach', 'perimeter', 'all'] as const

export const readLate = defineCall('GET /dashboard/late', {
  standby: true,
  right: 'remediation.read',
  summary: 'Read the late actions within the reader’s reach, the latest first',
  query: placeQuery,
  answer: z.object({
    object: z.object({
      total: z.int(),
      of: z.enum(lateOf),
      first: z.array(
        z.object({
          id: z.int(),
          identifier: z.string(),
          name: z.string(),
          target_date: z.string(),
          perimeter: z.string().nullable(),
          owner: z.string().nullable(),
        }),
      ),
      link: listed,
    }),
  }),
})
export type Late = z.infer<typeof readLate.answer>['object']

const sum = z.object({ keuro: z.number(), actions: z.int(), link: listed })
export const readBudget = defineCall('GET /dashboard/budget', {
  standby: true,
  right: 'remediation.read',
  summary: 'Sum what actions cost, finished this year and still open, beside what plans may cost this year',
  query: placeQuery,
  answer: z.object({
    object: z.object({
      year: z.int(),
      spent: sum,
      committed: sum,
      /** What plans may cost this year, and those that say so. Null for a perimeter, and for whoever does not reach all actions: a plan's budget is for all of it. */
      budget: z.object({ keuro: z.number(), plans: z.int(), link: z.object({ entity: z.literal('program'), filters: z.array(filterSchema) }) }).nullable(),
    }),
  }),
})
export type Budget = z.infer<typeof readBudget.answer>['object']
