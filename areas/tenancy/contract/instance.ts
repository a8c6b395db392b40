import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { flagOverrides, mfaModes, passwordMaxAge } from './security-policy.ts'

export const instanceTypes = ['partner', 'business', 'education', 'catalog'] as const

/** An instance with what holds for everybody in it. */
export const instanceSchema = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(instanceTypes),
  mfa_mode: z.enum(mfaModes),
  password_max_age_days: z.int(),
  password_history: z.int(),
  /** Those that were set; every other one is on. */
  flags: z.record(z.string(), z.boolean()),
  /** The newest terms of use; 0: none. */
  terms_version: z.int(),
  customers: z.int(),
  version: z.int(),
})
export type Instance = z.infer<typeof instanceSchema>

const name = z.string().trim().min(2).max(128)

export const listInstances = defineCall('GET /instance', {
  right: 'instance.read',
  summary: 'List the instances of the installation',
  answer: z.object({
    objects: z.array(instanceSchema),
    add_right: z.boolean(),
    /** Which widgets the environment has keys for; the keys themselves are never told. */
    widgets: z.object({ support_chat: z.boolean(), hubspot: z.boolean() }),
  }),
})

/** Comes with a catalog of its own. */
export const createInstance = defineCall('POST /instance', {
  named: true,
  right: 'instance.write',
  summary: 'Create an instance',
  body: z.strictObject({ name, type: z.enum(instanceTypes).default('business') }),
  answer: z.object({ message: z.string().optional(), object: instanceSchema }),
})

export const updateInstance = defineCall('PUT /instance/{id}', {
  right: 'instance.write',
  summary: 'Change the settings of an instance',
  body: z
    .strictObject({
      name,
      type: z.enum(instanceTypes),
      mfa_mode: z.enum(mfaModes),
      password_max_age_days: passwordMaxAge,
      password_history: z.int().min(0).max(24),
      flags: flagOverrides,
    })
    .partial()
    .extend({ version: z.int().min(1).optional() }),
  answer: z.object({ message: z.string().optional(), object: instanceSchema }),
})

/** `ok: false` while no secret is configured: the widget then stays off (ACC-73). */
export const generateHmac = defineCall('GET /user/generate_hmac', {
  right: 'session',
  summary: 'Identify oneself to the support chat',
  answer: z.object({ message: z.string().optional(), object: z.object({ hmac: z.string() }).optional() }),
})

/** `ok: false` while no token is configured (ACC-74). */
export const hubspotToken = defineCall('GET /auth/hubspot', {
  right: 'session',
  summary: 'Get the token of the customer-relationship widget',
  answer: z.object({ message: z.string().optional(), token: z.string().optional() }),
})
