import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'

/** Where workers find the product. */
export const workerPath = '/worker/v1'
/** The version of the worker's file that goes with this server. */
export const workerVersion = '1.0.0'
/** Seconds that a worker may be waited for with an answer, and after which it says again that a run goes on. */
export const [longestPoll, saysEvery] = [25, 20] as const
/** A piece of what a run brings, packed and unpacked, and all pieces of a run. */
export const [mostPacked, mostUnpacked, mostOfRun] = [4 * 1024 ** 2, 32 * 1024 ** 2, 2 * 1024 ** 3] as const

const none = z.strictObject({})
const told = z.object({ message: z.string() })

/** Its token is told once, here; nobody can read it again. */
export const makeWorker = defineCall('POST /worker', {
  right: 'worker.write',
  summary: 'Set up a worker that runs connectors inside the customer’s network',
  untold: true,
  body: z.strictObject({ name: z.string().trim().min(2).max(128) }),
  answer: z.object({ message: z.string(), object: z.object({ id: z.int(), token: z.string() }) }),
})
export type MadeWorker = z.output<typeof makeWorker.answer>['object']

export const revokeWorker = defineCall('POST /worker/{id}/revoke', {
  right: 'worker.write',
  summary: 'Revoke a worker at once',
  body: none,
  answer: told,
})

export const renewWorker = defineCall('POST /worker/{id}/renew', {
  right: 'worker.write',
  summary: 'Have a worker renew its file',
  body: none,
  answer: told,
})

/** What a worker says when it comes for work. */
export const pollBody = z.strictObject({
  version: z.string().max(40),
  /** Its file may be renewed. */
  renews: z.boolean().default(false),
  /** Seconds. */
  wait: z.int().min(0).max(longestPoll).default(longestPoll),
})

const asked = z.object({
  metrics: z.array(z.object({ key: z.string(), parameters: z.record(z.string(), z.string()) })),
  findings: z.boolean(),
  since: z.string().nullable(),
})
export const pollAnswer = z.object({
  run: z
    .object({
      id: z.int(),
      connector: z.string(),
      /** With its secrets, for as long as the run lasts. */
      config: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
      asked,
    })
    .nullable(),
  /** Somebody asked for it. */
  renew: z.boolean(),
})
export type WorkerRun = NonNullable<z.output<typeof pollAnswer>['run']>

export const faultReasons = ['refused', 'unreachable', 'busy', 'unexpected', 'gone', 'too_large'] as const
export const endBody = z.strictObject({
  /** How many pieces there are. */
  pieces: z.int().min(0),
  fault: z
    .strictObject({ reason: z.enum(faultReasons), retry_after: z.number().min(0).max(604_800).nullable(), told: z.string().max(400).nullable() })
    .nullable(),
})

const values = z.record(z.string().max(60), z.union([z.string().max(1000), z.number()]))
const texts = z.record(z.string().max(60), z.string().max(500))
const nullable = (max: number) => z.string().max(max).nullable()

/** One line of a piece: something that the run brought, or says. */
export const deliveredLine = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('value'), metric: z.string().max(120), parameters: texts.optional(), value: z.number() }),
  z.strictObject({
    is: z.literal('found'),
    found: z.strictObject({
      key: z.string().min(1).max(4000),
      name: z.string().max(1000),
      description: nullable(40_000),
      score: z.number().nullable(),
      state: z.enum(['FOUND', 'SUPPRESSED', 'GONE', 'PASSED', 'MANUAL', 'NOT_APPLICABLE', 'INFORMATIONAL']),
      foundBy: z.string().max(1000),
      code: nullable(1000),
      cves: z.array(z.string().max(40)).max(1000),
      place: z.record(z.string().max(60), nullable(4000)),
    }),
  }),
  z.strictObject({ is: z.literal('whole'), foundBy: z.string().max(1000) }),
  z.strictObject({
    is: z.literal('known'),
    cve: z.string().max(40),
    exploitedSince: nullable(10).optional(),
    probability: z.strictObject({ value: z.number(), day: z.string().max(10) }).optional(),
  }),
  z.strictObject({
    is: z.literal('line'),
    level: z.enum(['info', 'warning', 'error']),
    // Only what a run says: never another message of the product.
    key: z.string().regex(/^[a-z_]{1,60}$/),
    values: values.optional(),
  }),
])
export type DeliveredLine = z.output<typeof deliveredLine>
