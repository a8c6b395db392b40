import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { connectorRhythms, jobSources, jobStatuses } from './customer-connector.ts'

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const message = z.object({ message: z.string() })
const both = z.object({ en: z.string(), fr: z.string() })

export const connectorKinds = ['VULNERABILITY', 'TICKETING', 'DIRECTORY', 'METRIC', 'GENERIC_HTTP', 'FILES'] as const
/** Metrics that one connector fills at most, and runs of it that are kept. */
export const [mostFeeds, keptJobs] = [200, 500] as const

const field = z.object({
  name: z.string(),
  type: z.enum(['url', 'text', 'password', 'number', 'choice']),
  label: both,
  hint: both.optional(),
  required: z.boolean(),
  choices: z.array(z.object({ value: z.string(), label: both })).optional(),
  initial: z.union([z.string(), z.number()]).optional(),
})
export type DefinitionField = z.output<typeof field>

const definition = z.object({
  identifier: z.string(),
  kind: z.enum(connectorKinds),
  mark: z.string(),
  name: both,
  description: both,
  api: z.string(),
  fields: z.array(field),
  reads: z.array(z.object({ what: both, why: both })),
  never: both,
  produces: z.array(z.enum(['metrics', 'issues', 'tickets'])),
  metrics: z.array(
    z.object({
      key: z.string(),
      name: both,
      description: both,
      unit: z.enum(['NUMBER', 'PERCENT']),
      better: z.enum(['HIGHER', 'LOWER']),
      measures: z.array(z.string()),
      right: z.string().optional(),
      parameters: z.array(field).optional(),
    }),
  ),
  needs_worker: z.boolean(),
  enabled: z.boolean(),
})
export type ConnectorDefinition = z.output<typeof definition>

const identifier = z.string().regex(/^[A-Z][A-Z0-9_]{1,39}$/)

/** What can be connected: within an organisation what the provider offers, outside of any all there is (CON-10). */
export const listDefinitions = defineCall('GET /connector', {
  right: 'connector.read',
  summary: 'List the services that can be connected',
  answer: z.object({
    objects: z.array(definition),
    /** How many are connected, and how many may be. */
    used: z.int(),
    limit: z.int().nullable(),
    edit_right: z.boolean(),
  }),
})

export const offerDefinition = defineCall('PUT /connector/{identifier}', {
  right: 'connector.write',
  summary: 'Offer a service to organisations, or no longer',
  params: z.strictObject({ identifier }),
  body: z.strictObject({ enabled: z.boolean() }),
  answer: message,
})

/** By the names of its fields; a secret that is left out stays as it is. */
const config = z.record(z.string().max(60), z.union([z.string().max(20_000), z.number(), z.null()]))
const feed = z.strictObject({
  key: z.string().max(500),
  parameters: z.record(z.string().max(60), z.string().max(500)).default({}),
  perimeter: id,
  /** One that is there already is filled; otherwise it is made. */
  metric: id.optional(),
  /** What it is called where it is made and the service does not say so. */
  name: z.string().trim().min(2).max(128).optional(),
})
const given = z.strictObject({
  name: z.string().trim().min(2).max(128),
  config,
  feeds: z.array(feed).max(mostFeeds).default([]),
  /** Where findings become gaps; null: nowhere. */
  register: id.nullable().default(null),
  least_score: z.int().min(0).max(100).nullable().default(null),
  periodicity: z.enum(connectorRhythms).default('DAILY'),
  run_at: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
    .default('05:00'),
  worker: id.nullable().default(null),
})
export type GivenConnector = z.output<typeof given>

export const connect = defineCall('POST /customer_connector', {
  right: 'customer_connector.write',
  summary: 'Connect a service',
  body: given.extend({ connector: identifier, run: z.boolean().default(false) }),
  answer: z.object({ message: z.string(), object: z.object({ id: z.int() }) }),
})

export const changeConnector = defineCall('PUT /customer_connector/{id}', {
  right: 'customer_connector.write',
  summary: 'Change a connected service',
  body: given.extend({ version: z.int().min(1) }),
  answer: message,
})

