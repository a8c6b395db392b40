import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { referenceSchema, rowSchema } from '#kit/contract/row-schema.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { pageBodySchema } from '#kit/contract/list-query.ts'
import { isDay } from '#kit/contract/schema.ts'
import { decisionRequest } from '#kit/contract/decision-request.ts'
import { metricAt } from '#areas/metrics/contract/calls.ts'
import { answers, occurrence } from './occurrence.ts'
import { periodicities } from './recurrence.ts'
import { runtask } from './runtask.ts'

const id = z.int().min(1)
const row = z.object({ object: rowSchema(occurrence) })
const day = z.string().refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
const optionalText = z.string().trim().max(2000).nullable().optional()
const version = id.optional()

/** Of a metric that the task names, in the place and period of the occurrence. `version`: that its writer saw, 0 where there was none. */
const value = z.strictObject({ metric_id: id, value: z.number(), comment: z.string().trim().max(1000).nullish(), version: z.int().min(0).optional() })

/** `files` were uploaded just before: they become a proof of their own. `open_gap`, `open_action`: where the task says that goes. */
export const answerOccurrence = defineCall('POST /occurrence/{id}/answer', {
  right: 'occurrence.write',
  summary: 'Answer an occurrence of a recurring task, with what proves it',
  body: z.strictObject({
    answer: z.enum(answers),
    done_date: day.optional(),
    comment: optionalText,
    evidences: z.array(id).max(20).optional(),
    files: z.array(id).max(5).optional(),
    values: z.array(value).max(20).optional(),
    open_gap: z.boolean().optional(),
    open_action: z.boolean().optional(),
    version,
  }),
  answer: row,
})
/** The metrics that a task about a measure may ask for, in its place and rhythm, as far as the reader may read them (RUN-13). */
export const offeredMetrics = defineCall('GET /runtask/metrics', {
  right: 'runtask.write',
  summary: 'List the metrics that answers of a recurring task may give values of',
  query: z.strictObject({ measure: z.coerce.number().pipe(id), perimeter: z.coerce.number().pipe(id), periodicity: z.enum(periodicities) }),
  answer: z.object({ objects: z.array(z.object({ id: z.int(), identifier: z.string(), name: z.string() })) }),
})
/** The metrics of an occurrence, as far as its reader may read them, with what stands there (RUN-17). */
export const readOccurrenceValues = defineCall('GET /occurrence/{id}/value', {
  right: 'occurrence.read',
  summary: 'Read the metric values that an occurrence gives',
  answer: z.object({ objects: z.array(metricAt) }),
})
/** By whoever gave it, within the hour. */
export const undoAnswer = defineCall('POST /occurrence/{id}/undo', {
  right: 'occurrence.write',
  summary: 'Take back an answer that was given a moment ago',
  body: z.strictObject({ version }),
  answer: row,
})
export const approveOccurrence = defineCall('POST /occurrence/{id}/approve', {
  right: 'occurrence.approve',
  summary: 'Approve what was answered',
  body: z.strictObject({ comment: optionalText, version }),
  answer: row,
})
export const rejectOccurrence = defineCall('POST /occurrence/{id}/reject', {
  right: 'occurrence.approve',
  summary: 'Reject what was answered, with a comment',
  body: z.strictObject({ comment: optionalText, version }),
  answer: row,
})
export const occurrenceDecisions = defineCall('GET /occurrence/{id}/decision', {
  right: 'occurrence.read',
  summary: 'Read what was answered and decided about an occurrence, with what was submitted',
  answer: z.object({ objects: z.array(decisionRequest) }),
})
export const backfillRuntask = defineCall('POST /runtask/{id}/backfill', {
  right: 'runtask.write',
  summary: 'Make the occurrences since the start of a task, of the last year at most, to be answered late',
  body: z.strictObject({}),
  answer: z.object({ object: z.object({ task: rowSchema(runtask), made: z.int() }) }),
})

/** Runbooks in which the reader may put a task, the default one first (TBL-42, RUN-14). */
export const listRunbooks = defineCall('GET /runtask/runbooks', {
  right: 'runtask.write',
  summary: 'List the runbooks to which a recurring task can be added',
  query: z.strictObject({
    search: z.string().max(200).default(''),
    limit: z.coerce.number().int().min(1).max(rowLimit).default(50),
  }),
  answer: z.object({ objects: z.array(referenceSchema) }),
})

/** Days that are planned, by month and person: each time that comes round in a month weighs there with its charge, those that no row is there of yet included. */
export const workload = defineCall('POST /occurrence/workload', {
  reads: true,
  right: 'occurrence.read',
  summary: 'Spread the work of recurring tasks over the months to come',
  body: pageBodySchema,
  answer: z.object({
    object: z.object({
      /** First days of the months, the current one first. */
      months: z.array(z.string()),
      rows: z.array(
        z.object({
          manager: referenceSchema.nullable(),
          is_group: z.boolean(),
          /** What was due before this month and still waits for an answer. */
          late: z.number(),
          days: z.array(z.number()),
          times: z.int(),
        }),
      ),
    }),
  }),
})

/** What was due lately in each runbook, by who was to do it (RUN-11). `days`: up to today. */
export const contributions = defineCall('GET /runbook/contribution', {
  right: 'occurrence.read',
  summary: 'Count what was due, done and late in each runbook by person',
  query: z.strictObject({ days: z.coerce.number().int().min(1).max(366).default(90) }),
  answer: z.object({
    object: z.object({
      /** The days that are counted, both included. */
      from: z.string(),
      to: z.string(),
      rows: z.array(
        z.object({
          runbook: referenceSchema,
          manager: referenceSchema.nullable(),
          group: referenceSchema.nullable(),
          due: z.int(),
          done: z.int(),
          late: z.int(),
        }),
      ),
    }),
  }),
})

/** Tasks of a list by label, each as often as it has labels; the line without label counts those that bear none (RUN-10). */
export const tasksByLabel = defineCall('POST /runtask/labels', {
  reads: true,
  right: 'runtask.read',
  summary: 'Count recurring tasks by label',
  body: pageBodySchema,
  answer: z.object({
    objects: z.array(z.object({ label: referenceSchema.nullable(), tasks: z.int(), due: z.int(), late: z.int(), completion: z.int().nullable() })),
  }),
})
