import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { pageBodySchema } from '#kit/contract/list-query.ts'
import { referenceSchema, rowSchema } from '#kit/contract/row-schema.ts'
import { isDay } from '#kit/contract/schema.ts'
import { measure } from '#areas/measures/contract/measure.ts'
import { remediationStatuses } from './lifecycle.ts'
import { remediation } from './remediation.ts'

const id = z.int().min(1)

/** Plans in which the reader may put an action, the default one first (TBL-42). */
export const listPrograms = defineCall('GET /remediation/programs', {
  right: 'remediation.read',
  summary: 'List the action plans to which an action can be added',
  query: z.strictObject({
    search: z.string().max(200).default(''),
    limit: z.coerce.number().int().min(1).max(rowLimit).default(50),
  }),
  answer: z.object({ objects: z.array(referenceSchema) }),
})

/** Takes an action that nobody, or only one of the reader's groups, is in charge of; CONFLICT when somebody is. */
export const assignMe = defineCall('PUT /remediation/{id}/assign_me', {
  right: 'remediation.write',
  summary: 'Take charge of an action',
  answer: z.object({ object: rowSchema(remediation) }),
})

/** The fork dialogs' payload (MEA-22): with `program` or `remediation_id` the measure is planned, else implemented. */
export const forkRun = defineCall('POST /solution/fork_run', {
  right: 'measure.write',
  summary: 'Implement a measure model in a perimeter, or plan its implementation',
  body: z.strictObject({
    id,
    perimeter_id: id.nullish(),
    /** An existing action that is to implement the measure. */
    remediation_id: id.nullish(),
    program: id.nullish(),
    user: id.nullish(),
    group: id.nullish(),
    /** Until when its new action is to be done; with it the action is planned, without it still to plan. */
    target_date: z
      .string()
      .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
      .nullish(),
    /** Since when the measure is implemented; today unless said. */
    implemented_on: z
      .string()
      .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
      .nullish(),
    /** Chosen once the measure is in place, by `POST /measure/{id}/proposal`. */
    runtasks: z.array(id).max(0).default([]),
    indicators: z.array(id).max(0).default([]),
    runbook_id: z.int().min(-1).nullish(),
    runtasks_start_date: z
      .string()
      .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
      .nullish(),
  }),
  answer: z.object({ object: z.object({ measure_id: z.int(), remediation_id: z.int().optional() }) }),
})

const model = z.object({ id: z.int(), identifier: z.string(), name: z.string(), public: z.boolean() })
export const runtimeInfo = defineCall('GET /solution/{id}/rti', {
  right: 'solution.read',
  summary: 'Read the recurring tasks and indicators of a measure model',
  answer: z.object({ object: z.object({ runtasks: z.array(model), indicators: z.array(model) }) }),
})

/** MEA-09, MEA-10: its implementation actions go, or are only unlinked where they serve another measure. */
export const resetMeasure = defineCall('POST /measure/{id}/reset', {
  right: 'measure.write',
  refusal: 'measures.errors.no_reset',
  summary: 'Set a measure back to «to be handled»',
  answer: z.object({ object: rowSchema(measure) }),
})

/** Actions by label, each label as often as it is on an action; the line without label counts those that bear none (ACT-38). */
export const countByLabel = defineCall('GET /remediation/labels', {
  right: 'remediation.read',
  summary: 'Count actions by label',
  answer: z.object({
    objects: z.array(z.object({ label: referenceSchema.nullable(), all: z.int(), open: z.int(), late: z.int() })),
  }),
})

const perStatus = z.object(Object.fromEntries(remediationStatuses.map((status) => [status, z.int()])))

/** Days of open actions spread evenly from start to target date over twelve months; `before` and `after` hold what lies outside of them. */
export const workload = defineCall('POST /remediation/workload', {
  reads: true,
  right: 'remediation.read',
  summary: 'Spread the workload of a list of actions over months',
  body: pageBodySchema,
  answer: z.object({
    object: z.object({
      /** First days of the months, the current one first. */
      months: z.array(z.string()),
      rows: z.array(
        z.object({
          manager: referenceSchema.nullable(),
          is_group: z.boolean(),
          actions: z.int(),
          days: z.array(z.number()),
          before: z.number(),
          after: z.number(),
          undated: z.number(),
        }),
      ),
    }),
  }),
})

export const stats = defineCall('POST /remediation/stats', {
  reads: true,
  right: 'remediation.read',
  summary: 'Count the actions of a list by status, priority, perimeter and lateness',
  body: pageBodySchema,
  answer: z.object({
    object: z.object({
      total: z.int(),
      late: z.int(),
      soon: z.int(),
      unassigned: z.int(),
      cost: z.number(),
      workload: z.number(),
      by_status: perStatus,
      by_priority: z.array(z.object({ priority: z.int().nullable(), count: z.int(), late: z.int() })),
      by_perimeter: z.array(z.object({ perimeter: referenceSchema.nullable(), count: z.int(), late: z.int(), finished: z.int() })),
      /** Statuses as they stood at the end of each of the last twelve months, the current day last. */
      series: z.array(z.object({ month: z.string(), counts: perStatus })),
    }),
  }),
})
