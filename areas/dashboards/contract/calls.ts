import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { filterSchema } from '#kit/contract/list-query.ts'
import { isDay } from '#kit/contract/schema.ts'

/** Which perimeter and what lies below it, all without one; on a day gone by everything is read, and listed, as it stood at its end. */
export const placeQuery = z.strictObject({
  perimeter: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  on: z
    .string()
    .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
    .optional(),
})

/** The list that shows exactly the rows counted: an entity's page under these filters. */
const listLink = z.object({ entity: z.enum(['remediation', 'measure', 'program', 'incident', 'occurrence', 'evidence']), filters: z.array(filterSchema) })
export type ListLink = z.infer<typeof listLink>

const month = z.object({
  /** `YYYY-MM` */
  month: z.string(),
  /** Finished in the month. */
  finished: z.int(),
  /** As they stood at its end, or now: each counted once, late before anything else. */
  ongoing: z.int(),
  planned: z.int(),
  late: z.int(),
})
export type ActionMonth = z.infer<typeof month>

export const actionSeries = ['finished', 'ongoing', 'planned', 'late'] as const
export type ActionSeries = (typeof actionSeries)[number]

export const readActionMonths = defineCall('GET /dashboard/actions', {
  standby: true,
  right: 'remediation.read',
  summary: 'Count actions by status at the end of each of the last twelve months',
  query: placeQuery,
  answer: z.object({
    objects: z.array(month),
    /** The lists of the current month's figures. */
    links: z.object({ finished: listLink, ongoing: listLink, planned: listLink, late: listLink }),
  }),
})

/** What needs somebody's attention, most pressing first. */
export const attentionKinds = [
  'clock_late',
  'my_late',
  'my_tasks_late',
  'my_evidence_expired',
  'unassigned_late',
  'tasks_late',
  'evidence_expired',
  'my_soon',
  'benefit_offered',
  'postponed',
  'finished_without_proof',
  'my_to_plan',
  'measure_undecided',
  'link_to_confirm',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

const attention = z.object({
  kind: z.enum(attentionKinds),
  count: z.int(),
  /** The most pressing one. */
  first: z.object({ id: z.int(), name: z.string(), identifier: z.string().nullable(), target_date: z.string().nullable() }),
  /** Null: the policy is opened instead of a list. */
  link: listLink.nullable(),
  policy: z.int().nullable(),
})
export type Attention = z.infer<typeof attention>

export const readAttention = defineCall('GET /dashboard/attention', {
  standby: true,
  right: 'remediation.read',
  summary: "Tell what needs the reader's attention",
  query: placeQuery,
  answer: z.object({ objects: z.array(attention) }),
})
