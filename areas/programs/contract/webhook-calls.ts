import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** For how many hours messages are signed with a former secret beside the new one, at most and unless it is said. */
export const [mostSecretOverlap, usualSecretOverlap] = [168, 24] as const
/** Days after which messages and their attempts are forgotten. */
export const deliveryDays = 30
/** The most that an organisation has. */
export const mostWebhooks = 50
/** The event of a test. */
export const testEvent = 'webhook.test'

export const deliveryStates = ['WAITING', 'DELIVERED', 'GIVEN_UP', 'WITHHELD'] as const

/** What a type of rows tells by being written, beside what its area declares. */
export const writtenEvents = ['created', 'changed', 'archived', 'restored', 'deleted'] as const

const event = z.string().trim().max(100)
const given = z.strictObject({
  name: z.string().trim().min(2).max(128),
  url: z.string().trim().min(1).max(2000),
  events: z.array(event).min(1).max(200),
  /** Those, with all below, of whose rows it hears; none: of all. */
  perimeters: z.array(id).max(100).default([]),
})
export type NewWebhook = z.output<typeof given>

const message = z.object({ message: z.string() })
const withSecret = z.object({ id: z.int(), secret: z.string(), former_until: z.string().nullable() })
export type SecretOfWebhook = z.output<typeof withSecret>

/** Which events there are, by type. */
export const readWebhookChoices = defineCall('GET /webhook/choices', {
  right: 'webhook.write',
  summary: 'Read what webhooks may be told of',
  answer: z.object({
    object: z.object({
      types: z.array(z.object({ type: z.string(), name: z.string(), events: z.array(z.object({ event: z.string(), name: z.string() })) })),
    }),
  }),
})
export type WebhookChoices = z.infer<typeof readWebhookChoices.answer>['object']

/** Its secret is told once, here; nobody can read it again. */
export const makeWebhook = defineCall('POST /webhook', {
  right: 'webhook.write',
  summary: 'Have an address told of what happens',
  untold: true,
  body: given,
  answer: z.object({ message: z.string(), object: withSecret }),
})

export const changeWebhook = defineCall('PUT /webhook/{id}', {
  right: 'webhook.write',
  summary: 'Change a webhook',
  body: given.extend({ version: z.int().min(1) }),
  answer: message,
})

/** A new secret; messages are signed with the former one too for some hours, so that their receiver can change over. */
export const rotateWebhookSecret = defineCall('POST /webhook/{id}/rotate', {
  right: 'webhook.write',
  summary: 'Give a webhook a new secret',
  untold: true,
  body: z.strictObject({ overlap_hours: z.int().min(0).max(mostSecretOverlap).default(usualSecretOverlap) }),
  answer: z.object({ message: z.string(), object: withSecret }),
})

export const pauseWebhook = defineCall('POST /webhook/{id}/pause', {
  right: 'webhook.write',
  summary: 'Tell a webhook of nothing for the time being',
  body: z.strictObject({}),
  answer: message,
})

/** Whether it was paused or switched off; whoever switches it on answers for it from then on. */
export const resumeWebhook = defineCall('POST /webhook/{id}/resume', {
  right: 'webhook.write',
  summary: 'Switch a webhook on again, and answer for it from now on',
  body: z.strictObject({}),
  answer: message,
})

export const testWebhook = defineCall('POST /webhook/{id}/test', {
  right: 'webhook.write',
  summary: 'Send a test event',
  body: z.strictObject({}),
  answer: z.object({ message: z.string(), object: z.object({ id: z.int() }) }),
})

const delivery = z.object({
  id: z.int(),
  message_id: z.string(),
  event: z.string(),
  /** The row that it is about, by what people call it, as far as its reader may know. */
  object: z.object({ entity: z.string(), id: z.int(), name: z.string().nullable() }).nullable(),
  state: z.enum(deliveryStates),
  replayed: z.boolean(),
  attempts: z.int(),
  /** Of the last attempt. */
  status: z.int().nullable(),
  /** Milliseconds. */
  took: z.int().nullable(),
  happened_at: z.iso.datetime(),
  made_at: z.iso.datetime(),
  next_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
})
export type Delivery = z.output<typeof delivery>

export const listDeliveries = defineCall('GET /webhook/{id}/deliveries', {
  right: 'webhook.read',
  summary: 'List messages of a webhook, the last first',
  query: z.strictObject({
    state: z.enum(deliveryStates).optional(),
    /** Those before this one. */
    before: z.coerce.number().int().min(1).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ objects: z.array(delivery), total: z.int(), next: z.int().nullable() }),
})

const headers = z.record(z.string(), z.string())
const attempt = z.object({
  n: z.int(),
  at: z.iso.datetime(),
  took: z.int().nullable(),
  status: z.int().nullable(),
  /** Which it was connected to. */
  address: z.string().nullable(),
  /** Why there was no answer: a word of the code. */
  failure: z.string().nullable(),
  sent: headers.nullable(),
  headers: headers.nullable(),
  /** The beginning of what was answered. */
  answer: z.string().nullable(),
})
export type Attempt = z.output<typeof attempt>

export const readDelivery = defineCall('GET /webhook/delivery/{id}', {
  right: 'webhook.read',
  summary: 'Read a message with its body and its attempts',
  answer: z.object({
    object: delivery.extend({
      webhook: z.object({ id: z.int(), name: z.string() }),
      body: z.string(),
      /** When it is given up, while it waits. */
      until: z.iso.datetime().nullable(),
      attempts_made: z.array(attempt),
    }),
  }),
})
export type WholeDelivery = z.output<typeof readDelivery.answer>['object']

export const sendDelivery = defineCall('POST /webhook/delivery/{id}/send', {
  right: 'webhook.write',
  summary: 'Send a message now that waits for its next attempt',
  body: z.strictObject({}),
  answer: message,
})

/** Under its own number and with its own body; who may no longer read what it is about is sent nothing. */
export const replayDelivery = defineCall('POST /webhook/delivery/{id}/replay', {
  right: 'webhook.write',
  summary: 'Send a message again that has ended',
  body: z.strictObject({}),
  answer: message,
})

export const giveUpDelivery = defineCall('POST /webhook/delivery/{id}/give_up', {
  right: 'webhook.write',
  summary: 'Give up a message that waits',
  body: z.strictObject({}),
  answer: message,
})
