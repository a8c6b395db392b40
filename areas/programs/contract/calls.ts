import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { pageBodySchema } from '#kit/contract/list-query.ts'
import { keyBounds } from '#areas/tenancy/contract/customer.ts'

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** Requests of a key in a minute. */
export const callsPerMinute = 60
/** How long a key lasts and is reminded of before its end, and how much it asks in a day, where nobody says otherwise. */
export const usualKey = { days: 180, reminder: 15, calls: 10_000 } as const
/** For how many hours a former secret lets in beside the new one, at most and unless it is said. */
export const [mostOverlap, usualOverlap] = [168, 24] as const
/** Where programs find the product; what stands below only ever grows. */
export const publicPath = '/public/v1'
/** The header in which a program sends its key. */
export const keyHeader = 'x-api-key'

const network = z
  .string()
  .trim()
  .max(49)
  .refine((text) => /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(text), { params: { key: 'programs.errors.network' } })
const words = z.array(z.string().max(64)).max(200).default([])

const made = z.object({ id: z.int(), secret: z.string(), ends_on: z.string() })
export type MadeKey = z.infer<typeof made>

/** What there is to choose from, and within which bounds. */
export const readKeyChoices = defineCall('GET /api_key/choices', {
  right: 'api_key.write',
  summary: 'Read what a key may be given',
  answer: z.object({
    object: z.object({
      /** By the name that programs know, with what people call them; without `rows`: what is told beside them, to assistants alone. */
      types: z.array(z.object({ type: z.string(), name: z.string(), write: z.boolean(), rows: z.boolean() })),
      most_days: z.int(),
      most_reminder: z.int(),
      most_calls: z.int(),
    }),
  }),
})
export type KeyChoices = z.infer<typeof readKeyChoices.answer>['object']

const newKey = z.strictObject({
  name: z.string().trim().min(2).max(128),
  read: words,
  write: words,
  /** Those, with all below, where it works; none: everywhere. */
  perimeters: z.array(id).max(100).default([]),
  networks: z.array(network).max(20).default([]),
  days: z.int().min(1).max(keyBounds.api_key_days).optional(),
  reminder_days: z.int().min(0).max(keyBounds.api_key_reminder).optional(),
  daily_calls: z.int().min(1).max(keyBounds.api_key_calls).optional(),
})
export type NewKey = z.output<typeof newKey>

/** Its secret is told once, here; nobody can read it again. */
export const makeKey = defineCall('POST /api_key', {
  right: 'api_key.write',
  summary: 'Make a key with which a program comes in',
  untold: true,
  body: newKey,
  answer: z.object({ message: z.string(), object: made }),
})

/** A new secret; the former one lets in too for some hours, so that nothing stands still meanwhile. */
export const rotateKey = defineCall('POST /api_key/{id}/rotate', {
  right: 'api_key.write',
  summary: 'Give a key a new secret',
  untold: true,
  body: z.strictObject({ overlap_hours: z.int().min(0).max(mostOverlap).default(usualOverlap) }),
  answer: z.object({ message: z.string(), object: made.extend({ former_until: z.string().nullable() }) }),
})

export const revokeKey = defineCall('POST /api_key/{id}/revoke', {
  right: 'api_key.write',
  summary: 'Revoke a key at once',
  body: z.strictObject({}),
  answer: z.object({ message: z.string() }),
})

const changed = z.strictObject({
  /** That its writer saw. */
  version: z.int().min(1),
  name: z.string().trim().min(2).max(128).optional(),
  networks: z.array(network).max(20).optional(),
  ends_on: z.iso.date().optional(),
  reminder_days: z.int().min(0).max(keyBounds.api_key_reminder).optional(),
  daily_calls: z.int().min(1).max(keyBounds.api_key_calls).optional(),
})
export type ChangedKey = z.output<typeof changed>

/** What it is called, from where, until when and how much: never what it may. */
export const changeKey = defineCall('POST /api_key/{id}/change', {
  right: 'api_key.write',
  summary: 'Change what a key is called, its networks, end, reminder and requests per day',
  body: changed,
  answer: z.object({ message: z.string() }),
})

/** Keys of a list by their state, whatever state it asks for. */
export const countKeys = defineCall('POST /api_key/counts', {
  reads: true,
  right: 'api_key.read',
  summary: 'Count the keys of a list by their state',
  body: pageBodySchema,
  answer: z.object({ object: z.record(z.string(), z.int()) }),
})

/** Whoever takes it over answers for it from then on, in place of who made it. */
export const takeKeyOver = defineCall('POST /api_key/{id}/take_over', {
  right: 'api_key.write',
  summary: 'Answer for a key from now on',
  body: z.strictObject({}),
  answer: z.object({ message: z.string() }),
})

const asked = z.object({
  day: z.string(),
  address: z.string(),
  operation: z.string(),
  calls: z.int(),
  refused: z.int(),
  first_at: z.string(),
  last_at: z.string(),
})
export type AskedWith = z.infer<typeof asked>

export const listKeyRequests = defineCall('GET /api_key/{id}/requests', {
  right: 'api_key.read',
  summary: 'List what was asked with a key, day by day and from where',
  query: z.strictObject({ days: z.coerce.number().int().min(1).max(90).default(90) }),
  answer: z.object({ objects: z.array(asked) }),
})
