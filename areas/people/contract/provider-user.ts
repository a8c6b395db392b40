import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { adminTypes } from '#kit/contract/right.ts'

/** One of the provider's staff, or a user of a whole instance (GEN-17, ADM-46). */
export const providerUserSchema = z.object({
  /** Of the account. */
  id: z.int(),
  email: z.string(),
  name: z.string(),
  admin_type: z.enum(adminTypes).nullable(),
  instance: z.object({ id: z.int(), name: z.string() }).nullable(),
  disabled: z.boolean(),
  locked: z.boolean(),
  mfa_enabled: z.boolean(),
  /** Whether they have proved their address; until then they are only invited. */
  verified: z.boolean(),
  last_sign_in_at: z.iso.datetime().nullable(),
  /** The one who asks. */
  self: z.boolean(),
})
export type ProviderUser = z.infer<typeof providerUserSchema>

const one = z.object({ message: z.string().optional(), object: providerUserSchema })
const done = z.object({ message: z.string().optional() })
/** Exactly one of the two is set. */
const kind = { admin_type: z.enum(adminTypes).nullable(), instance_id: z.int().min(1).nullable() }

export const listProviderUsers = defineCall('GET /provider_user', {
  right: 'account.read',
  summary: 'List the users of the provider',
  answer: z.object({
    objects: z.array(providerUserSchema),
    instances: z.array(z.object({ id: z.int(), name: z.string() })),
    add_right: z.boolean(),
    unlock_right: z.boolean(),
  }),
})

/** Refused for an address that has an account already: whoever chose its password would come in as staff. */
export const inviteProviderUser = defineCall('POST /provider_user', {
  right: 'account.write',
  summary: 'Invite a user of the provider',
  body: z.strictObject({
    email: z
      .string()
      .trim()
      .max(254)
      .refine((v) => z.email().safeParse(v).success, { params: { key: 'kit.errors.email' } }),
    firstname: z.string().trim().min(1).max(128),
    lastname: z.string().trim().min(1).max(128),
    lang: z.enum(languages).default('en'),
    ...kind,
  }),
  answer: one,
})

/** Ends the sessions of whom it changes. */
export const changeProviderUser = defineCall('PUT /provider_user/{id}', {
  right: 'account.write',
  summary: 'Change what a user of the provider is, or disable them',
  body: z.strictObject({ ...kind, disabled: z.boolean() }),
  answer: one,
})

export const unlockProviderUser = defineCall('POST /provider_user/{id}/unlock', {
  right: 'account.unlock',
  summary: 'Unlock a user of the provider',
  answer: done,
})

export const inviteAgain = defineCall('POST /provider_user/{id}/invite', {
  right: 'account.write',
  summary: 'Invite a user of the provider again',
  answer: done,
})