/** Asks the service itself; nothing is kept. Of one that is connected already, secrets that are left out are those that are kept. */
export const testConnector = defineCall('POST /customer_connector/test', {
  right: 'customer_connector.write',
  summary: 'Try whether a service can be reached and read',
  reads: true,
  body: z.strictObject({ connector: identifier, id: id.optional(), config }),
  answer: z.object({
    object: z.object({
      passed: z.boolean(),
      as: z.string().nullable(),
      may_read: z.array(both),
      missing: z.array(z.string()),
      /** Why it did not pass: a word of the code, and what the service said. */
      reason: z.string().nullable(),
      told: z.string().nullable(),
      took: z.int(),
    }),
  }),
})
export type TestResult = z.output<typeof testConnector.answer>['object']

/** What an expression names on the first page that a service answers, and the value of it; nothing is kept. */
export const previewConnector = defineCall('POST /customer_connector/preview', {
  right: 'customer_connector.write',
  summary: 'Try what an expression finds in what a service answers',
  reads: true,
  body: z.strictObject({ connector: identifier, id: id.optional(), config, path: z.string().min(1).max(500), take: z.string().max(20) }),
  answer: z.object({
    object: z.object({
      nodes: z.array(z.string()),
      total: z.int(),
      value: z.number().nullable(),
      reason: z.string().nullable(),
      told: z.string().nullable(),
    }),
  }),
})

export type Preview = z.output<typeof previewConnector.answer>['object']

export const pauseConnector = defineCall('POST /customer_connector/{id}/pause', {
  right: 'customer_connector.write',
  summary: 'Have a connector run no more for the time being',
  body: z.strictObject({}),
  answer: message,
})

export const resumeConnector = defineCall('POST /customer_connector/{id}/resume', {
  right: 'customer_connector.write',
  summary: 'Have a connector run again',
  body: z.strictObject({}),
  answer: message,
})

export const runConnector = defineCall('POST /customer_connector/{id}/run', {
  right: 'customer_connector.write',
  summary: 'Run a connector now',
  body: z.strictObject({}),
  answer: z.object({ message: z.string(), object: z.object({ id: z.int() }) }),
})

const line = z.object({
  at: z.iso.datetime(),
  level: z.enum(['info', 'warning', 'error']),
  /** In the reader's language. */
  text: z.string(),
})
const job = z.object({
  id: z.int(),
  source: z.enum(jobSources),
  status: z.enum(jobStatuses),
  attempt: z.int(),
  asked_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  counts: z.record(z.string(), z.number()),
  /** Why it failed: a word of the code. */
  error: z.string().nullable(),
})
export type ConnectorJob = z.output<typeof job>

export const listJobs = defineCall('GET /customer_connector/{id}/jobs', {
  right: 'customer_connector.read',
  summary: 'List the runs of a connector, the last first',
  query: z.strictObject({
    status: z.enum(jobStatuses).optional(),
    before: z.coerce.number().int().min(1).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  answer: z.object({ objects: z.array(job), total: z.int(), next: z.int().nullable() }),
})

export const readJob = defineCall('GET /customer_connector/job/{id}', {
  right: 'customer_connector.read',
  summary: 'Read a run with its log',
  answer: z.object({
    object: job.extend({
      connector: z.object({ id: z.int(), name: z.string(), connector: z.string() }),
      /** Of the service, shortened. */
      told: z.string().nullable(),
      lines: z.array(line),
      /** Of the last good run before it. */
      good: z.object({ at: z.iso.datetime(), counts: z.record(z.string(), z.number()) }).nullable(),
    }),
  }),
})
export type WholeJob = z.output<typeof readJob.answer>['object']

/** What ended is done again, under the source of what it repeats. */
export const retryJob = defineCall('POST /customer_connector/job/{id}/retry', {
  right: 'customer_connector.write',
  summary: 'Repeat a run',
  body: z.strictObject({}),
  answer: z.object({ message: z.string(), object: z.object({ id: z.int() }) }),
})

/** What a connector fills, with its last value and whether that is still fresh. */
export const readFeeds = defineCall('GET /customer_connector/{id}/feeds', {
  right: 'customer_connector.read',
  summary: 'List what a connector fills',
  answer: z.object({
    objects: z.array(
      z.object({
        key: z.string(),
        parameters: z.record(z.string(), z.string()),
        metric: z.object({ id: z.int(), identifier: z.string(), name: z.string(), unit: z.string().nullable() }).nullable(),
        perimeter: z.object({ id: z.int(), name: z.string() }).nullable(),
        value: z.number().nullable(),
        period: z.string().nullable(),
      }),
    ),
    /** Open gaps of its findings. */
    gaps: z.int(),
  }),
})
export type FeedRow = z.output<typeof readFeeds.answer>['objects'][number]
